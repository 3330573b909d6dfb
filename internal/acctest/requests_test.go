//go:build unix

package acctest_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccRequests counts what the provider asks of the API server, at the API server.
func TestAccRequests(t *testing.T) {
	c := acctest.Start(t, newest)
	const n, parallel = 20, 10 // as many at a time as Terraform's default
	config := c.Provider("") + fmt.Sprintf(`
resource "inference_playground" "it" {
  count    = %d
  metadata = { name = "counted-${count.index}", namespace = "default" }
  spec     = { replicas = 1, model_claim = { model_name = "llama3" } }
  %s
}
`, n, shortTimeouts)
	tf := acctest.NewTerraform(t)
	tf.Configure(t, config)
	count := func(do func()) map[string]int {
		before := len(c.Requests(t))
		do()
		counted := map[string]int{}
		for _, r := range c.Requests(t)[before:] {
			counted[r.Verb+" "+r.Resource]++
		}
		return counted
	}

	if diff := cmp.Diff(map[string]int{}, count(func() { tf.Plan(t) })); diff != "" {
		t.Errorf("a plan of what does not exist makes requests (-want +got):\n%s", diff)
	}

	created := count(func() { tf.MustApply(t) })
	t.Logf("an apply that creates %d objects makes these requests: %v", n, created)
	limits := map[string]struct {
		most   int
		reason string
	}{
		"patch playgrounds":             {n, "one server-side apply makes an object"},
		"get customresourcedefinitions": {1, "the generation of a kind is read once"},
		"list playgrounds":              {parallel, "only those that begin before the first answer ask whether the kind is served"},
		"get playgrounds":               {n, "a wait looks at its object before it watches it"},
		"watch playgrounds":             {n, "a wait needs no further request while nothing breaks"},
	}
	for request, times := range created {
		if limit := limits[request]; times > limit.most {
			t.Errorf("%d x %s, want at most %d: %s", times, request, limit.most, limit.reason)
		}
	}

	refreshed := count(func() { tf.Plan(t) })
	if diff := cmp.Diff(map[string]int{"get playgrounds": n}, refreshed); diff != "" {
		t.Errorf("requests of a plan with nothing to do (-want +got):\n%s", diff)
	}
}
