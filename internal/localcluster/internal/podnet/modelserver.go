package podnet

import (
	"encoding/json"
	"net/http"
	"regexp"
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
	name := servedModel(pod)
	switch r.Method + " " + r.URL.Path {
	case "GET /health":
	case "GET /v1/models":
		reply(w, map[string]any{"object": "list", "data": []any{map[string]any{"id": name, "object": "model", "owned_by": "localcluster"}}})
	case "POST /v1/completions":
		reply(w, completion(name, "text_completion", map[string]any{"text": Answer}))
	case "POST /v1/chat/completions":
		reply(w, completion(name, "chat.completion", map[string]any{"message": map[string]any{"role": "assistant", "content": Answer}}))
	default:
		http.NotFound(w, r)
	}
}

func completion(model, object string, choice map[string]any) map[string]any {
	choice["index"], choice["finish_reason"] = 0, "stop"
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
		for _, c := range pod.Spec.Containers {
			words := strings.Fields(strings.Join(append(append([]string{}, c.Command...), c.Args...), " "))
			for i, word := range words {
				if value, ok := strings.CutPrefix(word, flag+"="); ok {
					return value
				}
				if word == flag && i+1 < len(words) {
					return words[i+1]
				}
			}
		}
	}
	return pod.Name
}
