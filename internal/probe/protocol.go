// Package probe asks a model server whether it serves: its health, its models, and one short
// completion. It is bounded, and knows the interfaces that servers have as data.
package probe

import "encoding/json"

// Methods of requests.
const (
	get  = "GET"
	post = "POST"
)

// Protocol is the interface of a model server.
type Protocol struct {
	// Name is what the configuration calls it.
	Name string
	// Health is the path that answers 2xx when the server is ready. Where it has none, 404, the list of models
	// stands in for it if MayLack is true.
	Health  string
	MayLack bool
	// Models asks for the names of the models, and Named reads the answer.
	Models request
	Named  func([]byte) []string
	// Complete asks for a completion, and Answer reads it; nil for a protocol that has none.
	Complete func(Question) request
	Answer   func([]byte) (string, bool)
}

// request is one request; body is what is sent as JSON, nil for nothing.
type request struct {
	method, path string
	body         any
}

// Question is what a completion is asked for.
type Question struct {
	Model, Prompt string
	MaxTokens     int64
}

// protocols are the interfaces of the engines that the systems start.
//
// Mirrors vllm-project/vllm vllm/entrypoints/openai/api_server.py@v0.11.0, huggingface/text-generation-inference
// router/src/server.rs@v3.3.6, and triton-inference-server/server
// docs/protocol/{extension_generate,extension_model_repository}.md@v2.61.0.
var protocols = []Protocol{
	{
		Name: "openai", Health: "/health", MayLack: true,
		Models: request{get, "/v1/models", nil}, Named: openAIModels,
		Complete: func(q Question) request {
			return request{post, "/v1/completions", map[string]any{"model": q.Model, "prompt": q.Prompt, "max_tokens": q.MaxTokens}}
		},
		Answer: func(body []byte) (string, bool) {
			var out struct{ Choices []struct{ Text *string } }
			if json.Unmarshal(body, &out) != nil || len(out.Choices) == 0 || out.Choices[0].Text == nil {
				return "", false
			}
			return *out.Choices[0].Text, true
		},
	},
	{
		Name: "openai_chat", Health: "/health", MayLack: true,
		Models: request{get, "/v1/models", nil}, Named: openAIModels,
		Complete: func(q Question) request {
			message := map[string]any{"role": "user", "content": q.Prompt}
			return request{post, "/v1/chat/completions", map[string]any{"model": q.Model, "messages": []any{message}, "max_tokens": q.MaxTokens}}
		},
		Answer: func(body []byte) (string, bool) {
			var out struct {
				Choices []struct{ Message *struct{ Content string } }
			}
			if json.Unmarshal(body, &out) != nil || len(out.Choices) == 0 || out.Choices[0].Message == nil {
				return "", false
			}
			return out.Choices[0].Message.Content, true
		},
	},
	{
		Name: "tgi", Health: "/health",
		Models: request{get, "/info", nil},
		Named: func(body []byte) []string {
			var out struct {
				ID string `json:"model_id"`
			}
			if json.Unmarshal(body, &out) != nil || out.ID == "" {
				return nil
			}
			return []string{out.ID}
		},
		Complete: func(q Question) request {
			return request{post, "/generate", map[string]any{"inputs": q.Prompt, "parameters": map[string]any{"max_new_tokens": q.MaxTokens}}}
		},
		Answer: member("generated_text"),
	},
	{
		Name: "triton", Health: "/v2/health/ready",
		Models: request{post, "/v2/repository/index", map[string]any{"ready": true}},
		Named: func(body []byte) []string {
			var out []struct{ Name string }
			if json.Unmarshal(body, &out) != nil {
				return nil
			}
			var names []string
			for _, m := range out {
				names = append(names, m.Name)
			}
			return names
		},
		Complete: func(q Question) request {
			return request{post, "/v2/models/" + q.Model + "/generate", map[string]any{"text_input": q.Prompt, "max_tokens": q.MaxTokens}}
		},
		Answer: member("text_output"),
	},
	{Name: "kserve_v2", Health: "/v2/health/ready"},
}

// Names are the protocols by name, the default first.
func Names() []string {
	var names []string
	for _, p := range protocols {
		names = append(names, p.Name)
	}
	return names
}

// Of returns the protocol of that name.
func Of(name string) (Protocol, bool) {
	for _, p := range protocols {
		if p.Name == name {
			return p, true
		}
	}
	return Protocol{}, false
}

func openAIModels(body []byte) []string {
	var out struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if json.Unmarshal(body, &out) != nil {
		return nil
	}
	var names []string
	for _, m := range out.Data {
		names = append(names, m.ID)
	}
	return names
}

// member reads a text of an object, or of the first object of a list.
func member(name string) func([]byte) (string, bool) {
	return func(body []byte) (string, bool) {
		var one map[string]any
		if json.Unmarshal(body, &one) != nil {
			var list []map[string]any
			if json.Unmarshal(body, &list) != nil || len(list) == 0 {
				return "", false
			}
			one = list[0]
		}
		text, ok := one[name].(string)
		return text, ok
	}
}
