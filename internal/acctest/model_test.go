package acctest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccModel shows with the real client that facts of a hub go into the function, that no token gets into the state, that nothing
// is planned after an apply, and that a gate which the table does not know stops the plan.
func TestAccModel(t *testing.T) {
	t.Parallel()
	const config = `{"architectures": ["Qwen3ForCausalLM"], "model_type": "qwen3", "num_hidden_layers": 36, "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 12288, "vocab_size": 151936, "max_position_embeddings": 40960, "torch_dtype": "bfloat16"}`
	const secret = "hf_let-me-in"
	hub := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/api/models/org/tuned/"):
			_, _ = w.Write([]byte(`{"id": "org/tuned", "sha": "abc123", "gated": "manual", "siblings": [{"rfilename": "config.json", "size": 400}, {"rfilename": "model.safetensors", "size": 16381470720}]}`))
		case r.Header.Get("Authorization") != "Bearer "+secret:
			w.Header().Set("X-Error-Code", "GatedRepo")
			w.WriteHeader(http.StatusForbidden)
		default:
			_, _ = w.Write([]byte(config))
		}
	}))
	t.Cleanup(hub.Close)
	c := acctest.Start(t, silentOperator)
	configuration := func(token string) string {
		return c.Provider("") + fmt.Sprintf(`
data "inference_model" "it" {
  repository = "org/tuned"
  endpoint   = %q
  token      = %q
  fit        = { accelerator = "NVIDIA-L4", context = 8192 }
}
output "same" {
  value = jsonencode([
    data.inference_model.it.fit.max_concurrency,
    provider::inference::fit(data.inference_model.it.facts, { accelerator = "NVIDIA-L4", context = 8192 }).max_concurrency,
    provider::inference::fit(data.inference_model.it.facts, { accelerator = "L40S", concurrency = 4 }).fits,
  ])
}
`, hub.URL, token)
	}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, configuration("hf_wrong"))
	tf.TryPlan(t).Find(t, "error", "Model is gated")

	tf.Configure(t, configuration(secret))
	tf.MustApply(t)
	if got := tf.Text(t, "same"); got != "[3,3,true]" {
		t.Errorf("the data source and the function say %s", got)
	}
	read := tf.Resource(t, "data.inference_model.it").AttributeValues
	if read["token"] != nil || strings.Contains(fmt.Sprint(read), secret) {
		t.Error("the token is in the state")
	}
	if facts, _ := read["facts"].(map[string]any); facts["revision"] != "abc123" || facts["gated"] != true {
		t.Errorf("the facts are %v", facts)
	}
	for name, change := range tf.Plan(t).OutputChanges {
		if !change.Actions.NoOp() {
			t.Errorf("the output %s is planned to change", name)
		}
	}
}
