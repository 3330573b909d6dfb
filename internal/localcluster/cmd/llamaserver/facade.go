//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// facade is the HTTP API of llama-server before the one of the engine.
type facade struct {
	http.Handler

	alias, engine string
	busy          atomic.Int64
}

func newFacade(alias, engine string) *facade {
	f := &facade{alias: alias, engine: engine}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", f.health)
	mux.HandleFunc("GET /v1/models", f.models)
	mux.HandleFunc("GET /metrics", f.metrics)
	mux.HandleFunc("POST /v1/completions", f.complete)
	mux.HandleFunc("POST /v1/chat/completions", f.complete)
	f.Handler = mux
	return f
}

// loaded reports whether the engine has its model: the status is 0 then.
func (f *facade) loaded(ctx context.Context) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, f.engine+"/health", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = response.Body.Close() }()
	var answer struct{ Status *int }
	return json.NewDecoder(response.Body).Decode(&answer) == nil && answer.Status != nil && *answer.Status == 0
}

func (f *facade) health(w http.ResponseWriter, r *http.Request) {
	if !f.loaded(r.Context()) {
		fail(w, http.StatusServiceUnavailable, "unavailable_error", "Loading model")
		return
	}
	reply(w, map[string]string{"status": "ok"})
}

func (f *facade) models(w http.ResponseWriter, r *http.Request) {
	if !f.loaded(r.Context()) {
		fail(w, http.StatusServiceUnavailable, "unavailable_error", "Loading model")
		return
	}
	reply(w, map[string]any{"object": "list", "data": []any{map[string]any{"id": f.alias, "object": "model", "owned_by": "llamacpp"}}})
}

func (f *facade) metrics(w http.ResponseWriter, _ *http.Request) {
	_, _ = fmt.Fprintf(w, "llamacpp:requests_processing %d\nllamacpp:requests_deferred 0\n", f.busy.Load())
}

// question is what requests of both kinds may say.
type question struct {
	Prompt    string
	Messages  []struct{ Role, Content string }
	MaxTokens int `json:"max_tokens"`
	Stream    bool
}

// complete answers at once or in pieces.
func (f *facade) complete(w http.ResponseWriter, r *http.Request) {
	f.busy.Add(1)
	defer f.busy.Add(-1)
	q := question{MaxTokens: 128}
	if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
		fail(w, http.StatusBadRequest, "invalid_request_error", err.Error())
		return
	}
	for _, message := range q.Messages {
		q.Prompt += message.Role + ": " + message.Content + "\n"
	}
	chat := strings.HasSuffix(r.URL.Path, "/chat/completions")
	flusher, _ := w.(http.Flusher)
	text := ""
	tokens, err := f.generate(r.Context(), q, func(piece string) {
		text += piece
		if q.Stream && flusher != nil {
			line, _ := json.Marshal(f.answer(chat, true, piece, nil))
			_, _ = fmt.Fprintf(w, "data: %s\n\n", line)
			flusher.Flush()
		}
	})
	switch {
	case err != nil:
		fail(w, http.StatusInternalServerError, "server_error", err.Error())
	case q.Stream:
		_, _ = io.WriteString(w, "data: [DONE]\n\n")
	default:
		reply(w, f.answer(chat, false, text, tokens))
	}
}

// last is how the engine ends an answer.
type last struct {
	Content string
	Done    bool
	Prompt  int `json:"prompt_eval_count"`
	Tokens  int `json:"eval_count"`
}

// generate asks the engine, which answers in lines of JSON.
func (f *facade) generate(ctx context.Context, q question, each func(piece string)) (*last, error) {
	// The sampling of llama-server where nobody says otherwise.
	body, err := json.Marshal(map[string]any{"prompt": q.Prompt, "options": map[string]any{
		"num_predict": q.MaxTokens, "temperature": 0.8, "top_k": 40, "top_p": 0.95, "min_p": 0.05, "typical_p": 1, "repeat_last_n": 64, "repeat_penalty": 1, "seed": 1,
	}})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, f.engine+"/completion", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(response.Body)
		return nil, errors.New(strings.TrimSpace(string(text)))
	}
	for lines := json.NewDecoder(response.Body); ; {
		var line last
		if err := lines.Decode(&line); err != nil {
			return nil, err
		}
		if line.Done {
			return &line, nil
		}
		each(line.Content)
	}
}

// answer is a completion, or a piece of one.
func (f *facade) answer(chat, piece bool, text string, tokens *last) map[string]any {
	choice := map[string]any{"index": 0}
	object := "text_completion"
	switch {
	case chat && piece:
		object, choice["delta"] = "chat.completion.chunk", map[string]any{"content": text}
	case chat:
		object, choice["message"] = "chat.completion", map[string]any{"role": "assistant", "content": text}
	default:
		choice["text"] = text
	}
	answer := map[string]any{"id": "chatcmpl-0", "object": object, "created": time.Now().Unix(), "model": f.alias, "choices": []any{choice}}
	if tokens != nil {
		choice["finish_reason"] = "stop"
		answer["usage"] = map[string]any{"prompt_tokens": tokens.Prompt, "completion_tokens": tokens.Tokens, "total_tokens": tokens.Prompt + tokens.Tokens}
	}
	return answer
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

func fail(w http.ResponseWriter, code int, kind, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"code": code, "message": message, "type": kind}})
}
