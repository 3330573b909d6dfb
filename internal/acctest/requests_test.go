//go:build unix

package acctest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

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
	tf := acctest.NewManaged(t)
	tf.Configure(t, config)
	count := func(do func()) map[string]int { return requestsOf(t, c, do) }

	if diff := cmp.Diff(map[string]int{}, count(func() { tf.Plan(t) })); diff != "" {
		t.Errorf("a plan of what does not exist makes requests (-want +got):\n%s", diff)
	}

	created := count(func() { tf.MustApply(t) })
	t.Logf("an apply that creates %d objects makes these requests: %v", n, created)
	limits := map[string]struct {
		most   int
		reason string
	}{
		"patch playgrounds":             {2 * n, "one server-side apply makes an object, and one patch says that the state knows it"},
		"get customresourcedefinitions": {1, "the release of a kind is read once"},
		"list playgrounds":              {parallel, "only those that begin before the first answer ask whether the kind is served"},
		"get playgrounds":               {n, "a wait looks at its object before it watches it"},
		"watch playgrounds":             {n, "a wait needs no further request while nothing breaks"},
	}
	for request, times := range created {
		if limit := limits[request]; times > limit.most && !once(request, times) {
			t.Errorf("%d x %s, want at most %d: %s", times, request, limit.most, limit.reason)
		}
	}

	refreshed := count(func() { tf.Plan(t) })
	t.Logf("a plan with nothing to do makes these requests: %v", refreshed)
	maps.DeleteFunc(refreshed, once)
	if diff := cmp.Diff(map[string]int{"get playgrounds": n}, refreshed); diff != "" {
		t.Errorf("requests of a plan with nothing to do, without those for the workloads of the namespace (-want +got):\n%s", diff)
	}
}

// requestsOf counts the requests of the provider during something, by verb and resource.
func requestsOf(t *testing.T, c *acctest.Cluster, do func()) map[string]int {
	t.Helper()
	before := time.Now()
	do()
	counted := map[string]int{}
	for _, r := range c.RequestsSince(t, before) {
		counted[r.Verb+" "+r.Resource]++
	}
	return counted
}

// TestAccRequestsOfDestruction counts what a destruction asks of the API server: for each object a look and a deletion,
// for each type and namespace a few requests, however many objects there are.
func TestAccRequestsOfDestruction(t *testing.T) {
	c := acctest.Start(t, newest)
	const n, processes = 40, 3 // the refresh, the plan and the apply may each have a provider of their own
	tf := acctest.NewManaged(t)
	tf.Configure(t, c.Provider("")+fmt.Sprintf(`
resource "inference_playground" "it" {
  count    = %d
  metadata = { name = "counted-${count.index}", namespace = "default" }
  spec     = { replicas = 1, model_claim = { model_name = "llama3" } }
  %s
}
`, n, shortTimeouts))
	tf.MustApply(t)
	destroyed := requestsOf(t, c, func() { tf.Destroy(t) })
	t.Logf("a destruction of %d objects makes these requests: %v", n, destroyed)
	perObject := 0
	for request, times := range destroyed {
		switch {
		case request == "get playgrounds" || request == "delete playgrounds":
			perObject += times
		case times > 3*processes: // as a watch, and as a list for who does not know lists that are watches, and once more
			t.Errorf("%d x %s, want at most %d: it must not grow with the number of objects", times, request, 3*processes)
		}
	}
	if destroyed["delete playgrounds"] != n || perObject > 3*n {
		t.Errorf("%d deletions and %d requests about one object, want %d and at most %d", destroyed["delete playgrounds"], perObject, n, 3*n)
	}
}

// TestAccRequestsOfNodes lets many resources wait for a node that is not there, and a plan look at them again: the nodes are listed
// once by each process of the provider, however many ask.
func TestAccRequestsOfNodes(t *testing.T) {
	c := acctest.Start(t, bare)
	const n = 8
	tf := acctest.NewManaged(t)
	tf.Configure(t, c.Provider(`capacity_check = "warn"`)+fmt.Sprintf(`
resource "inference_endpoint" "it" {
  count    = %d
  metadata = { name = "nowhere-${count.index}", namespace = "default" }
  spec     = { model = { repository = "Qwen/Qwen3-8B" }, accelerators = { count = 1 }, node_selector = { pool = "none" } }
  timeouts = { create = "8s" }
}
`, n))
	var out acctest.Outcome
	made := requestsOf(t, c, func() { out = tf.Apply(t) })
	if said := strings.Count(out.Log, "no node of the cluster"); said < n {
		t.Errorf("%d of %d resources say that there is no node: %s", said, n, out.Log)
	}
	if made["list nodes"] == 0 || made["list nodes"] > 2 {
		t.Errorf("an apply, which plans first, lists the nodes %d times", made["list nodes"])
	}
	planned := requestsOf(t, c, func() { tf.TryPlan(t) })
	if planned["list nodes"] != 1 {
		t.Errorf("a plan lists the nodes %d times", planned["list nodes"])
	}
	if out := tf.Destroy(t); !out.OK {
		t.Error(out.Log)
	}
}

// once reports whether a request follows the workloads of a namespace, which all of its resources share.
func once(request string, times int) bool {
	verb, resource, _ := strings.Cut(request, " ")
	return (verb == "list" || verb == "watch") && slices.Contains(workloadsOfPlaygrounds, resource) && times == 1
}

// workloadsOfPlaygrounds are the types by which the operator makes pods of a playground.
var workloadsOfPlaygrounds = []string{"services", "leaderworkersets", "deployments", "statefulsets", "jobs"}
