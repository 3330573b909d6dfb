package podnet

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// What a stand-in does otherwise than others, by the name of an image of its pod: any registry and path, then
// localcluster/NAME, then any tag or digest.
//
//	localcluster/mute     its pod is Ready and nothing listens
//	localcluster/loading  its pod is Ready at once, as one without a readiness probe is, and answers 503 for the first five seconds
var (
	mute    = regexp.MustCompile(`/localcluster/mute([:@].*)?$`)
	loading = regexp.MustCompile(`/localcluster/loading([:@].*)?$`)
)

const loadTime = 5 * time.Second

// Answer is what a stand-in completes every prompt with.
const Answer = "No model runs here: this is the stand-in of the local control plane for a model server."

// standIn answers in the place of a model server with the OpenAI API. It knows no model.
type standIn struct{}

// ServeHTTP implements [http.Handler].
func (standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	pod, ok := r.Context().Value(podKey{}).(*corev1.Pod)
	if !ok || isLoading(pod, time.Now()) {
		http.Error(w, "the model is being loaded", http.StatusServiceUnavailable)
		return
	}
	switch r.Method + " " + r.URL.Path {
	case "GET /health":
	case "GET /v1/models":
		reply(w, map[string]any{"object": "list", "data": []any{map[string]any{"id": servedModel(pod), "object": "model", "owned_by": "localcluster"}}})
	case "POST /v1/completions", "POST /v1/chat/completions", "POST /v1/embeddings":
		var q question
		_ = json.NewDecoder(r.Body).Decode(&q)
		q.answer(w, pod, r.URL.Path)
	default:
		http.NotFound(w, r)
	}
}

// question is what a stand-in looks at of a request.
type question struct {
	Model string `json:"model"`
	Tools []struct {
		Function struct {
			Name string `json:"name"`
		} `json:"function"`
	} `json:"tools"`
}

// answer is in the form of the path. A model that the command line does not serve is not found; a tool that is offered is called.
func (q *question) answer(w http.ResponseWriter, pod *corev1.Pod, path string) {
	name := servedModel(pod)
	if q.Model != "" && q.Model != name && name != pod.Name {
		if !slices.Contains(adapters(pod), q.Model) {
			http.Error(w, "the model "+q.Model+" does not exist", http.StatusNotFound)
			return
		}
		name = q.Model
	}
	switch {
	case path == "/v1/embeddings":
		reply(w, map[string]any{"object": "list", "model": name, "data": []any{map[string]any{"object": "embedding", "index": 0, "embedding": []float64{0, 1}}}})
	case path == "/v1/completions":
		reply(w, completion(name, "text_completion", map[string]any{"text": Answer, "finish_reason": "stop"}))
	case len(q.Tools) > 0:
		call := map[string]any{"id": "stand-in", "type": "function", "function": map[string]any{"name": q.Tools[0].Function.Name, "arguments": "{}"}}
		message := map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{call}}
		reply(w, completion(name, "chat.completion", map[string]any{"message": message, "finish_reason": "tool_calls"}))
	default:
		message := map[string]any{"role": "assistant", "content": Answer}
		reply(w, completion(name, "chat.completion", map[string]any{"message": message, "finish_reason": "stop"}))
	}
}

func completion(model, object string, choice map[string]any) map[string]any {
	choice["index"] = 0
	return map[string]any{"id": "stand-in", "object": object, "created": time.Now().Unix(), "model": model, "choices": []any{choice}}
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(body)
}

// listens reports whether something listens in the pod.
func listens(pod *corev1.Pod) bool {
	if pod.Status.Phase != corev1.PodRunning {
		return false
	}
	for _, c := range pod.Spec.Containers {
		if mute.MatchString(c.Image) {
			return false
		}
	}
	return true
}

// isLoading reports whether the server of the pod does not have its model yet.
func isLoading(pod *corev1.Pod, now time.Time) bool {
	for _, c := range pod.Spec.Containers {
		if loading.MatchString(c.Image) && pod.Status.StartTime != nil && now.Before(pod.Status.StartTime.Add(loadTime)) {
			return true
		}
	}
	return false
}

// modelFlags name the served model on the command lines of engines, the one that decides first.
var modelFlags = []string{"--served-model-name", "--alias", "--model", "--model-path"}

// servedModel is the name under which the command line of a container serves its model, or the name of the pod.
func servedModel(pod *corev1.Pod) string {
	for _, flag := range modelFlags {
		if values := flagged(pod, flag); len(values) > 0 {
			return values[0]
		}
	}
	return pod.Name
}

// adapters are the names of the LoRA adapters on the command lines of a pod, each written as name=source.
func adapters(pod *corev1.Pod) []string {
	var names []string
	for _, flag := range []string{"--lora-modules", "--lora-paths"} {
		for _, value := range flagged(pod, flag) {
			name, _, _ := strings.Cut(value, "=")
			names = append(names, name)
		}
	}
	return names
}

// flagged are the values of a flag on the command lines of a pod, up to the next flag.
func flagged(pod *corev1.Pod, flag string) []string {
	for _, c := range pod.Spec.Containers {
		words := strings.Fields(strings.Join(append(append([]string{}, c.Command...), c.Args...), " "))
		for i, word := range words {
			if value, ok := strings.CutPrefix(word, flag+"="); ok {
				return []string{value}
			}
			if word != flag {
				continue
			}
			values := words[i+1:]
			if end := slices.IndexFunc(values, func(w string) bool { return strings.HasPrefix(w, "-") }); end >= 0 {
				values = values[:end]
			}
			return values
		}
	}
	return nil
}
