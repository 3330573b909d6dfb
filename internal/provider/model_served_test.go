package provider

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/modelcheck"
	"github.com/inferops/terraform-provider-inference/internal/podset"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

// given is the manifest of an object that others refer to.
func given(apiVersion, kind, name string, spec map[string]any) string {
	text, _ := json.Marshal(map[string]any{"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{"name": name}, "spec": spec}) // texts and maps can always be written
	return string(text)
}

// namespaced is the same of one in the namespace of the service that refers to it.
func namespaced(manifest string) string {
	return strings.Replace(manifest, `"metadata":{`, `"metadata":{"namespace":"llm",`, 1)
}

// The model that is served, which a played hub says the same of as the table of the provider: 28 heads, 4 of them with keys and values,
// 32,768 tokens.
const served7B = "Qwen/Qwen2.5-Coder-7B-Instruct"

// servings are configurations of every kind that serves a model, each with a mistake about it.
func servings() map[string]struct {
	kind     string
	config   map[string]any
	at, told string
} {
	type row = struct {
		kind     string
		config   map[string]any
		at, told string
	}
	named := func(spec map[string]any, references ...any) map[string]any {
		config := map[string]any{"metadata": map[string]any{"name": "m", "namespace": "llm"}, "spec": spec}
		if len(references) > 0 {
			config["references"] = references
		}
		return config
	}
	direct := func(config map[string]any) map[string]any { return merge(config, map[string]any{"mode": "direct"}) }
	gpus := func(n string) map[string]any { return map[string]any{"limits": map[string]any{"nvidia.com/gpu": n}} }

	endpoint := func(spec map[string]any) map[string]any {
		return named(merge(map[string]any{"model": map[string]any{"repository": served7B}, "accelerators": map[string]any{"count": 1.0}}, spec))
	}
	openModelOn := func(gpus string, labels map[string]any) string {
		return given("llmaz.io/v1alpha1", "OpenModel", "qwen", map[string]any{
			"familyName": "qwen2", "source": map[string]any{"modelHub": map[string]any{"modelID": served7B}},
			"inferenceConfig": map[string]any{"flavors": []any{map[string]any{"name": "gpu", "limits": map[string]any{"nvidia.com/gpu": gpus}, "nodeSelector": labels}}},
		})
	}
	playground := func(args []any, model string) map[string]any {
		return named(map[string]any{"model_claim": map[string]any{"model_name": "qwen"}, "backend_runtime_config": map[string]any{"args": args}}, model)
	}
	container := func(name string, args []any, gpu string) map[string]any {
		return map[string]any{"name": name, "image": "vllm/vllm-openai:v0.10.0", "command": []any{"vllm", "serve"}, "args": args, "resources": gpus(gpu)}
	}
	llmazService := func(args ...any) map[string]any {
		return named(map[string]any{
			"model_claims":      map[string]any{"models": []any{map[string]any{"name": "qwen"}}},
			"workload_template": map[string]any{"worker_template": map[string]any{"spec": map[string]any{"containers": []any{container("model-runner", args, "3")}}}},
		}, openModelOn("3", nil))
	}
	omeModel := given("ome.io/v1beta1", "ClusterBaseModel", "qwen", map[string]any{
		"modelFormat": map[string]any{"name": "safetensors"}, "modelArchitecture": "Qwen2ForCausalLM", "modelParameterSize": "7B",
		"storage": map[string]any{"storageUri": "hf://" + served7B, "path": "/raid/models/qwen"},
	})
	omeService := func(args []any, selector map[string]any) map[string]any {
		return named(map[string]any{
			"model":  map[string]any{"name": "qwen"},
			"engine": map[string]any{"runner": map[string]any{"name": "ome-container", "image": "lmsysorg/sglang:v0.5.5", "command": []any{"python3", "-m", "sglang.launch_server"}, "args": args, "resources": gpus("3")}, "node_selector": selector},
		}, omeModel)
	}
	llmkubeModel := func(hardware map[string]any) string {
		return namespaced(given("inference.llmkube.dev/v1alpha1", "Model", "qwen", map[string]any{"source": "hf://" + served7B, "format": "safetensors", "hardware": hardware}))
	}
	threeGPUs := map[string]any{"gpu": map[string]any{"enabled": true, "count": 3, "vendor": "nvidia"}}
	llmkubeService := func(spec map[string]any, model string) map[string]any {
		return named(merge(map[string]any{"model_ref": "qwen", "runtime": "vllm", "skip_model_init": true, "endpoint": map[string]any{"port": 8000.0}, "image": "vllm/vllm-openai:v0.10.0"}, spec), model)
	}
	kthena := func(args ...any) map[string]any {
		return named(map[string]any{"replicas": 1.0, "template": map[string]any{"roles": []any{map[string]any{
			"name": "serve", "replicas": 1.0, "worker_replicas": 0.0,
			"entry_template": map[string]any{"spec": map[string]any{"containers": []any{container("engine", args, "3")}}},
		}}}})
	}
	t4 := map[string]any{"nvidia.com/gpu.product": "Tesla-T4"}

	const heads, longer, weights = "model " + served7B + " has 28 attention heads, which tensor parallel size 3", "has a context of 32768 tokens, and", "has weights that take 14.2 GiB of each of 1 x Tesla T4, and vLLM uses 13.4 GiB of one"
	return map[string]row{
		"endpoint":             {"inference_endpoint", endpoint(nil), "", ""},
		"endpoint heads":       {"inference_endpoint", endpoint(map[string]any{"accelerators": map[string]any{"count": 3.0}}), "spec.accelerators", heads},
		"endpoint context":     {"inference_endpoint", endpoint(map[string]any{"context_length": 65536.0}), "spec.context_length", longer},
		"endpoint weights":     {"inference_endpoint", endpoint(map[string]any{"node_selector": t4, "context_length": 2048.0}), "spec.accelerators", weights},
		"endpoint argument":    {"inference_endpoint", endpoint(map[string]any{"engine": map[string]any{"args": []any{"--max-model-len=65536"}}}), "spec.engine.args[0]", longer},
		"playground":           {"inference_playground", playground([]any{"--seed", "1"}, openModelOn("4", nil)), "", ""},
		"playground argument":  {"inference_playground", playground([]any{"--max-model-len", "65536"}, openModelOn("1", nil)), "spec.backend_runtime_config.args[0]", longer},
		"playground, operator": {"inference_playground", playground(nil, openModelOn("3", nil)), "", ""}, // it splits nothing
		"playground heads":     {"inference_playground", direct(playground(nil, openModelOn("3", nil))), "spec.model_claim.model_name", heads},
		"playground flavor":    {"inference_playground", playground([]any{"--max-model-len", "2048"}, openModelOn("1", t4)), "spec.model_claim.model_name", weights},
		"llmaz service":        {"inference_service", llmazService("/workspace/models/models--Qwen--Qwen2.5-Coder-7B-Instruct", "--tensor-parallel-size", "3"), "spec.workload_template.worker_template.spec.containers[0].args[1]", heads},
		"OME":                  {"inference_ome_service", omeService([]any{"--model-path", "$(MODEL_PATH)", "--tp", "2"}, nil), "", ""},
		"OME heads":            {"inference_ome_service", omeService([]any{"--model-path", "$(MODEL_PATH)", "--tp", "3"}, nil), "spec.engine.runner.args[2]", heads},
		"LLMKube":              {"inference_llmkube_service", llmkubeService(nil, llmkubeModel(nil)), "", ""},
		"LLMKube context":      {"inference_llmkube_service", llmkubeService(map[string]any{"vllm_config": map[string]any{"max_model_len": 65536.0}}, llmkubeModel(nil)), "spec.vllm_config.max_model_len", longer},
		"LLMKube heads":        {"inference_llmkube_service", llmkubeService(map[string]any{"vllm_config": map[string]any{"tensor_parallel_size": 3.0}}, llmkubeModel(threeGPUs)), "spec.vllm_config.tensor_parallel_size", heads},
		"Kthena":               {"inference_model_serving", kthena(served7B, "-tp", "2"), "", ""},
		"Kthena heads":         {"inference_model_serving", kthena(served7B, "-tp", "3"), "spec.template.roles[0].entry_template.spec.containers[0].args[1]", heads},
		"Kthena, direct":       {"inference_model_serving", direct(kthena(served7B)), "spec.template.roles[0].entry_template.spec.containers[0].resources.limits[\"nvidia.com/gpu\"]", heads},
		"Kthena, a variable":   {"inference_model_serving", kthena("$(MODEL)", "-tp", "3"), "", ""},
	}
}

// TestServedModels plans services of every kind whose engine cannot serve the model, in both modes and at every level.
func TestServedModels(t *testing.T) {
	hubless(t)
	server := modelHub(t)
	for name, tc := range servings() {
		for _, level := range []string{"", "off", "offline", "warn", "error"} {
			t.Run(name+" "+level, func(t *testing.T) {
				t.Setenv("HF_ENDPOINT", server.URL)
				if level == "" || level == "offline" {
					t.Setenv("HF_ENDPOINT", "http://127.0.0.1:1") // nobody is asked
				}
				block := map[string]any{"api_releases": map[string]any{"llmkube": "v0.9.19", "llmaz": "v0.1.4", "ome": "v0.1.5", "kthena": "v1.0.0"}}
				if level != "" {
					block["model_check"] = level
				}
				s := newServer(t)
				if diags := s.configure(t, block); len(diags) > 0 {
					t.Fatal(told(diags))
				}
				plan := s.plan(t, tc.kind, nil, tc.config)
				diags := aboutServing(plan.Diagnostics)
				if level == "off" || tc.told == "" {
					if len(diags) > 0 {
						t.Errorf("got %s", told(diags))
					}
					return
				}
				if len(diags) != 1 || pathText(diags[0].Attribute) != tc.at || !strings.Contains(diags[0].Detail, tc.told) || isError(diags[0]) != (level == "error" && !strings.Contains(diags[0].Detail, "beyond the former")) {
					t.Errorf("want %q at %s, got %s", tc.told, tc.at, told(diags))
				}
			})
		}
	}
}

// aboutServing are the findings of the check of models, and every error.
func aboutServing(all []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	var out []*tfprotov6.Diagnostic
	for _, d := range aboutModels(all) {
		if !strings.Contains(d.Detail, "is gated") { // as the played hub says of all
			out = append(out, d)
		}
	}
	return out
}

// TestServedModelsAskOnce plans a model and two services of it: the hub is asked about it once, and that it is not there is told where it
// is defined alone.
func TestServedModelsAskOnce(t *testing.T) {
	hubless(t)
	var asked atomic.Int32
	played := modelHub(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api/models/") {
			asked.Add(1)
		}
		played.Config.Handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	t.Setenv("HF_ENDPOINT", server.URL)
	t.Setenv("HF_HUB_ETAG_TIMEOUT", "0.2")
	for model, want := range map[string]struct {
		requests int32
		told     int
	}{
		"org/model": {1, 0}, "org/hidden": {1, 1}, "org/limited": {1, 1}, "org/slow": {1, 1},
	} {
		t.Run(model, func(t *testing.T) {
			asked.Store(0)
			s := newServer(t)
			s.ProviderServer = NewServer("test") // alone, since twins ask both
			if diags := s.configure(t, map[string]any{"model_check": "error", "api_releases": map[string]any{"llmaz": "v0.1.4"}}); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			source := map[string]any{"modelHub": map[string]any{"modelID": model}}
			manifest := given("llmaz.io/v1alpha1", "OpenModel", "m", map[string]any{"familyName": "qwen2", "source": source})
			found := aboutServing(s.plan(t, "inference_open_model", nil, openModel(map[string]any{"model_id": model})).Diagnostics)
			for _, name := range []string{"a", "b"} {
				found = append(found, aboutServing(s.plan(t, "inference_playground", nil, map[string]any{
					"metadata": map[string]any{"name": name, "namespace": "llm"}, "spec": map[string]any{"model_claim": map[string]any{"model_name": "m"}}, "references": []any{manifest},
				}).Diagnostics)...)
			}
			if got := asked.Load(); got != want.requests || len(found) != want.told {
				t.Errorf("the hub was asked %d times: %s", got, told(found))
			}
			if len(found) > 0 && model != "org/hidden" && isError(found[0]) {
				t.Errorf("a hub that says nothing is no error: %s", told(found))
			}
		})
	}
}

// TestServedModelsOfGoldens renders what the renderers are tested with, in both modes: there is no mistake in any.
func TestServedModelsOfGoldens(t *testing.T) {
	files, err := filepath.Glob("../kinds/*/testdata/render/*/in.yaml")
	if err != nil {
		t.Fatal(err)
	}
	deeper, err := filepath.Glob("../kinds/*/testdata/render/*/*/in.yaml")
	if err != nil {
		t.Fatal(err)
	}
	byKind := map[string]*kinds.Kind{}
	for _, k := range Kinds() {
		if k.Models != nil && k.Render != nil {
			byKind[k.GVK.Group+k.GVK.Kind] = k
		}
	}
	compared := 0
	for _, file := range append(files, deeper...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in := rendertest.Parse(t, text)
		kind := byKind[in.Object.GroupVersionKind().Group+in.Object.GetKind()]
		if kind == nil {
			continue
		}
		candidate := kinds.Candidate{Object: in.Object, References: in.References}
		operated, _, _ := candidate.Engines(kind.Render)
		in.Images = render.PinImages(nil)
		out, _ := kind.Render(in)
		direct, err := podset.Of(out.Objects)
		if err != nil {
			t.Fatal(err)
		}
		uses := kind.Models(candidate)
		for _, e := range append(modelcheck.Engines(operated), modelcheck.Engines(direct)...) {
			i := e.Serves(uses)
			if i < 0 {
				continue
			}
			facts, known := table.Of(uses[i].Repository)
			if !known {
				continue
			}
			compared++
			for _, found := range e.Check(modelcheck.Model{Facts: facts}, modelcheck.Named(e.Pod, e.Resource)) {
				t.Errorf("%s: %s %s", file, uses[i].Repository, found.Says)
			}
		}
	}
	if compared < 20 {
		t.Errorf("%d engines were compared: the search for them is broken", compared)
	}
}
