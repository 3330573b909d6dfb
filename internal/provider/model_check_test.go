package provider

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// openModel is a model on a hub, with some of its fields.
func openModel(fields map[string]any) map[string]any {
	return map[string]any{"metadata": map[string]any{"name": "m"}, "spec": map[string]any{
		"family_name": "qwen2", "source": map[string]any{"model_hub": fields},
	}}
}

// stored is a model of OME, from where it is stored.
func stored(uri string) map[string]any {
	return map[string]any{"metadata": map[string]any{"name": "m"}, "spec": map[string]any{
		"model_format": map[string]any{"name": "safetensors"}, "storage": map[string]any{"storage_uri": uri, "path": "/raid/models/m"},
	}}
}

// containerOfKthena is where the engine of the only role is.
const containerOfKthena = "spec.template.roles[0].entry_template.spec.containers[0]"

// servedByKthena is a role whose engine downloads a model.
func servedByKthena(model string, env []any) map[string]any {
	engine := map[string]any{"name": "engine", "image": "vllm/vllm-openai:v0.10.0", "command": []any{"vllm", "serve"}, "args": []any{model}, "resources": map[string]any{"limits": map[string]any{"nvidia.com/gpu": "1"}}}
	if env != nil {
		engine["env"] = env
	}
	return map[string]any{"metadata": map[string]any{"name": "m"}, "spec": map[string]any{"replicas": 1.0, "template": map[string]any{"roles": []any{map[string]any{
		"name": "serve", "replicas": 1.0, "worker_replicas": 0.0, "entry_template": map[string]any{"spec": map[string]any{"containers": []any{engine}}},
	}}}}}
}

// recommending is a runtime of llmaz whose command line has a model.
func recommending(model string) map[string]any {
	return map[string]any{"metadata": map[string]any{"name": "m"}, "spec": map[string]any{
		"image": "vllm/vllm-openai", "version": "v0.11.0", "command": []any{"vllm", "serve"},
		"recommended_configs": []any{map[string]any{"name": "default", "args": []any{model}}},
	}}
}

// engineNaming is a runner of OME whose command line has a model.
func engineNaming(model string) map[string]any {
	return map[string]any{"name": "ome-container", "image": "lmsysorg/sglang:v0.5.5", "command": []any{"python3", "-m", "sglang.launch_server"}, "args": []any{"--model-path", model}}
}

const benchmarkType = "inference_benchmark_job"

// measuring is a benchmark in direct mode that counts tokens by that tokenizer.
func measuring(tokenizer string) map[string]any {
	return map[string]any{
		"mode": "direct", "metadata": map[string]any{"name": "m", "namespace": "llm"}, "direct": map[string]any{"tokenizer": tokenizer},
		"spec": map[string]any{
			"endpoint": map[string]any{"endpoint": map[string]any{"url": "http://chat.llm.svc:8080", "api_format": "openai", "model_name": "chat"}},
			"task":     "text-to-text", "max_time_per_iteration": 15, "max_requests_per_iteration": 300,
			"output_location": map[string]any{"storage_uri": "pvc://results/m"},
		},
	}
}

// TestModelCheck plans models that a hub has, and that it has not, at both levels.
func TestModelCheck(t *testing.T) {
	hubless(t)
	server := modelHub(t)
	const openModelType, omeType, llmkubeType, hubAt = "inference_open_model", "inference_cluster_base_model", "inference_llmkube_model", "spec.source.model_hub"
	sourced := func(spec map[string]any) map[string]any {
		return map[string]any{"metadata": map[string]any{"name": "m", "namespace": "llm"}, "spec": spec}
	}
	for name, tc := range map[string]struct {
		kind   string
		config map[string]any
		env    map[string]string
		// told is in the only diagnostic, which is at a path; a remark is a warning at every level.
		at, told string
		remark   bool
	}{
		"there":                  {kind: openModelType, config: openModel(map[string]any{"model_id": "org/model"})},
		"file there":             {kind: openModelType, config: openModel(map[string]any{"model_id": "org/model", "filename": "model.safetensors"})},
		"not there":              {kind: openModelType, config: openModel(map[string]any{"model_id": "org/hidden"}), at: hubAt + ".model_id", told: "OpenModel m: model org/hidden is not at " + server.URL + ", or hidden from this plan"},
		"misspelt":               {kind: openModelType, config: openModel(map[string]any{"model_id": "Qwen/hidden-Qwen2.5-7B-Instruct"}), at: hubAt + ".model_id", told: "Check the name."},
		"revision":               {kind: openModelType, config: openModel(map[string]any{"model_id": "org/model", "revision": "v9"}), at: hubAt + ".revision", told: `OpenModel m: model org/model has no revision "v9" at ` + server.URL},
		"file":                   {kind: openModelType, config: openModel(map[string]any{"model_id": "org/model", "filename": "x.safetensors"}), at: hubAt + ".filename", told: "model org/model has no file x.safetensors at " + server.URL + ". Give one that the repository has, such as model.safetensors."},
		"gated, nobody asks":     {kind: openModelType, config: openModel(map[string]any{"model_id": "org/gated"}), at: hubAt + ".model_id", told: "model org/gated is gated at " + server.URL + ", and this plan has no token", remark: true},
		"gated, not let in":      {kind: openModelType, config: openModel(map[string]any{"model_id": "org/gated"}), env: map[string]string{"HF_TOKEN": "other"}, at: hubAt + ".model_id", told: "the account of this plan's token has no access"},
		"gated, let in":          {kind: openModelType, config: openModel(map[string]any{"model_id": "org/gated"}), env: map[string]string{"HF_TOKEN": "let-in"}},
		"limited":                {kind: openModelType, config: openModel(map[string]any{"model_id": "org/limited"}), told: "does not check models where this is in the way: model org/limited at " + server.URL, remark: true},
		"unreadable":             {kind: openModelType, config: openModel(map[string]any{"model_id": "org/truncated"})},
		"without shape":          {kind: openModelType, config: openModel(map[string]any{"model_id": "org/empty"})},
		"offline":                {kind: openModelType, config: openModel(map[string]any{"model_id": "org/hidden"}), env: map[string]string{"HF_HUB_OFFLINE": "1"}},
		"not known yet":          {kind: openModelType, config: openModel(map[string]any{"model_id": reference})},
		"OME there":              {kind: omeType, config: stored("hf://org/model")},
		"OME elsewhere":          {kind: omeType, config: stored("vendor://org/hidden/m")},
		"OME revision":           {kind: omeType, config: stored("hf://org/model@v9"), at: "spec.storage.storage_uri", told: `model org/model has no revision "v9"`},
		"OME not there":          {kind: omeType, config: stored("hf://org/hidden"), at: "spec.storage.storage_uri", told: "ClusterBaseModel m: model org/hidden is not at"},
		"endpoint there":         {kind: "inference_endpoint", config: sourced(map[string]any{"accelerators": map[string]any{"count": 1}, "model": map[string]any{"repository": "org/model"}})},
		"endpoint not there":     {kind: "inference_endpoint", config: sourced(map[string]any{"accelerators": map[string]any{"count": 1}, "model": map[string]any{"repository": "org/hidden"}}), at: "spec.model.repository", told: "model org/hidden is not at"},
		"endpoint of a hub":      {kind: "inference_endpoint", config: sourced(map[string]any{"accelerators": map[string]any{"count": 1}, "model": map[string]any{"repository": "org/hidden", "hub_endpoint": "https://hub.example.org"}})},
		"endpoint revision":      {kind: "inference_endpoint", config: sourced(map[string]any{"accelerators": map[string]any{"count": 1}, "model": map[string]any{"repository": "org/model", "revision": "v9"}}), at: "spec.model.revision", told: `no revision "v9"`},
		"endpoint file":          {kind: "inference_endpoint", config: sourced(map[string]any{"engine": map[string]any{"name": "llamacpp"}, "model": map[string]any{"repository": "org/model", "file": "q.gguf"}}), at: "spec.model.file", told: "has no file q.gguf"},
		"Kthena there":           {kind: "inference_model_serving", config: servedByKthena("org/model", nil)},
		"Kthena not there":       {kind: "inference_model_serving", config: servedByKthena("org/hidden", nil), at: containerOfKthena + ".args[0]", told: "model org/hidden is not at"},
		"Kthena's own hub":       {kind: "inference_model_serving", config: servedByKthena("org/hidden", []any{map[string]any{"name": "HF_ENDPOINT", "value": "https://hub.example.com"}})},
		"benchmark there":        {kind: benchmarkType, config: measuring("org/model")},
		"benchmark not there":    {kind: benchmarkType, config: measuring("org/hidden"), at: "direct.tokenizer", told: "BenchmarkJob llm/m: model org/hidden is not at"},
		"benchmark of a folder":  {kind: benchmarkType, config: measuring("/models/hidden")},
		"endpoint adapter":       {kind: "inference_endpoint", config: sourced(map[string]any{"accelerators": map[string]any{"count": 1}, "model": map[string]any{"repository": "org/model"}, "adapters": []any{map[string]any{"name": "a", "repository": "org/hidden"}}}), at: "spec.adapters[0].repository", told: "model org/hidden is not at"},
		"runtime not there":      {kind: "inference_backend_runtime", config: recommending("org/hidden"), at: "spec.recommended_configs[0].args[0]", told: "BackendRuntime m: model org/hidden is not at"},
		"runtime of a template":  {kind: "inference_backend_runtime", config: recommending("{{ .ModelPath }}")},
		"OME engine not there":   {kind: "inference_ome_service", config: sourced(map[string]any{"model": map[string]any{"name": "qwen"}, "engine": map[string]any{"runner": engineNaming("org/hidden")}}), at: "spec.engine.runner.args[1]", told: "InferenceService llm/m: model org/hidden is not at"},
		"OME runtime not there":  {kind: "inference_serving_runtime", config: sourced(map[string]any{"supported_model_formats": []any{map[string]any{"name": "safetensors", "model_format": map[string]any{"name": "safetensors", "version": "1"}, "model_framework": map[string]any{"name": "transformers", "version": "4"}}}, "engine_config": map[string]any{"runner": engineNaming("org/hidden")}}), at: "spec.engine_config.runner.args[1]", told: "ServingRuntime llm/m: model org/hidden is not at"},
		"adapter not there":      {kind: "inference_llmkube_lora_adapter", config: sourced(map[string]any{"name": "a", "path": "org/hidden", "inference_service_ref": map[string]any{"name": "s"}}), at: "spec.path", told: "LoRAAdapter llm/m: model org/hidden is not at"},
		"adapter of a folder":    {kind: "inference_llmkube_lora_adapter", config: sourced(map[string]any{"name": "a", "path": "/adapters/hidden", "inference_service_ref": map[string]any{"name": "s"}})},
		"LLMKube there":          {kind: llmkubeType, config: sourced(map[string]any{"source": "hf://org/model"})},
		"LLMKube bare":           {kind: llmkubeType, config: sourced(map[string]any{"source": "org/hidden"}), at: "spec.source", told: "model org/hidden is not at"},
		"LLMKube revision":       {kind: llmkubeType, config: sourced(map[string]any{"source": "hf://org/model@v9"}), at: "spec.source", told: `no revision "v9"`},
		"LLMKube file":           {kind: llmkubeType, config: sourced(map[string]any{"source": "hf://org/model", "files": []any{"q.gguf"}}), at: "spec.files", told: "no file q.gguf"},
		"LLMKube address":        {kind: llmkubeType, config: sourced(map[string]any{"source": "https://huggingface.co/org/model/resolve/main/q/q4.gguf"}), at: "spec.source", told: "no file q/q4.gguf"},
		"LLMKube other address":  {kind: llmkubeType, config: sourced(map[string]any{"source": "https://example.com/org/hidden/resolve/main/q4.gguf"})},
		"LLMKube address's file": {kind: llmkubeType, config: sourced(map[string]any{"source": "https://huggingface.co/org/model/resolve/main/model.safetensors"})},
	} {
		for _, level := range []string{"off", "offline", "warn", "error"} {
			t.Run(name+" "+level, func(t *testing.T) {
				t.Setenv("HF_ENDPOINT", server.URL)
				for name, value := range tc.env {
					t.Setenv(name, value)
				}
				s := newServer(t)
				if diags := s.configure(t, map[string]any{"model_check": level, "api_releases": map[string]any{"llmkube": "v0.9.19"}}); len(diags) > 0 {
					t.Fatal(told(diags))
				}
				diags := aboutModels(s.plan(t, tc.kind, nil, tc.config).Diagnostics)
				if strings.HasPrefix(level, "off") || tc.told == "" {
					if len(diags) > 0 {
						t.Errorf("got %s", told(diags))
					}
					return
				}
				if len(diags) != 1 || pathText(diags[0].Attribute) != tc.at || !strings.Contains(diags[0].Detail, tc.told) || isError(diags[0]) != (level == "error" && !tc.remark) {
					t.Errorf("want %q at %s, got %s", tc.told, tc.at, told(diags))
				}
			})
		}
	}
}

// aboutModels leaves out what a plan says without a check of models, and keeps every error.
func aboutModels(all []*tfprotov6.Diagnostic) []*tfprotov6.Diagnostic {
	var out []*tfprotov6.Diagnostic
	for _, d := range all {
		if isError(d) || d.Summary == "Model cannot be served as configured" || d.Summary == "Models are not checked" {
			out = append(out, d)
		}
	}
	return out
}

// TestModelCheckAsksOnce plans two models for several resources each, with the level of the environment.
func TestModelCheckAsksOnce(t *testing.T) {
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
	t.Setenv("INFERENCE_MODEL_CHECK", "error")
	s := newServer(t)
	s.ProviderServer = NewServer("test") // alone, since twins ask both
	if diags := s.configure(t, nil); len(diags) > 0 {
		t.Fatal(told(diags))
	}
	named := func(name string, config map[string]any) map[string]any {
		return merge(config, map[string]any{"metadata": map[string]any{"name": name}})
	}
	for _, name := range []string{"a", "b"} {
		s.plan(t, "inference_open_model", nil, named(name, openModel(map[string]any{"model_id": "org/model"})))
		s.plan(t, "inference_cluster_base_model", nil, named(name, stored("hf://org/model")))
		hidden := aboutModels(s.plan(t, "inference_open_model", nil, named("no-"+name, openModel(map[string]any{"model_id": "org/hidden"}))).Diagnostics)
		if len(hidden) != 1 || !isError(hidden[0]) {
			t.Errorf("the level of the environment does not count: %s", told(hidden))
		}
	}
	if got := asked.Load(); got != 2 {
		t.Errorf("the hub was asked %d times about two models", got)
	}
	t.Setenv("INFERENCE_MODEL_CHECK", "on")
	if said := told(newServer(t).configure(t, nil)); !strings.Contains(said, `model_check of the provider block is "on": must be one of "off", "offline", "warn", "error".`) {
		t.Errorf("want the value of the environment refused, got %s", said)
	}
}

// TestModelCheckInTerraform plans with the real client, which shows where in the configuration a finding is, and that one of two
// models which nobody has does not hide the other.
func TestModelCheckInTerraform(t *testing.T) {
	t.Parallel()
	tf := newTerraform(t)
	hub := modelHub(t)
	tf.env = []string{"HF_ENDPOINT=" + hub.URL}
	const configuration = `
provider "inference" {
  model_check = "LEVEL"
}
resource "inference_open_model" "there" {
  metadata = { name = "there" }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "org/model" } } }
}
resource "inference_open_model" "hidden" {
  metadata = { name = "hidden" }
  spec = {
    family_name = "qwen2"
    source      = { model_hub = { model_id = "org/hidden" } }
  }
}
resource "inference_cluster_base_model" "revision" {
  metadata = { name = "revision" }
  spec = {
    model_format = { name = "safetensors" }
    storage      = { storage_uri = "hf://org/model@v9", path = "/raid/models/m" }
  }
}
`
	for level, succeeds := range map[string]bool{"off": true, "warn": true, "error": false} {
		tf.write(t, "main.tf", requirement+strings.Replace(configuration, "LEVEL", level, 1))
		out, errs, ok := tf.run(t, "plan", "-no-color", "-input=false")
		printed := strings.Join(strings.Fields(strings.NewReplacer("│", "", "╷", "", "╵", "").Replace(out+errs)), " ")
		if ok != succeeds {
			t.Errorf("%s: the plan succeeds: %v\n%s", level, ok, out+errs)
		}
		for headline, want := range map[string]bool{"Warning: Model cannot be served as configured": level == "warn", "Error: Model cannot be served as configured": level == "error"} {
			if strings.Contains(printed, headline) != want {
				t.Errorf("%s: want %q %v\n%s", level, headline, want, out+errs)
			}
		}
		for _, want := range []string{
			"with inference_open_model.hidden", "OpenModel hidden: model org/hidden is not at " + hub.URL,
			"with inference_cluster_base_model.revision", `model org/model has no revision "v9" at ` + hub.URL,
		} {
			// Terraform counts further warnings of one headline and does not show them.
			if level == "error" && !strings.Contains(printed, want) {
				t.Errorf("%s: want %q\n%s", level, want, out+errs)
			}
		}
		if strings.Contains(printed, "inference_open_model.there,") {
			t.Errorf("%s: what is there is no finding\n%s", level, out+errs)
		}
	}
}
