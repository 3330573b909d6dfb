//go:build unix

package acctest_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/core"
	"github.com/inferops/terraform-provider-inference/internal/acctest/faults"
)

// handing is a playground that runs no pods and is handed from one mode to the other.
type handing struct {
	playground
	cluster  *acctest.Cluster
	proxy    *faults.Proxy
	resource *core.Resource
}

// config is the configuration in a mode.
func (h handing) config(t *testing.T, mode string) map[string]any {
	t.Helper()
	return map[string]any{
		"metadata": map[string]any{"name": h.name, "namespace": "default"},
		"mode":     mode,
		"spec":     map[string]any{"replicas": 0, "model_claim": map[string]any{"model_name": "qwen"}},
		"direct":   map[string]any{"workload": "LeaderWorkerSet"},
		"wait":     map[string]any{"until": "accepted"},
		"references": []string{jsonOf(t, map[string]any{
			"apiVersion": "llmaz.io/v1alpha1", "kind": "OpenModel", "metadata": map[string]any{"name": "qwen"},
			"spec": map[string]any{"familyName": "qwen", "source": map[string]any{"modelHub": map[string]any{"modelID": "Qwen/Qwen3-8B"}}},
		})},
	}
}

// ofOperator are the objects of operator mode, and ofDirect those of direct mode.
func (h handing) ofOperator() []acctest.Object {
	return []acctest.Object{llmaz("playgrounds", "default", h.name), llmaz("services", "default", h.name), configuration(h.playground)}
}

func (h handing) ofDirect() []acctest.Object {
	return []acctest.Object{h.of(workerSetType), h.of(serviceType)}
}

// left are those of the objects that exist.
func (h handing) left(t *testing.T, objects ...acctest.Object) []string {
	t.Helper()
	var out []string
	for _, o := range objects {
		if h.cluster.Get(t, o) != nil {
			out = append(out, o.Resource.Resource+"/"+o.Name)
		}
	}
	return out
}

// begin brings the playground to the mode that it is handed over from, and returns the UID of its workload.
func (h handing) begin(t *testing.T, mode string) string {
	t.Helper()
	for _, before := range []string{"direct", "operator"} {
		if err := h.resource.Apply(t.Context(), h.config(t, before)); err != nil {
			t.Fatal(err)
		}
		if before == mode {
			break
		}
	}
	if mode == "operator" {
		playOperator(t, h.cluster, h.playground)
	}
	return h.uids(t, h.cluster, workerSetType)[workerSetType.Resource]
}

// adopt does what llmaz does with a workload that has no owner as soon as there is a playground of its name.
func (h handing) adopt(t *testing.T) {
	t.Helper()
	owner, live := h.cluster.Get(t, llmaz("playgrounds", "default", h.name)), h.cluster.Get(t, h.of(workerSetType))
	if owner == nil || live == nil || len(live.GetOwnerReferences()) > 0 {
		return
	}
	h.cluster.Edit(t, h.of(workerSetType), "llmaz", fmt.Sprintf(
		`{"metadata":{"ownerReferences":[{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"Playground","name":%q,"uid":%q,"controller":true}]}}`, h.name, owner.GetUID()))
}

// dies hands over until the provider dies before the change number n. It returns that request, "" where the hand-over has fewer.
func (h handing) dies(t *testing.T, mode string, n int, keepsPrivate bool) string {
	t.Helper()
	ctx, die := context.WithCancel(t.Context())
	defer die()
	h.proxy.ArmWrite(func(http.ResponseWriter, *http.Request, http.Handler) {
		h.proxy.Close() // what a provider does on its way out reaches nobody
		die()
		panic(http.ErrAbortHandler)
	}, n)
	h.resource.Die(ctx, h.config(t, mode), keepsPrivate)
	h.proxy.Open()
	if requests := h.proxy.Disarm(); len(requests) > n {
		return requests[n]
	}
	return ""
}

// TestAccInterruptedHandOver kills the provider, or Terraform, before every request of a hand-over that changes something. The next apply
// goes on with it: what serves is not made again, and nothing of the other mode is left. A destruction instead leaves nothing at all.
func TestAccInterruptedHandOver(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for _, from := range []string{"operator", "direct"} {
		for _, then := range []string{"apply", "destroy"} {
			for killed, keepsPrivate := range map[string]bool{"provider": false, "terraform": true} {
				t.Run(from+"/"+then+"/"+killed, func(t *testing.T) {
					t.Parallel() // it waits most of the time
					proxy := faults.New(t, c.Kubeconfig)
					client := acctest.Core(t, map[string]any{"host": proxy.URL, "cluster_ca_certificate": proxy.CA})
					requests := 0
					for more := true; more; requests++ {
						h := handing{
							playground: playground{name: fmt.Sprintf("handing-%s-%s-%s-%d", from, then, killed, requests)}, cluster: c, proxy: proxy,
							resource: client.Resource("inference_playground"),
						}
						more = h.interrupted(t, from, then == "apply", requests, keepsPrivate)
					}
					t.Logf("%d requests were interrupted", requests)
					if requests < 3 {
						t.Error("that cannot be all of a hand-over")
					}
				})
			}
		}
	}
}

// interrupted interrupts a hand-over before its change number n, and reports whether it has that many.
func (h handing) interrupted(t *testing.T, from string, again bool, n int, keepsPrivate bool) bool {
	t.Helper()
	to, gone := "direct", h.ofOperator()
	if from == "direct" {
		to, gone = "operator", []acctest.Object{h.of(serviceType)}
	}
	workload := h.begin(t, from)
	request := h.dies(t, to, n, keepsPrivate)
	if request == "" {
		// The last change says that the hand-over is over. A state that is lost after that is lost.
		if err := h.resource.Apply(t.Context(), h.config(t, to)); err == nil || !strings.Contains(err.Error(), inTheWay) {
			t.Errorf("after the end: %v", err)
		}
		return false
	}
	at := fmt.Sprintf("change %d (%s)", n, request)
	h.adopt(t)
	if again {
		if err := h.resource.Apply(t.Context(), h.config(t, to)); err != nil {
			t.Fatalf("%s: the next apply fails: %v", at, err)
		}
		if left := h.left(t, gone...); len(left) > 0 {
			t.Errorf("%s: the next apply leaves %v", at, left)
		}
		if now := h.uids(t, h.cluster, workerSetType)[workerSetType.Resource]; now != workload {
			t.Errorf("%s: the workload is %s, and was %s", at, now, workload)
		}
		if by := appliers(h.cluster.Get(t, h.of(workerSetType)).GetManagedFields()); to == "direct" && !slices.Equal(by, []string{"terraform-provider-inference"}) || to == "operator" && len(by) > 0 {
			t.Errorf("%s: the workload is applied by %v", at, by)
		}
		if nothing, err := h.resource.Settled(t.Context(), h.config(t, to)); err != nil || !nothing {
			t.Errorf("%s: the plan after the next apply is not empty (%v)", at, err)
		}
	}
	service := h.cluster.Get(t, h.of(serviceType))
	if err := h.resource.Apply(t.Context(), nil); err != nil {
		t.Fatalf("%s: the destruction fails: %v", at, err)
	}
	switch {
	case again && to == "operator":
		return true // the workload is the operator's
	case to == "operator":
		// What has an owner goes after it.
		until(t, func() bool { return len(h.left(t, h.of(workerSetType))) == 0 })
	case !again && to == "direct" && service != nil && slices.Equal(appliers(service.GetManagedFields()), []string{"terraform-provider-inference"}):
		// Of a hand-over that was ending, what serves is found, and that goes last.
		h.cluster.Delete(t, h.of(serviceType))
	}
	if left := h.left(t, slices.Concat(h.ofOperator(), h.ofDirect())...); len(left) > 0 {
		t.Errorf("%s: the destruction leaves %v", at, left)
	}
	return true
}

// TestAccKilledHandOver kills the provider of a real Terraform once the custom resource is gone and its workload is in no state yet. A
// plan says so, and a destruction leaves nothing.
func TestAccKilledHandOver(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	proxy := faults.New(t, c.Kubeconfig)
	p := playground{name: "killed-handing", direct: `workload = "LeaderWorkerSet"`, body: `wait = { until = "accepted" }`}
	h := handing{playground: p, cluster: c}
	config := strings.Replace(p.config(c), c.Provider(`mode = "direct"`), fmt.Sprintf(
		"provider \"inference\" {\n  mode = \"direct\"\n  host = %q\n  cluster_ca_certificate = <<-EOT\n%s\nEOT\n}\n", proxy.URL, proxy.CA), 1)
	tf := acctest.NewManaged(t)
	for _, mode := range []string{"direct", "operator"} {
		tf.Configure(t, strings.Replace(config, `mode = "direct"`, fmt.Sprintf("mode = %q", mode), 1))
		tf.MustApply(t)
	}
	playOperator(t, c, p)
	tf.Configure(t, config)
	killed, started := make(chan struct{}), make(chan *acctest.Running, 1)
	proxy.ArmWrite(func(http.ResponseWriter, *http.Request, http.Handler) {
		defer close(killed)
		proxy.Close()
		(<-started).KillProvider(t)
		panic(http.ErrAbortHandler)
	}, 9)
	run := tf.StartApply(t)
	started <- run
	run.Wait(t)
	proxy.Open()
	requests := proxy.Disarm()
	<-killed
	if left := h.left(t, h.ofOperator()[0], h.of(workerSetType)); !slices.Equal(left, []string{"leaderworkersets/" + p.name}) {
		t.Fatalf("at the end of %v there is %v", requests, left)
	}
	said := tf.Preview(t).Find(t, tfjson.DiagnosticSeverityWarning, "Change of mode was interrupted")
	expectSaid(t, said, "LeaderWorkerSet default/"+p.name)
	if out := tf.Destroy(t); !out.OK {
		t.Fatal(out.Log)
	}
	if left := h.left(t, slices.Concat(h.ofOperator(), h.ofDirect())...); len(left) > 0 {
		t.Errorf("the destruction leaves %v", left)
	}
}
