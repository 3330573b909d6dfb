package provider

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// modelHub plays a hub of models, in which each repository has a state of its own.
func modelHub(t *testing.T) *httptest.Server {
	t.Helper()
	const config = `{"architectures": ["Qwen2ForCausalLM"], "model_type": "qwen2", "num_hidden_layers": 28, "hidden_size": 3584, "num_attention_heads": 28, "num_key_value_heads": 4, "intermediate_size": 18944, "vocab_size": 152064, "max_position_embeddings": 32768, "torch_dtype": "bfloat16", "tie_word_embeddings": false}`
	answer := func(w http.ResponseWriter, status int, code, text string) {
		w.Header().Set("X-Error-Code", code)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(text))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		in := func(name string) bool { return strings.Contains(r.URL.Path, name) }
		lists := strings.HasPrefix(r.URL.Path, "/api/models/")
		switch {
		case in("/limited"):
			w.Header().Set("Retry-After", "120")
			answer(w, http.StatusTooManyRequests, "", "too many")
		case in("/hidden"):
			answer(w, http.StatusUnauthorized, "RepoNotFound", "")
		case in("/revision/v9"):
			answer(w, http.StatusNotFound, "RevisionNotFound", "")
		case in("/slow"), in("/Qwen2.5-32B"):
			<-r.Context().Done()
		case in("/Llama-3.1-8B") && !lists:
			answer(w, http.StatusForbidden, "GatedRepo", "")
		case in("/gated") && !lists && r.Header.Get("Authorization") != "Bearer let-in":
			answer(w, http.StatusForbidden, "GatedRepo", "")
		case in("/truncated") && !lists:
			w.Header().Set("Content-Length", "9999")
			_, _ = w.Write([]byte(config))
		case r.Header.Get("Authorization") == "Bearer wrong":
			answer(w, http.StatusUnauthorized, "", "Invalid credentials")
		case in("/empty") && lists:
			_, _ = w.Write([]byte(`{"id": "org/empty", "sha": "abc", "siblings": []}`))
		case lists:
			name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/api/models/"), "/revision/")
			_, _ = w.Write([]byte(`{"id": "` + name + `", "sha": "abc123", "gated": "auto", "cardData": {"license": "apache-2.0"}, "siblings": [{"rfilename": "config.json", "size": 600}, {"rfilename": "model.safetensors", "size": 15231233024}], "safetensors": {"total": 7615616512}}`))
		default:
			_, _ = w.Write([]byte(config))
		}
	}))
	t.Cleanup(server.Close)
	return server
}

// readModel is the state of the data source, or what is wrong.
func readModel(t *testing.T, s *served, plain map[string]any) (state map[string]tftypes.Value, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	kind := s.schema.DataSourceSchemas["inference_model"].ValueType()
	config := s.config(t, kind, plain)
	validated, err := s.ValidateDataResourceConfig(t.Context(), &tfprotov6.ValidateDataResourceConfigRequest{TypeName: "inference_model", Config: config})
	if err != nil {
		t.Fatal(err)
	}
	if len(validated.Diagnostics) > 0 {
		return nil, validated.Diagnostics
	}
	read, err := s.ReadDataSource(t.Context(), &tfprotov6.ReadDataSourceRequest{TypeName: "inference_model", Config: config})
	if err != nil {
		t.Fatal(err)
	}
	if read.State != nil {
		value, err := read.State.Unmarshal(kind)
		if err != nil {
			t.Fatal(err)
		}
		state, _ = fieldsOf(value)
	}
	return state, read.Diagnostics
}

// plainText is a value as people write it.
func plainText(t *testing.T, v tftypes.Value) string {
	t.Helper()
	if v.IsNull() {
		return "(null)"
	}
	if v.Type().Is(tftypes.Bool) {
		var truth bool
		_ = v.As(&truth)
		return fmt.Sprint(truth)
	}
	return fmt.Sprint(native(t, v))
}

// hubless hides what the environment says of hubs.
func hubless(t *testing.T) {
	t.Helper()
	emptyEnvironment(t)
	for _, name := range []string{"HF_ENDPOINT", "HF_TOKEN", "HF_HUB_OFFLINE", "MODELSCOPE_API_TOKEN"} {
		t.Setenv(name, "")
	}
}

func TestModelDataSource(t *testing.T) {
	hubless(t)
	server := modelHub(t)
	for name, tc := range map[string]struct {
		config map[string]any
		env    map[string]string
		// told is the only diagnostic, at a path, and facts are some of the state.
		at, told string
		warns    bool
		facts    map[string]string
		fit      map[string]string
	}{
		"whole": {config: map[string]any{"repository": "org/model"}, facts: map[string]string{
			"repository": "org/model", "revision": "abc123", "source": "huggingface", "licence": "apache-2.0", "gated": "true", "parameters": "7615616512", "weight_bytes": "15231233024",
			"layers": "28", "kv_heads": "4", "head_size": "128", "context": "32768", "dtype": "bfloat16", "architecture": "Qwen2ForCausalLM", "experts": "(null)", "quantization": "(null)",
		}},
		"fit": {config: map[string]any{"repository": "org/model", "fit": map[string]any{"accelerator": "NVIDIA-L4", "context": 8192, "concurrency": 2}}, fit: map[string]string{
			"fits": "true", "reason": "", "accelerator": "NVIDIA-L4", "context": "8192", "concurrency": "2", "tensor_parallel": "1", "kv_cache_bytes_per_token": "57344", "min_accelerators": "1", "engine": "(null)",
		}},
		"does not fit":             {config: map[string]any{"repository": "org/model", "fit": map[string]any{"accelerator": "T4"}}, fit: map[string]string{"fits": "false", "min_accelerators": "2"}},
		"table":                    {config: map[string]any{"source": "table", "repository": "qwen/qwen2.5-7b-instruct"}, facts: map[string]string{"repository": "Qwen/Qwen2.5-7B-Instruct", "source": "table", "layers": "28", "files": "(null)", "gated": "false"}},
		"offline":                  {config: map[string]any{"repository": "Qwen/Qwen2.5-7B-Instruct"}, env: map[string]string{"HF_HUB_OFFLINE": "1"}, facts: map[string]string{"source": "table"}},
		"token of the environment": {config: map[string]any{"repository": "org/gated"}, env: map[string]string{"HF_TOKEN": "let-in"}, facts: map[string]string{"layers": "28"}},
		"token":                    {config: map[string]any{"repository": "org/gated", "token": "let-in"}, facts: map[string]string{"layers": "28"}},
		"gated":                    {config: map[string]any{"repository": "org/gated"}, at: "repository", told: "Model org/gated is gated at " + server.URL},
		"gated and known": {
			config: map[string]any{"repository": "meta-llama/Llama-3.1-8B-Instruct"}, at: "repository", told: "the request had no token: its files cannot be downloaded", warns: true,
			facts: map[string]string{"layers": "32", "gated": "true", "source": "huggingface", "revision": "abc123"},
		},
		"hidden":               {config: map[string]any{"repository": "org/hidden"}, at: "repository", told: "Model org/hidden is not at " + server.URL},
		"revision":             {config: map[string]any{"repository": "org/model", "revision": "v9"}, at: "revision", told: `has no revision "v9"`},
		"limited":              {config: map[string]any{"repository": "org/limited"}, at: "repository", told: "Wait 2m, or set token or HF_TOKEN"},
		"slow":                 {config: map[string]any{"repository": "org/slow", "timeout": "50ms"}, at: "repository", told: "Model org/slow was not read, because " + server.URL + " does not answer"},
		"slow and known":       {config: map[string]any{"repository": "Qwen/Qwen2.5-32B-Instruct", "timeout": "50ms"}, at: "repository", told: "The facts are those of the table in the provider", warns: true, facts: map[string]string{"source": "table", "layers": "64"}},
		"not there":            {config: map[string]any{"repository": "org/model", "endpoint": "http://127.0.0.1:1"}, at: "repository", told: "does not answer: GET http://127.0.0.1:1/api/models/org/model/revision/main: connection refused"},
		"truncated":            {config: map[string]any{"repository": "org/truncated"}, at: "repository", told: "unexpected EOF"},
		"wrong token":          {config: map[string]any{"repository": "org/model", "token": "wrong"}, at: "token", told: "Invalid credentials"},
		"empty":                {config: map[string]any{"repository": "org/empty"}, at: "file", told: "neither a config.json nor a GGUF file"},
		"not in the table":     {config: map[string]any{"source": "table", "repository": "Qwen/Qwen2.5-7B-Instrct"}, at: "repository", told: "unlike Qwen/Qwen2.5-7B-Instruct"},
		"no folder":            {config: map[string]any{"source": "folder", "path": filepath.Join(t.TempDir(), "none")}, at: "path", told: "no such file or directory"},
		"unknown source":       {config: map[string]any{"source": "hub", "repository": "a/b"}, at: "source", told: `"huggingface"`},
		"no repository":        {config: map[string]any{}, at: "repository", told: "the source huggingface needs it"},
		"a path for a hub":     {config: map[string]any{"repository": "a/b", "path": "/models"}, at: "path", told: "the source huggingface does not use it"},
		"a strange repository": {config: map[string]any{"repository": "../../etc/passwd"}, at: "repository", told: "must be the name of a repository"},
		"a strange endpoint":   {config: map[string]any{"repository": "a/b", "endpoint": "huggingface.co"}, at: "endpoint", told: "must be a URL"},
		"a strange timeout":    {config: map[string]any{"repository": "a/b", "timeout": "soon"}, at: "timeout", told: "must be a duration"},
		"unknown accelerator":  {config: map[string]any{"repository": "org/model", "fit": map[string]any{"accelerator": "H10O"}}, at: "fit.accelerator", told: "did you mean"},
		"no accelerator":       {config: map[string]any{"repository": "org/model", "fit": map[string]any{}}, at: "fit.accelerator", told: "set memory_gib"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("HF_ENDPOINT", server.URL)
			for name, value := range tc.env {
				t.Setenv(name, value)
			}
			s := newServer(t)
			if diags := s.configure(t, nil); len(diags) > 0 {
				t.Fatal(told(diags))
			}
			state, diags := readModel(t, s, tc.config)
			switch {
			case tc.told == "" && len(diags) > 0, tc.told != "" && len(diags) != 1:
				t.Fatalf("want %q, got %s", tc.told, told(diags))
			case tc.told != "":
				if d := diags[0]; pathText(d.Attribute) != tc.at || !strings.Contains(d.Detail, tc.told) || (d.Severity == tfprotov6.DiagnosticSeverityWarning) != tc.warns {
					t.Errorf("want %q at %s, got %s at %s", tc.told, tc.at, told(diags), pathText(d.Attribute))
				}
			}
			for attribute, want := range map[string]map[string]string{"facts": tc.facts, "fit": tc.fit} {
				if len(want) == 0 {
					continue
				}
				fields, _ := fieldsOf(state[attribute])
				for name, text := range want {
					if got := plainText(t, fields[name]); got != text {
						t.Errorf("%s.%s is %s, not %s", attribute, name, got, text)
					}
				}
			}
			if token, ok := state["token"]; ok && !token.IsNull() && (tc.told == "" || tc.warns) {
				t.Error("the token is in the state")
			}
		})
	}
}

// TestFitFunction shows that the function takes facts, and names of the table, and says what is wrong with its arguments.
func TestFitFunction(t *testing.T) {
	hubless(t)
	s := newServer(t)
	object := func(fields map[string]tftypes.Value) tftypes.Value {
		kinds := map[string]tftypes.Type{}
		for name, field := range fields {
			kinds[name] = field.Type()
		}
		return tftypes.NewValue(tftypes.Object{AttributeTypes: kinds}, fields)
	}
	text := func(s string) tftypes.Value { return tftypes.NewValue(tftypes.String, s) }
	number := func(n int64) tftypes.Value { return tftypes.NewValue(tftypes.Number, n) }
	facts := object(map[string]tftypes.Value{
		"layers": number(28), "hidden_size": number(3584), "attention_heads": number(28), "kv_heads": number(4), "head_size": number(128), "intermediate_size": number(18944), "dense_layers": number(28),
		"vocabulary": number(152064), "context": number(32768), "experts": tftypes.NewValue(tftypes.String, nil), "files": tftypes.NewValue(tftypes.List{ElementType: tftypes.String}, []tftypes.Value{}),
	})
	for name, tc := range map[string]struct {
		facts, options tftypes.Value
		want           map[string]string
		told           string
		argument       int64
	}{
		"facts":            {facts: facts, options: object(map[string]tftypes.Value{"accelerator": text("L4"), "context": number(8192), "engine": text("vllm")}), want: map[string]string{"fits": "true", "kv_cache_bytes_per_token": "57344", "context": "8192"}},
		"name":             {facts: text("Qwen/Qwen2.5-7B-Instruct"), options: object(map[string]tftypes.Value{"accelerator": text("T4"), "count": number(2)}), want: map[string]string{"fits": "true", "tensor_parallel": "2"}},
		"misspelt name":    {facts: text("Qwen/Qwen2.5-7B-Instrct"), options: object(map[string]tftypes.Value{"accelerator": text("T4")}), told: "Did you mean Qwen/Qwen2.5-7B-Instruct?"},
		"unknown option":   {facts: facts, options: object(map[string]tftypes.Value{"gpu": text("L4")}), told: `unknown field "gpu"`, argument: 1},
		"wrong type":       {facts: facts, options: object(map[string]tftypes.Value{"accelerator": text("L4"), "context": text("much")}), told: "cannot be read", argument: 1},
		"wrong option":     {facts: facts, options: object(map[string]tftypes.Value{"accelerator": text("L4"), "engine": text("vlm")}), told: "engine: must be one of llamacpp, sglang, vllm", argument: 1},
		"too little known": {facts: object(map[string]tftypes.Value{"layers": number(28)}), options: object(map[string]tftypes.Value{"accelerator": text("L4")}), told: "facts: the shape of the model is not known well enough"},
	} {
		t.Run(name, func(t *testing.T) {
			arguments := make([]*tfprotov6.DynamicValue, 2)
			for i, v := range []tftypes.Value{tc.facts, tc.options} {
				arguments[i] = dynamic(t, tftypes.DynamicPseudoType, v)
			}
			resp, err := s.CallFunction(context.Background(), &tfprotov6.CallFunctionRequest{Name: "fit", Arguments: arguments})
			if err != nil {
				t.Fatal(err)
			}
			if tc.told != "" || resp.Error != nil {
				if resp.Error == nil || !strings.Contains(resp.Error.Text, tc.told) || tc.told == "" || resp.Error.FunctionArgument == nil || *resp.Error.FunctionArgument != tc.argument {
					t.Fatalf("want %q of argument %d, got %+v", tc.told, tc.argument, resp.Error)
				}
				return
			}
			value, err := resp.Result.Unmarshal(s.schema.Functions["fit"].Return.Type)
			if err != nil {
				t.Fatal(err)
			}
			fields, _ := fieldsOf(value)
			for name, want := range tc.want {
				if got := plainText(t, fields[name]); got != want {
					t.Errorf("%s is %s, not %s", name, got, want)
				}
			}
		})
	}
}
