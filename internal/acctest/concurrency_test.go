package acctest_test

import (
	"fmt"
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccConcurrency makes, changes and deletes 200 resources, 50 at a time, as Terraform does
// with -parallelism=50. `make test-race` runs it under the race detector.
func TestAccConcurrency(t *testing.T) {
	t.Parallel()
	const resources, parallel = 200, 50
	c := acctest.Start(t, ours)
	shared := acctest.Core(t, map[string]any{"config_path": c.Kubeconfig, "qps": 1000, "burst": 1000})
	all := make([]*faulty, resources)
	for i := range all {
		f := &faulty{name: fmt.Sprintf("one-of-many-%d", i), mode: "operator", cluster: c, resource: shared.Resource("inference_playground")}
		if i%5 == 0 {
			f.mode = "direct"
		}
		all[i] = f
	}
	configs := func(revision string) []map[string]any {
		out := make([]map[string]any, len(all))
		for i, f := range all {
			out[i] = f.config(t, revision)
		}
		return out
	}
	for _, step := range []struct {
		verb    string
		configs []map[string]any
	}{{"creation", configs("first")}, {"update", configs("second")}, {"deletion", make([]map[string]any, resources)}} {
		there := make([]map[string]string, len(all))
		for i, f := range all {
			there[i] = f.uids(t)
		}
		var group errgroup.Group
		group.SetLimit(parallel)
		for i, f := range all {
			group.Go(func() error {
				if err := f.resource.Apply(t.Context(), step.configs[i]); err != nil {
					return fmt.Errorf("%s of %s: %w", step.verb, f.name, err)
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			t.Fatal(err)
		}
		for i, f := range all {
			f.settled(t, step.verb+" of "+f.name, there[i], step.configs[i])
		}
	}
}
