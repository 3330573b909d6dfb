//go:build unix

package acctest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccModelCheck shows with the real client that a plan compares an endpoint with its model: with the table of the provider by
// default, and with a hub and the labels of the nodes where the provider block asks for them. A hub that is silent stops nothing.
func TestAccModelCheck(t *testing.T) {
	t.Parallel()
	const config = `{"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "num_hidden_layers": 64, "hidden_size": 5120, "num_attention_heads": 64, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 25600, "vocab_size": 151936, "max_position_embeddings": 40960, "torch_dtype": "bfloat16"}`
	const headline = "Model cannot be served as configured"
	var asked atomic.Int32
	var silent atomic.Bool
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if silent.Load() {
			<-r.Context().Done()
			return
		}
		if strings.HasPrefix(r.URL.Path, "/api/models/org/tuned/") {
			asked.Add(1)
			_, _ = w.Write([]byte(`{"id": "org/tuned", "sha": "abc123", "siblings": [{"rfilename": "config.json", "size": 400}, {"rfilename": "model.safetensors", "size": 65524246528}]}`))
			return
		}
		_, _ = w.Write([]byte(config))
	}))
	t.Cleanup(hub.Close)
	c := acctest.Start(t, withoutOperator)
	install(t, c, `apiVersion: v1
kind: Node
metadata:
  name: modest
  labels: {pool: modest, nvidia.com/gpu.product: NVIDIA-L4, kwok.x-k8s.io/node: fake}
  annotations: {kwok.x-k8s.io/node: fake}
status: {allocatable: {cpu: "64", memory: 256Gi, pods: "110", nvidia.com/gpu: "4"}, capacity: {cpu: "64", memory: 256Gi, pods: "110", nvidia.com/gpu: "4"}}`)
	untilReady(t, c, "modest", 0)
	endpoint := func(name, model, more string) string {
		return fmt.Sprintf(`
resource "inference_endpoint" %[1]q {
  metadata = { name = %[1]q, namespace = "default" }
  spec     = { model = { repository = %[2]q }, accelerators = { count = 1 }, node_selector = { pool = "modest" }, %[3]s }
}
`, name, model, more)
	}
	tf := acctest.NewManaged(t)
	tf.Set("HF_ENDPOINT=" + hub.URL)
	tf.Set("HF_HUB_ETAG_TIMEOUT=1")

	tf.Configure(t, c.Provider("")+endpoint("long", "Qwen/Qwen2.5-Coder-7B-Instruct", "context_length = 131072")+endpoint("tuned", "org/tuned", ""))
	found := tf.TryPlan(t).Find(t, "warning", headline)
	if want := "Endpoint default/long: model Qwen/Qwen2.5-Coder-7B-Instruct has a context of 32768 tokens, and --max-model-len of vLLM asks for 131072: it does not start. Lower it to at most 32768"; !strings.Contains(found.Detail, want) {
		t.Errorf("want %q in %q", want, found.Detail)
	}
	if asked.Load() != 0 {
		t.Error("the hub is asked although nothing says so")
	}

	tf.Configure(t, c.Provider("model_check = \"error\"\ncapacity_check = \"warn\"")+endpoint("a", "org/tuned", "")+endpoint("b", "org/tuned", ""))
	found = tf.TryPlan(t).Find(t, "error", headline)
	if want := "has weights that take 61.0 GiB of each of 1 x NVIDIA L4, and vLLM uses 20.0 GiB of one. Ask for at least 4 of them"; !strings.Contains(found.Detail, want) {
		t.Errorf("want %q in %q", want, found.Detail)
	}
	if got := asked.Load(); got != 1 {
		t.Errorf("the hub was asked %d times about one model", got)
	}

	silent.Store(true)
	found = tf.TryPlan(t).Find(t, "warning", "Models are not checked")
	if want := "model org/tuned at " + hub.URL; !strings.Contains(found.Detail, want) {
		t.Errorf("want %q in %q", want, found.Detail)
	}
}
