package llmkube

import (
	corev1 "k8s.io/api/core/v1"
)

// directEngine is what sets the container of a runtime apart.
type directEngine struct {
	container string
	command   []string
	// probe, when its path is not "", asks over HTTP; ready is the path for startup and readiness, live that for liveness.
	ready, live string
	// metric is what load is measured by when nobody says.
	metric string
}

// llamaCppMetric is LLMKube's choice also for runtimes that do not have it, which I-83 refuses.
const llamaCppMetric = "llamacpp:requests_processing"

// directEngines mirror defilantech/LLMKube
// internal/controller/{runtime_*,hpa_reconciler}.go@v0.9.19.
var directEngines = map[string]directEngine{
	"llamacpp":        {container: "llama-server", ready: "/health", live: "/health", metric: llamaCppMetric},
	"llamacpp-router": {container: "llama-server", ready: "/health", live: "/health", metric: llamaCppMetric},
	"vllm": {
		container: "vllm", command: []string{"vllm", "serve"}, ready: "/health", live: "/health",
		metric: "vllm:num_requests_running",
	},
	"sglang": {
		container: "sglang", command: []string{"python3", "-m", "sglang.launch_server"}, ready: "/health_generate", live: "/health",
		metric: "sglang:num_running_reqs",
	},
	"tgi":         {container: "tgi", ready: "/health", live: "/health", metric: "tgi:queue_size"},
	"personaplex": {container: "personaplex", command: []string{"/app/moshi/.venv/bin/python", "-m", "moshi.server"}, metric: llamaCppMetric},
	"generic":     {container: "inference-server", metric: llamaCppMetric},
}

func (s directService) engine() directEngine { return directEngines[runtimeOf(s.InferenceService)] }

// tgiArgs mirrors defilantech/LLMKube internal/controller/runtime_tgi.go@v0.9.19.
func (s directService) tgiArgs() []string {
	var a arguments
	extra := s.Spec.ExtraArgs
	a.add("--model-id", s.served())
	a.add("--port", s.port())
	a.unless(extra, "--hostname", s.address())
	if c := s.Spec.TGIConfig; c != nil {
		a.text("--quantize", c.Quantize)
		a.number("--max-input-length", c.MaxInputLength)
		a.number("--max-total-tokens", c.MaxTotalTokens)
		a.text("--dtype", c.Dtype)
	}
	if s.gpus() > 1 {
		a.add("--num-shard", decimal(s.gpus()))
	}
	return append(a, extra...)
}

// personaPlexArgs mirrors defilantech/LLMKube
// internal/controller/runtime_personaplex.go@v0.9.19.
func (s directService) personaPlexArgs() []string {
	var a arguments
	a.add("--ssl", "/app/ssl")
	if c := s.Spec.PersonaPlexConfig; c != nil {
		a.yes("--quantize-4bit", c.Quantize4Bit)
		a.yes("--cpu-offload", c.CPUOffload)
	}
	return a
}

// token is the variable with the token for Hugging Face, if the runtime has one.
func (s directService) token(variable string) []corev1.EnvVar {
	var ref *corev1.SecretKeySelector
	switch runtimeOf(s.InferenceService) {
	case "vllm":
		ref = vllm(s.InferenceService).HFTokenSecretRef
	case "sglang":
		ref = sglang(s.InferenceService).HFTokenSecretRef
	case "tgi":
		if c := s.Spec.TGIConfig; c != nil {
			ref = c.HFTokenSecretRef
		}
	case "personaplex":
		if c := s.Spec.PersonaPlexConfig; c != nil {
			ref = c.HFTokenSecretRef
		}
	}
	if ref == nil {
		return nil
	}
	return []corev1.EnvVar{{Name: variable, ValueFrom: &corev1.EnvVarSource{SecretKeyRef: ref}}}
}

// engineEnv are the variables that follow from the runtime.
func (s directService) engineEnv() []corev1.EnvVar {
	switch runtimeOf(s.InferenceService) {
	case "tgi":
		return s.token("HUGGING_FACE_HUB_TOKEN")
	case "personaplex":
		return append(s.token("HF_TOKEN"), named("NO_TORCH_COMPILE", "1"))
	}
	return s.token("HF_TOKEN")
}
