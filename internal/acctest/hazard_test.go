package acctest_test

import (
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDirectBesideKthena keeps a LeaderWorkerSet out of a cluster whose Kthena would run
// it a second time, and applies it there when asked to all the same.
func TestAccDirectBesideKthena(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, acctest.Options{CRDs: "shared:crds/kthena/v1.0.0"})
	p := playground{name: "beside", replicas: 1, direct: `workload = "LeaderWorkerSet"`}
	deployed, allowed := p, p
	deployed.direct = `workload = "Deployment"`
	allowed.direct = p.direct + "\n    allow_foreign_controllers = true"
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: p.config(c),
				ExpectError: regexp.MustCompile(`(?s)Another controller takes the workload.*LeaderWorkerSet\s+default/beside\s+was\s+not\s+applied:\s+Kthena` +
					`.*allow_foreign_controllers`),
			},
			{Config: deployed.config(c)},
			{Config: allowed.config(c), Check: podsRun(t, c, allowed)},
		},
	})
}
