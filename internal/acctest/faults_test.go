package acctest_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/core"
	"github.com/inferops/terraform-provider-inference/internal/acctest/faults"
)

// faulty is a playground whose requests meet faults.
type faulty struct {
	name, mode string
	// namespace is the default one when it is empty.
	namespace string
	cluster   *acctest.Cluster
	proxy     *faults.Proxy
	resource  *core.Resource
}

// config is the configuration at a revision. It runs no pods, whose end would be waited for.
func (f *faulty) config(t *testing.T, revision string) map[string]any {
	t.Helper()
	config := map[string]any{
		"metadata": map[string]any{"name": f.name, "namespace": cmp.Or(f.namespace, "default"), "labels": map[string]any{"revision": revision}},
		"mode":     f.mode,
		"spec":     map[string]any{"replicas": 0, "model_claim": map[string]any{"model_name": "qwen"}},
		"wait":     map[string]any{"until": "accepted"},
	}
	if f.mode == "direct" {
		config["direct"] = map[string]any{"workload": "Deployment", "cache": map[string]any{"size": "1Gi"}}
		config["references"] = []string{jsonOf(t, map[string]any{
			"apiVersion": "llmaz.io/v1alpha1", "kind": "OpenModel", "metadata": map[string]any{"name": "qwen"},
			"spec": map[string]any{"familyName": "qwen", "source": map[string]any{"modelHub": map[string]any{"modelID": "Qwen/Qwen3-8B"}}},
		})}
	}
	return config
}

// uids are those of the live objects, by type.
func (f *faulty) uids(t *testing.T) map[string]string {
	t.Helper()
	types := []schema.GroupVersionResource{claimType, deploymentType, serviceType}
	if f.mode == "operator" {
		types = []schema.GroupVersionResource{llmaz("playgrounds", "", "").Resource}
	}
	out := map[string]string{}
	for _, resource := range types {
		object := playground{name: f.name}.of(resource)
		object.Namespace = cmp.Or(f.namespace, object.Namespace)
		if live := f.cluster.Get(t, object); live != nil {
			out[resource.Resource] = string(live.GetUID())
		}
	}
	return out
}

// do applies while request number n meets the fault, and applies again. It returns whether
// there was such a request; without one, there is nothing to apply again.
func (f *faulty) do(t *testing.T, verb string, fault faults.Fault, n int, config map[string]any) bool {
	t.Helper()
	f.proxy.Arm(fault, n)
	err := f.resource.Apply(t.Context(), config)
	requests := f.proxy.Disarm()
	met := len(requests) > n
	at := "none"
	if met {
		at = requests[n]
	}
	if err != nil && !met {
		t.Fatalf("%s fails without a fault: %v", verb, err)
	}
	if f.resource.Tainted {
		t.Fatalf("%s: request %d (%s) taints the resource: %v", verb, n, at, err)
	}
	if !met {
		return false
	}
	there := f.uids(t)
	if err := f.resource.Apply(t.Context(), config); err != nil {
		t.Fatalf("%s: after the fault of request %d (%s), which led to %v, the next apply fails: %v", verb, n, at, err, err)
	}
	f.settled(t, fmt.Sprintf("%s, request %d (%s)", verb, n, at), there, config)
	return true
}

// settled checks that what was applied is there, that nothing was made twice and that
// nothing is left to do.
func (f *faulty) settled(t *testing.T, when string, there map[string]string, config map[string]any) {
	t.Helper()
	live := f.uids(t)
	if config == nil {
		if len(live) > 0 || !f.resource.State.IsNull() {
			t.Fatalf("%s: left behind after the next apply: %v", when, live)
		}
		return
	}
	kept := maps.Clone(live)
	maps.DeleteFunc(kept, func(resource, _ string) bool { return there[resource] == "" })
	if diff := gocmp.Diff(there, kept); diff != "" {
		t.Fatalf("%s: the next apply makes objects again (-before +after):\n%s", when, diff)
	}
	if nothing, err := f.resource.Settled(t.Context(), config); err != nil || !nothing {
		t.Fatalf("%s: the plan after the next apply is not empty (%v)", when, err)
	}
}

// TestAccFaults lets every request of a creation, an update and a deletion meet every fault,
// one at a time. The next apply finishes what was begun: nothing is lost or made again.
func TestAccFaults(t *testing.T) {
	c := acctest.Start(t, ours)
	for _, mode := range []string{"operator", "direct"} {
		for _, name := range slices.Sorted(maps.Keys(faults.Faults)) {
			t.Run(mode+"/"+name, func(t *testing.T) {
				t.Parallel() // it waits most of the time
				proxy := faults.New(t, c.Kubeconfig)
				// Every provider watches its namespace, and none is to see what the other faults make.
				namespace := "faults-" + mode + "-" + strings.ReplaceAll(name, " ", "-")
				c.EnsureNamespace(t, namespace)
				fault, met, updates := faults.Faults[name], 0, true
				for n, more := 0, true; more; n++ {
					f := faulty{
						name: fmt.Sprintf("faulty-%d", n), namespace: namespace, mode: mode, cluster: c, proxy: proxy,
						resource: acctest.Core(t, map[string]any{"host": proxy.URL, "cluster_ca_certificate": proxy.CA}).Resource("inference_playground"),
					}
					more = false
					for _, step := range []struct {
						verb   string
						config map[string]any
					}{{"creation", f.config(t, "first")}, {"update", f.config(t, "second")}, {"deletion", nil}} {
						if step.verb == "update" && !updates {
							continue // all of its requests have met the fault
						}
						switch {
						case f.do(t, step.verb, fault, n, step.config):
							more, met = true, met+1
						case step.verb == "update":
							updates = false
						}
					}
				}
				if met < 6 {
					t.Errorf("only %d requests met the fault", met)
				}
				t.Logf("%d requests met the fault", met)
			})
		}
	}
}

// TestAccResetConnections resets every connection and the next TLS handshakes before an apply.
func TestAccResetConnections(t *testing.T) {
	c := acctest.Start(t, ours)
	proxy := faults.New(t, c.Kubeconfig)
	for _, mode := range []string{"operator", "direct"} {
		t.Run(mode, func(t *testing.T) {
			f := faulty{
				name: "reset-" + mode, mode: mode, cluster: c, proxy: proxy,
				resource: acctest.Core(t, map[string]any{"host": proxy.URL, "cluster_ca_certificate": proxy.CA}).Resource("inference_playground"),
			}
			for _, config := range []map[string]any{f.config(t, "first"), f.config(t, "second"), nil} {
				proxy.Reset(2)
				_ = f.resource.Apply(t.Context(), config)
				if f.resource.Tainted {
					t.Fatal("the resource is tainted")
				}
				there := f.uids(t)
				if err := f.resource.Apply(t.Context(), config); err != nil {
					t.Fatal(err)
				}
				f.settled(t, "after the resets", there, config)
			}
		})
	}
}

// TestAccRotatedToken has the token of a file expire while an apply waits. The wait goes on
// with the token that the file has then.
func TestAccRotatedToken(t *testing.T) {
	c := acctest.Start(t, ours)
	proxy := faults.New(t, c.Kubeconfig)
	file := filepath.Join(t.TempDir(), "token")
	write := func(token string) {
		if err := os.WriteFile(file, []byte(token), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("first")
	proxy.Require("first")
	f := faulty{
		name: "rotated", mode: "operator", cluster: c, proxy: proxy,
		resource: acctest.Core(t, map[string]any{"host": proxy.URL, "cluster_ca_certificate": proxy.CA, "token_path": file}).Resource("inference_playground"),
	}
	config := f.config(t, "first")
	config["wait"] = map[string]any{"on_timeout": "error"}
	config["metadata"] = map[string]any{"name": f.name, "namespace": "default", "annotations": map[string]any{"localcluster/outcome": "never"}}
	done := make(chan error, 1)
	go func() { done <- f.resource.Apply(t.Context(), config) }()
	proxy.UntilWatched(t)
	write("second")
	proxy.Require("second")
	proxy.UntilWatched(t)
	c.Edit(t, llmaz("playgrounds", "default", f.name), "acctest", `{"metadata":{"annotations":{"localcluster/outcome":null}}}`)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if err := f.resource.Apply(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}
