//go:build linux && serve

package acctest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/tinymodel"
)

// serving is a cluster on which pods are processes.
var serving = acctest.Options{Bare: true, Serves: true}

// weightsFolder is a folder with a model that an engine can load, and one that none can.
func weightsFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	file, err := os.Create(filepath.Join(folder, "tiny.gguf"))
	if err != nil {
		t.Fatal(err)
	}
	if err := tinymodel.WriteTo(file); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	// As a download that broke off.
	if err := os.WriteFile(filepath.Join(folder, "broken.gguf"), whole[:len(whole)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// claimWeights makes a claim of that name, whose volume is the folder with the weights.
func claimWeights(t *testing.T, c *acctest.Cluster, name string) {
	t.Helper()
	type dict = map[string]any
	access, capacity := []any{"ReadWriteMany"}, dict{"storage": "1Gi"}
	volumes := schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumes"}
	c.Create(t, acctest.Object{Resource: volumes, Name: name}, "acctest", dict{
		"apiVersion": "v1", "kind": "PersistentVolume", "metadata": dict{"name": name},
		"spec": dict{"capacity": capacity, "accessModes": access, "hostPath": dict{"path": weightsFolder(t)}, "storageClassName": ""},
	})
	claims := schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumeclaims"}
	c.Create(t, acctest.Object{Resource: claims, Namespace: "default", Name: name}, "acctest", dict{
		"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": dict{"name": name, "namespace": "default"},
		"spec": dict{"accessModes": access, "resources": dict{"requests": capacity}, "storageClassName": "", "volumeName": name},
	})
}

// served is an endpoint that llama.cpp serves from a claim of its name.
type served struct{ name, file, spec, timeouts string }

func (s served) config(c *acctest.Cluster) string {
	return c.Provider("") + fmt.Sprintf(`
resource "inference_endpoint" "it" {
  metadata = { name = %[1]q, namespace = "default" }
  spec = {
    model             = { claim = { name = %[1]q }, file = %[2]q }
    served_model_name = "tiny"
    %[3]s
  }
  timeouts = { create = %[4]q, update = "240s", delete = "120s" }
}

data "inference_probe" "it" {
  url        = inference_endpoint.it.endpoint
  depends_on = [inference_endpoint.it]
}
`, s.name, s.file, s.spec, s.timeouts)
}

// clientOf is a client of the cluster as somebody other than the provider.
func clientOf(t *testing.T, c *acctest.Cluster) rest.Interface {
	t.Helper()
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	config.QPS, config.Burst = 200, 400
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	return client.RESTClient()
}

// completion is what the engine answers.
type completion struct {
	Model   string
	Choices []struct{ Message struct{ Content string } }
	Usage   struct {
		Tokens int `json:"completion_tokens"`
	}
}

// chat asks the model through the Service, by way of the API server.
func chat(ctx context.Context, client rest.Interface, service string) (completion, error) {
	raw, err := client.Post().AbsPath("/api/v1/namespaces/default/services", service, "proxy/v1/chat/completions").Body([]byte(`{"model":"tiny","max_tokens":8,"messages":[{"role":"user","content":"hello"}]}`)).DoRaw(ctx)
	if err != nil {
		return completion{}, fmt.Errorf("%s: %w", raw, err)
	}
	var answer completion
	return answer, json.Unmarshal(raw, &answer)
}

func expectAnswer(t *testing.T, client rest.Interface, service, model string) {
	t.Helper()
	answer, err := chat(t.Context(), client, service)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Model != model || len(answer.Choices) != 1 || answer.Usage.Tokens == 0 {
		t.Errorf("the answer is %+v", answer)
	}
}

// asked counts the requests to a Service while something happens, and keeps what failed.
type asked struct {
	mu     sync.Mutex
	count  int
	failed []error
	stop   context.CancelFunc
	all    sync.WaitGroup
}

// keepAsking asks from several clients at once until it is told to stop.
func keepAsking(t *testing.T, client rest.Interface, service string) *asked {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	a := &asked{stop: stop}
	for range 3 {
		a.all.Go(func() {
			for ctx.Err() == nil {
				// A request that has begun is not broken off: it would fail by that.
				_, err := chat(context.WithoutCancel(ctx), client, service)
				a.mu.Lock()
				a.count++
				if err != nil {
					a.failed = append(a.failed, err)
				}
				a.mu.Unlock()
			}
		})
	}
	return a
}

// expectAll fails unless every request was answered, and some were made.
func (a *asked) expectAll(t *testing.T) {
	t.Helper()
	a.stop()
	a.all.Wait()
	if a.count < 10 {
		t.Errorf("%d requests were made", a.count)
	}
	if len(a.failed) > 0 {
		t.Errorf("%d of %d requests failed, the first: %v", len(a.failed), a.count, a.failed[0])
	}
	t.Logf("%d requests", a.count)
}

// TestServeEndpoint serves a model from a claim and asks it, while an update replaces its pods as well.
func TestServeEndpoint(t *testing.T) {
	c := acctest.Start(t, serving)
	s := served{name: "serves", file: "tiny.gguf", timeouts: "240s"}
	claimWeights(t, c, s.name)
	client := clientOf(t, c)
	tf := acctest.NewTerraform(t)
	tf.Configure(t, s.config(c))
	if out := tf.MustApply(t); len(out.Diagnostics) > 0 {
		t.Errorf("it warns: %s", out.Log)
	}
	if probed := tf.Resource(t, "data.inference_probe.it").AttributeValues; probed["healthy"] != true || fmt.Sprint(probed["models"]) != "[tiny]" {
		t.Errorf("the probe says %v", probed)
	}
	expectAnswer(t, client, "serves:http", "tiny")
	before := servingPods(t, c, s.name)
	requests := keepAsking(t, client, "serves:http")
	s.spec = "context_length = 256"
	tf.Configure(t, s.config(c))
	if out := tf.MustApply(t); len(out.Diagnostics) > 0 {
		t.Errorf("it warns: %s", out.Log)
	}
	requests.expectAll(t)
	for name := range servingPods(t, c, s.name) {
		if before[name] {
			t.Errorf("pod %s is of before the update", name)
		}
	}
}

// servingPods are the names of the pods of a workload that do not end.
func servingPods(t *testing.T, c *acctest.Cluster, name string) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, pod := range c.List(t, podType, "default", "app.kubernetes.io/name="+name) {
		if pod.GetDeletionTimestamp() == nil {
			found[pod.GetName()] = true
		}
	}
	if len(found) == 0 {
		t.Errorf("%s has no pods", name)
	}
	return found
}

// TestServeFails has engines that end by themselves: the diagnosis says what they said.
func TestServeFails(t *testing.T) {
	cases := map[string]struct {
		served

		want []string
	}{
		// The engine's own words, of llama.cpp's model loader.
		"broken-file": {served{file: "broken.gguf"}, []string{"CrashLoopBackOff", "error loading model"}},
		"no-file":     {served{file: "missing.gguf"}, []string{"CrashLoopBackOff", "missing.gguf"}},
		"memory":      {served{file: "tiny.gguf", spec: `resources = { limits = { memory = "8Mi" } }`}, []string{"OOMKilled"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := acctest.Start(t, serving)
			tc.name, tc.timeouts = name, "120s"
			claimWeights(t, c, name)
			tf := acctest.NewTerraform(t)
			tf.Configure(t, strings.Split(tc.config(c), "\ndata ")[0])
			warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
			expectSaid(t, warned, tc.want...)
		})
	}
}

// TestServePlayground serves a file of a node with the runtime llamacpp that llmaz brings along, and replaces its pod, which ends
// when the requests in progress are answered.
func TestServePlayground(t *testing.T) {
	c := acctest.Start(t, serving)
	client := clientOf(t, c)
	folder := weightsFolder(t)
	config := func(line string) string {
		return c.Provider(`mode = "direct"`) + fmt.Sprintf(`
resource "inference_open_model" "it" {
  metadata = { name = "tiny" }
  spec     = { family_name = "llama", source = { uri = "host://%s/tiny.gguf" } }
}

resource "inference_playground" "it" {
  metadata = { name = "plays", namespace = "default" }
  spec = {
    replicas               = 1
    model_claim            = { model_name = inference_open_model.it.metadata.name }
    backend_runtime_config = { backend_name = "llamacpp", args = ["--alias", "tiny"%s] }
  }
  references = [inference_open_model.it.manifest]
  direct     = { workload = "Deployment" }
  wait       = { until = "serving" }
  timeouts   = { create = "240s", update = "240s", delete = "120s" }
}
`, folder, line)
	}
	tf := acctest.NewTerraform(t)
	for _, line := range []string{"", `, "--ctx-size", "256"`} {
		tf.Configure(t, config(line))
		for _, d := range tf.MustApply(t).Diagnostics {
			// Of a file of a node it says so.
			if d.Summary != "Workload may not work as expected" {
				t.Errorf("it warns: %s: %s", d.Summary, d.Detail)
			}
		}
		expectAnswer(t, client, "plays-lb:8080", "tiny")
	}
	events := schema.GroupVersionResource{Version: "v1", Resource: "events"}
	killed, err := c.Objects.Resource(events).Namespace("default").List(t.Context(), metav1.ListOptions{FieldSelector: "reason=FailedPreStopHook"})
	if err != nil {
		t.Fatal(err)
	}
	for _, event := range killed.Items {
		t.Errorf("the hook that drains failed: %v", event.Object["message"])
	}
}
