package provider

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// renderedTwice renders one playground as a resource, with the data source and with the function.
const renderedTwice = requirement + `
resource "inference_playground" "chat" {
  mode        = "direct"
  metadata    = { name = "chat", namespace = "llm", labels = { team = "search" } }
  spec        = { replicas = 2, model_claim = { model_name = "qwen" }, elastic_config = { max_replicas = 4, scale_trigger = { hpa = {} } } }
  references = [local.model]
  direct      = { workload = "Deployment", cache = { size = "20Gi", access_mode = "ReadWriteMany" } }
}

locals {
  model = jsonencode({
    apiVersion = "llmaz.io/v1alpha1", kind = "OpenModel", metadata = { name = "qwen" }
    spec = { familyName = "qwen", source = { modelHub = { modelID = "Qwen/Qwen3-8B" } } }
  })
  # What the resource stands for, as YAML would have it.
  chat = jsonencode({
    apiVersion = "inference.llmaz.io/v1alpha1", kind = "Playground"
    metadata = { name = "chat", namespace = "llm", labels = { team = "search" } }
    spec = { replicas = 2, modelClaim = { modelName = "qwen" }, elasticConfig = { maxReplicas = 4, scaleTrigger = { hpa = {} } } }
  })
  options = jsonencode({ workload = "Deployment", cache = { size = "20Gi", access_mode = "ReadWriteMany" } })
}

data "inference_render" "chat" {
  manifest  = local.chat
  references = [local.model]
  options     = local.options
}

output "resource" { value = inference_playground.chat.rendered }
output "data" { value = data.inference_render.chat.rendered }
output "stream" { value = data.inference_render.chat.yaml }
output "endpoints" { value = [inference_playground.chat.endpoint, data.inference_render.chat.endpoint] }
output "function" {
  value = provider::inference::render(inference_playground.chat.manifest, [local.model], local.options).rendered
}
`

// TestRenderAgrees shows that the data source and the function give the bytes that the
// resource would apply, at plan and with no cluster.
func TestRenderAgrees(t *testing.T) {
	t.Parallel()
	tf := newTerraform(t)
	tf.write(t, "main.tf", renderedTwice)
	tf.mustRun(t, "plan", "-input=false", "-out=plan")
	var plan struct {
		PlannedValues struct {
			Outputs map[string]struct{ Value any }
		} `json:"planned_values"`
	}
	if err := json.Unmarshal([]byte(tf.mustRun(t, "show", "-json", "plan")), &plan); err != nil {
		t.Fatal(err)
	}
	texts := func(output string) []string {
		var out []string
		items, _ := plan.PlannedValues.Outputs[output].Value.([]any)
		for _, item := range items {
			text, _ := item.(string)
			out = append(out, text)
		}
		return out
	}
	want, _ := plan.PlannedValues.Outputs["resource"].Value.(map[string]any)
	ids := []string{"PersistentVolumeClaim/chat-models", "Deployment/chat", "Service/chat-lb", "HorizontalPodAutoscaler/chat"}
	var stream []string
	for _, id := range ids {
		manifest, _ := want[id].(string)
		stream = append(stream, manifest)
	}
	if len(want) != len(ids) || slices.Contains(stream, "") {
		t.Fatalf("want %s, got %v", ids, want)
	}
	for _, output := range []string{"data", "function"} {
		if diff := cmp.Diff(any(want), plan.PlannedValues.Outputs[output].Value); diff != "" {
			t.Errorf("%s renders otherwise than the resource (-resource +%[1]s):\n%s", output, diff)
		}
	}
	if got, _ := plan.PlannedValues.Outputs["stream"].Value.(string); got != strings.Join(stream, "---\n") {
		t.Errorf("the stream is %q", got)
	}
	if got := texts("endpoints"); len(got) != 2 || got[0] != "http://chat-lb.llm.svc:8080" || got[1] != got[0] {
		t.Errorf("endpoints are %q", got)
	}
}

// TestRenderRefuses shows that what a plan of the resource would refuse is refused.
func TestRenderRefuses(t *testing.T) {
	const playground = `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"Playground","metadata":{"name":"chat"},"spec":`
	cases := map[string]struct {
		reason, arguments string
		want              []string
	}{
		"NotAnObject": {
			reason:    "a path is no object",
			arguments: `manifest = "playground.yaml"`,
			want:      []string{"Invalid value", `manifest of the object to render is "playground.yaml": must be one Kubernetes object as YAML or JSON`},
		},
		"NothingRendered": {
			reason:    "a model runs nothing",
			arguments: `manifest = jsonencode({ apiVersion = "llmaz.io/v1alpha1", kind = "OpenModel", metadata = { name = "a" }, spec = {} })`,
			want:      []string{"Invalid value", "nothing is rendered for this kind: give one of Playground (inference.llmaz.io/v1alpha1)"},
		},
		"Schema": {
			reason:    "the schema holds for the argument as for the resource",
			arguments: "manifest = <<-EOT\n  " + playground + `{"replicas":"two","modelClaim":{"modelName":"a"}}}` + "\n  EOT",
			want:      []string{"Invalid value", "spec.replicas of Playground chat"},
		},
		"Reference": {
			reason:    "what the object refers to must be given",
			arguments: "manifest = <<-EOT\n  " + playground + `{"modelClaim":{"modelName":"a"}}}` + "\n  EOT",
			want:      []string{"Reference not found", "references has no OpenModel of this name"},
		},
		"Merged": {
			reason: "the version of the runtime does not have what the playground adds",
			arguments: "references = [\n" +
				`    jsonencode({ apiVersion = "llmaz.io/v1alpha1", kind = "OpenModel", metadata = { name = "a" }, spec = { familyName = "a", source = { modelHub = { modelID = "a/b" } } } }),` + "\n" +
				`    jsonencode({ apiVersion = "inference.llmaz.io/v1alpha1", kind = "BackendRuntime", metadata = { name = "mine" }, spec = { image = "vllm/vllm-openai", version = "v0.10.0", command = ["vllm", "serve"], recommendedConfigs = [{ name = "default", args = ["m"] }] } }),` +
				"\n  ]\n  manifest = <<-EOT\n  " + playground + `{"modelClaim":{"modelName":"a"},"backendRuntimeConfig":{"backendName":"mine","args":["--enable-reasoning"]}}}` + "\n  EOT",
			want: []string{"spec.backend_runtime_config.args[0]", "vLLM 0.10.0 does not start with it: it is gone since 0.10.0; --reasoning-parser takes its place"},
		},
		"Options": {
			reason:    "an option that does not exist must not be dropped",
			arguments: "options = jsonencode({ replicas = 2 })\n  manifest = <<-EOT\n  " + playground + `{"modelClaim":{"modelName":"a"}}}` + "\n  EOT",
			want:      []string{"Invalid value", "must be the JSON of the attribute `direct` of inference_playground", "replicas"},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tf := newTerraform(t)
			tf.write(t, "main.tf", requirement+"data \"inference_render\" \"it\" {\n  "+tc.arguments+"\n}\n")
			_, stderr, ok := tf.run(t, "plan", "-no-color", "-input=false")
			text := strings.Join(strings.Fields(strings.ReplaceAll(stderr, "│", " ")), " ")
			for _, want := range tc.want {
				if ok || !strings.Contains(text, want) {
					t.Errorf("%s: want %q in\n%s", tc.reason, want, stderr)
				}
			}
		})
	}
}

// TestRenderFunctionRefuses shows that a refusal has one full stop once Terraform has put its own behind it.
func TestRenderFunctionRefuses(t *testing.T) {
	s := newServer(t)
	none := tftypes.List{ElementType: tftypes.String}
	resp, err := s.CallFunction(t.Context(), &tfprotov6.CallFunctionRequest{Name: "render", Arguments: []*tfprotov6.DynamicValue{
		dynamic(t, tftypes.String, tftypes.NewValue(tftypes.String, "apiVersion: inference.llmaz.io/v1alpha1\nkind: Playground\n")), dynamic(t, none, tftypes.NewValue(none, []tftypes.Value{})), dynamic(t, tftypes.String, tftypes.NewValue(tftypes.String, nil)),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if resp.Error == nil || !strings.Contains(resp.Error.Text, "give the object a name") || strings.HasSuffix(resp.Error.Text, ".") {
		t.Errorf("the refusal is %+v", resp.Error)
	}
}
