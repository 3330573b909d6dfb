package probe

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// played is a model server: what it answers by method and path, in turn and the last for good.
type played map[string][]string

func outside(t *testing.T, base *url.URL) Server {
	t.Helper()
	server, err := cluster.Outside(base, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// serve plays a server; asked are its requests with their bodies.
func serve(t *testing.T, answers played) (s Server, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	at := map[string]int{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body any
		_ = json.NewDecoder(r.Body).Decode(&body)
		key := r.Method + " " + r.URL.Path
		line := key
		if body != nil {
			raw, _ := json.Marshal(body)
			line += " " + string(raw)
		}
		*asked = append(*asked, line)
		steps := answers[key]
		if len(steps) == 0 {
			http.NotFound(w, r)
			return
		}
		step := steps[min(at[key], len(steps)-1)]
		at[key]++
		code, text := 200, step
		if before, after, ok := strings.Cut(step, " "); ok && len(before) == 3 {
			if _, err := fmt.Sscan(before, &code); err == nil {
				text = after
			}
		}
		w.WriteHeader(code)
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL + "/base")
	if err != nil {
		t.Fatal(err)
	}
	return outside(t, base), asked
}

// TestRun shows what is asked in each protocol, and what is made of the answers.
func TestRun(t *testing.T) {
	openAI := played{
		"GET /base/health": {""}, "GET /base/v1/models": {`{"object":"list","data":[{"id":"qwen"},{"id":"lora"}]}`},
		"POST /base/v1/completions":      {`{"choices":[{"text":" there"}],"usage":{}}`},
		"POST /base/v1/chat/completions": {`{"choices":[{"message":{"role":"assistant","content":"Hi"}}]}`},
	}
	with := func(key string, answers ...string) played {
		out := played{}
		maps.Copy(out, openAI)
		out[key] = answers
		return out
	}
	cases := map[string]struct {
		reason   string
		protocol string
		server   played
		question Question
		healthy  bool
		models   []string
		answer   string
		code     int
		err      string
		// last is the last request, and requests how many there were.
		last     string
		requests int
	}{
		"openai": {
			"the first model is asked", "openai", openAI,
			Question{Prompt: "Hello", MaxTokens: 8},
			true,
			[]string{"qwen", "lora"},
			" there", 200, "", `POST /base/v1/completions {"max_tokens":8,"model":"qwen","prompt":"Hello"}`, 3,
		},
		"openai chat": {
			"the model that is wanted is asked", "openai_chat", openAI,
			Question{Model: "lora", Prompt: "Hello", MaxTokens: 2},
			true,
			[]string{"qwen", "lora"},
			"Hi", 200, "", `POST /base/v1/chat/completions {"max_tokens":2,"messages":[{"content":"Hello","role":"user"}],"model":"lora"}`, 3,
		},
		"openai without a prompt": {
			"no completion is asked for", "openai", openAI,
			Question{},
			true,
			[]string{"qwen", "lora"},
			"", 200, "", "GET /base/v1/models", 2,
		},
		"openai without health": {
			"the list of models stands in for it", "openai", with("GET /base/health", "404 not found"),
			Question{Prompt: "Hello"},
			true,
			[]string{"qwen", "lora"},
			" there", 200, "", `POST /base/v1/completions {"max_tokens":0,"model":"qwen","prompt":"Hello"}`, 4,
		},
		"other model": {
			"a server of another model does not serve this one", "openai", openAI,
			Question{Model: "llama", Prompt: "Hello"},
			true,
			[]string{"qwen", "lora"},
			"", 200, `the server does not serve "llama" but qwen, lora`, "GET /base/v1/models", 2,
		},
		"loading": {
			"a server that loads is asked again, and is not healthy in the end", "openai", with("GET /base/health", "503 loading"),
			Question{Prompt: "Hello"},
			false, nil, "", 503, "GET /health: HTTP 503: loading", "GET /base/health", 3,
		},
		"passing": {
			"an error of the server may pass", "openai", with("POST /base/v1/completions", "500 oops", `{"choices":[{"text":"ok"}]}`),
			Question{Prompt: "Hello"},
			true,
			[]string{"qwen", "lora"},
			"ok", 200, "", `POST /base/v1/completions {"max_tokens":0,"model":"qwen","prompt":"Hello"}`, 4,
		},
		"refused": {
			"a refusal is not asked again", "openai", with("POST /base/v1/completions", `400 {"error":{"message":"no chat template"}}`),
			Question{Prompt: "Hello"},
			true,
			[]string{"qwen", "lora"},
			"", 400, `POST /v1/completions: HTTP 400: {"error":{"message":"no chat template"}}`, `POST /base/v1/completions {"max_tokens":0,"model":"qwen","prompt":"Hello"}`, 3,
		},
		"key needed": {
			"a server that wants a key says so", "openai", with("GET /base/v1/models", "401 Unauthorized"),
			Question{Prompt: "Hello"},
			true, nil, "", 401, "GET /v1/models: HTTP 401: Unauthorized", "GET /base/v1/models", 2,
		},
		"no completion": {
			"an answer of another shape is told", "openai", with("POST /base/v1/completions", `{"choices":[]}`),
			Question{Prompt: "Hello"},
			true,
			[]string{"qwen", "lora"},
			"", 200, `the answer is no completion: {"choices":[]}`, `POST /base/v1/completions {"max_tokens":0,"model":"qwen","prompt":"Hello"}`, 3,
		},
		"no models": {
			"a server without a model serves nothing", "openai", with("GET /base/v1/models", `{"data":[]}`),
			Question{Prompt: "Hello"},
			true, nil, "", 200, "the server names no model", "GET /base/v1/models", 2,
		},
		"tgi": {
			"Text Generation Inference has an interface of its own", "tgi",
			played{"GET /base/health": {""}, "GET /base/info": {`{"model_id":"Qwen/Qwen3-8B"}`}, "POST /base/generate": {`{"generated_text":"Hi"}`}},
			Question{Prompt: "Hello", MaxTokens: 8},
			true,
			[]string{"Qwen/Qwen3-8B"},
			"Hi", 200, "",
			`POST /base/generate {"inputs":"Hello","parameters":{"max_new_tokens":8}}`, 3,
		},
		"triton": {
			"Triton lists what is ready and generates", "triton",
			played{
				"GET /base/v2/health/ready": {""}, "POST /base/v2/repository/index": {`[{"name":"ensemble","version":"1","state":"READY"}]`},
				"POST /base/v2/models/ensemble/generate": {`{"model_name":"ensemble","text_output":"Hi"}`},
			},
			Question{Prompt: "Hello", MaxTokens: 8},
			true,
			[]string{"ensemble"},
			"Hi", 200, "",
			`POST /base/v2/models/ensemble/generate {"max_tokens":8,"text_input":"Hello"}`, 3,
		},
		"triton not ready": {
			"health decides", "triton",
			played{"GET /base/v2/health/ready": {"400 "}},
			Question{Prompt: "Hello"},
			false, nil, "", 400, "GET /v2/health/ready: HTTP 400: ", "GET /base/v2/health/ready", 1,
		},
		"kserve_v2": {
			"the protocol has neither a list of models nor completions", "kserve_v2",
			played{"GET /base/v2/health/ready": {`{}`}},
			Question{Prompt: "Hello"},
			true, nil, "", 200, "", "GET /base/v2/health/ready", 1,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, asked := serve(t, tc.server)
			protocol, ok := Of(tc.protocol)
			if !ok {
				t.Fatalf("there is no protocol %s", tc.protocol)
			}
			got := Run(t.Context(), server, protocol, tc.question)
			said := ""
			if got.Err != nil {
				said = got.Err.Error()
			}
			answer := ""
			if got.Answer != nil {
				answer = *got.Answer
			}
			want := []any{tc.healthy, tc.models, tc.answer, tc.code, tc.err, tc.last, tc.requests}
			if diff := cmp.Diff(want, []any{got.Healthy, got.Models, answer, got.Code, said, (*asked)[len(*asked)-1], len(*asked)}); diff != "" {
				t.Errorf("%s (-want +got):\n%s\nasked: %s", tc.reason, diff, strings.Join(*asked, "; "))
			}
		})
	}
	for _, name := range Names() {
		if _, ok := cases[strings.ReplaceAll(name, "openai_chat", "openai chat")]; !ok {
			t.Errorf("no case shows the protocol %s", name)
		}
	}
	if !slices.Contains(Names(), "openai") || Names()[0] != "openai" {
		t.Error("the default is openai")
	}
}

// TestRunBounded shows that an answer without an end is not read to it, and that nobody is waited for longer than asked.
func TestRunBounded(t *testing.T) {
	endless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	}))
	defer endless.Close()
	base, err := url.Parse(endless.URL)
	if err != nil {
		t.Fatal(err)
	}
	protocol, _ := Of("kserve_v2")
	got := Run(t.Context(), outside(t, base), protocol, Question{})
	if got.Err == nil || got.Err.Error() != "the answer is longer than 1048576 bytes" {
		t.Errorf("an endless answer: %v", got.Err)
	}
}

// TestServes shows what is asked of a server of which nobody said what it is, and what counts as serving.
func TestServes(t *testing.T) {
	cases := map[string]struct {
		reason string
		server played
		asked  []string
		err    string
	}{
		"openai": {
			"the list of models is asked for first",
			played{"GET /base/v1/models": {`{"data":[{"id":"qwen"}]}`}},
			[]string{"GET /base/v1/models"},
			"",
		},
		"tgi": {
			"a server without that list may have another",
			played{"GET /base/info": {`{"model_id":"qwen"}`}},
			[]string{"GET /base/v1/models", "GET /base/info"},
			"",
		},
		"triton": {
			"and Triton a third",
			played{"POST /base/v2/repository/index": {`[{"name":"ensemble"}]`}},
			[]string{"GET /base/v1/models", "GET /base/info", `POST /base/v2/repository/index {"ready":true}`},
			"",
		},
		"kserve": {
			"a server that lists nothing is ready",
			played{"GET /base/v2/health/ready": {""}},
			[]string{"GET /base/v1/models", "GET /base/info", `POST /base/v2/repository/index {"ready":true}`, "GET /base/v2/health/ready"},
			"",
		},
		"key needed": {
			"a server that lists its models to nobody without a key is healthy",
			played{"GET /base/v1/models": {"401 Unauthorized"}, "GET /base/health": {""}},
			[]string{"GET /base/v1/models", "GET /base/health"},
			"",
		},
		"loading": {
			"a server that loads does not serve",
			played{"GET /base/v1/models": {"503 loading"}},
			[]string{"GET /base/v1/models", "GET /base/v1/models", "GET /base/v1/models"},
			"GET /v1/models: HTTP 503: loading",
		},
		"none": {
			"nor does one that has none of it",
			played{},
			[]string{"GET /base/v1/models", "GET /base/info", `POST /base/v2/repository/index {"ready":true}`, "GET /base/v2/health/ready"},
			"GET /v2/health/ready: HTTP 404: 404 page not found",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, asked := serve(t, tc.server)
			got := Serves(t.Context(), server)
			said := ""
			if got.Err != nil {
				said = got.Err.Error()
			}
			if diff := cmp.Diff([]any{tc.err, tc.asked}, []any{said, *asked}); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
