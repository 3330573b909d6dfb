package llmaz

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
)

// builtinRuntimes returns the runtimes that an installation of llmaz brings along, by
// name. A pod of vllm that drains asks port 8080, where the engine listens; the runtime
// that llmaz ships asks 8000 and so always takes the whole grace period. Beside what it has in
// v0.1.4, vllm can spread a model over several hosts, as in v0.1.0. Images are those of package engines, and flags are as
// those versions have them.
//
// Source: InftyAI/llmaz chart/templates/backends/*.yaml, chart/values.global.yaml@v0.1.4, and
// chart/templates/backends/vllm.yaml@v0.1.0.
func builtinRuntimes() map[string]inferencev1alpha1.BackendRuntimeSpec {
	return map[string]inferencev1alpha1.BackendRuntimeSpec{
		"vllm":         vllmRuntime(),
		"sglang":       sglangRuntime(),
		"llamacpp":     llamacppRuntime(),
		"tgi":          tgiRuntime(),
		"ollama":       ollamaRuntime(),
		"tensorrt-llm": tensorrtLLMRuntime(),
	}
}

func vllmRuntime() inferencev1alpha1.BackendRuntimeSpec {
	return withRuntimeProbes(inferencev1alpha1.BackendRuntimeSpec{
		Image: repositoryOf(engines.VLLMWithRay), Version: versionOf(engines.VLLMWithRay),
		Command: []string{"python3", "-m", "vllm.entrypoints.openai.api_server"},
		MultiHostCommands: &inferencev1alpha1.MultiHostCommands{
			Leader: []string{"sh", "-c", vllmLeaderScript},
			Worker: []string{"sh", "-c", vllmWorkerScript},
		},
		Lifecycle: runtimeDrain("vllm:num_requests_running", "vllm:num_requests_waiting"),
		RecommendedConfigs: []inferencev1alpha1.RecommendedConfig{
			{
				Name: configDefault,
				Args: []string{
					"--model", "{{ .ModelPath }}", "--served-model-name", "{{ .ModelName }}",
					"--host", "0.0.0.0", "--port", "8080",
				},
				Resources:        runtimeResources("4", "8Gi", "4", "8Gi"),
				SharedMemorySize: runtimeSharedMemory(),
			},
			{
				Name: configSpeculativeDecoding,
				Args: []string{
					"--model", "{{ .ModelPath }}", "--served-model-name", "{{ .ModelName }}",
					"--host", "0.0.0.0", "--port", "8080",
					"--speculative-config", `{"method": "draft_model", "model": "{{ .DraftModelPath }}", "num_speculative_tokens": 5}`,
				},
				Resources:        runtimeResources("4", "8Gi", "8", "16Gi"),
				SharedMemorySize: runtimeSharedMemory(),
			},
			{
				Name: configModelParallelism,
				Args: []string{
					"--model", "{{ .ModelPath }}", "--served-model-name", "{{ .ModelName }}",
					"--host", "0.0.0.0", "--port", "8080",
					"--tensor-parallel-size", "{{ .TP }}", "--pipeline-parallel-size", "{{ .PP }}",
				},
				Resources:        runtimeResources("4", "8Gi", "4", "8Gi"),
				SharedMemorySize: runtimeSharedMemory(),
			},
		},
	}, "/health")
}

// vllmLeaderScript starts the head of a Ray cluster, waits for the workers and becomes the server,
// whose arguments follow its last line. It waits for as long as the startup probe lets it.
const vllmLeaderScript = `ray start --head --disable-usage-stats --include-dashboard=false
until joined=$(python3 -c 'import ray; ray.init(address="auto"); print(sum(n["Alive"] for n in ray.nodes()))' | tail -n 1) &&
  [ "${joined:-0}" -ge "$LWS_GROUP_SIZE" ]; do
  sleep 5
done
exec python3 -m vllm.entrypoints.openai.api_server --distributed-executor-backend ray
`

// vllmWorkerScript joins the Ray cluster of the leader, as often as it takes.
const vllmWorkerScript = `until ray start --address="$LWS_LEADER_ADDRESS:6379" --block; do
  sleep 5
done
`

func sglangRuntime() inferencev1alpha1.BackendRuntimeSpec {
	return withRuntimeProbes(inferencev1alpha1.BackendRuntimeSpec{
		Image: repositoryOf(engines.SGLang), Version: versionOf(engines.SGLang),
		Command: []string{"python3", "-m", "sglang.launch_server"},
		RecommendedConfigs: []inferencev1alpha1.RecommendedConfig{{
			Name: configDefault,
			Args: []string{
				"--model-path", "{{ .ModelPath }}", "--served-model-name", "{{ .ModelName }}",
				"--host", "0.0.0.0", "--port", "8080",
			},
			Resources:        runtimeResources("4", "8Gi", "4", "8Gi"),
			SharedMemorySize: runtimeSharedMemory(),
		}},
	}, "/health_generate")
}

func llamacppRuntime() inferencev1alpha1.BackendRuntimeSpec {
	return withRuntimeProbes(inferencev1alpha1.BackendRuntimeSpec{
		Image: repositoryOf(engines.LlamaCpp), Version: versionOf(engines.LlamaCpp),
		Command:   []string{"./llama-server"},
		Lifecycle: runtimeDrain("llamacpp:requests_processing", "llamacpp:requests_deferred"),
		RecommendedConfigs: []inferencev1alpha1.RecommendedConfig{
			{
				Name:      configDefault,
				Args:      []string{"-m", "{{ .ModelPath }}", "--host", "0.0.0.0", "--port", "8080", "--metrics"},
				Resources: runtimeResources("2", "4Gi", "2", "4Gi"),
			},
			{
				Name: configSpeculativeDecoding,
				Args: []string{
					"-m", "{{ .ModelPath }}", "-md", "{{ .DraftModelPath }}",
					"--host", "0.0.0.0", "--port", "8080",
					"--spec-type", "draft-simple", "--spec-draft-n-max", "16", "--spec-draft-n-min", "5", "--metrics",
				},
			},
		},
	}, "/health")
}

func tgiRuntime() inferencev1alpha1.BackendRuntimeSpec {
	return withRuntimeProbes(inferencev1alpha1.BackendRuntimeSpec{
		Image: repositoryOf(engines.TGI), Version: versionOf(engines.TGI),
		Lifecycle: runtimeDrain("tgi_batch_current_size", "tgi_queue_size"),
		RecommendedConfigs: []inferencev1alpha1.RecommendedConfig{{
			Name:      configDefault,
			Args:      []string{"--model-id", "{{ .ModelPath }}", "--hostname", "0.0.0.0", "--port", "8080"},
			Resources: runtimeResources("4", "8Gi", "4", "8Gi"),
		}},
	}, "/health")
}

// ollamaScript starts the server, waits until it answers and loads the model into it.
const ollamaScript = `ollama serve &
while true; do
  listed=$(ollama list 2>&1)
  case "$listed" in
  *"could not connect to ollama app"*) ;;
  *NAME*) break ;;
  esac
  sleep 1
done
ollama run {{ .ModelName }}
while true; do
  sleep 60
done
`

func ollamaRuntime() inferencev1alpha1.BackendRuntimeSpec {
	return inferencev1alpha1.BackendRuntimeSpec{
		Image: repositoryOf(engines.Ollama), Version: versionOf(engines.Ollama),
		Command: []string{"sh", "-c"},
		Envs:    []corev1.EnvVar{{Name: "OLLAMA_HOST", Value: "0.0.0.0:8080"}},
		// The server answers before it has the model, which it may have to download first.
		StartupProbe:   ollamaProbe(360),
		ReadinessProbe: ollamaProbe(3),
		RecommendedConfigs: []inferencev1alpha1.RecommendedConfig{{
			Name:      configDefault,
			Args:      []string{ollamaScript},
			Resources: runtimeResources("2", "4Gi", "2", "4Gi"),
		}},
	}
}

// ollamaProbe asks whether the server has the model.
func ollamaProbe(failureThreshold int32) *corev1.Probe {
	return &corev1.Probe{
		ProbeHandler: corev1.ProbeHandler{
			Exec: &corev1.ExecAction{Command: []string{"ollama", "show", "{{ .ModelName }}"}},
		},
		PeriodSeconds: 10, TimeoutSeconds: 10, FailureThreshold: failureThreshold,
	}
}

func tensorrtLLMRuntime() inferencev1alpha1.BackendRuntimeSpec {
	return withRuntimeProbes(inferencev1alpha1.BackendRuntimeSpec{
		Image: repositoryOf(engines.TensorRTLLM), Version: versionOf(engines.TensorRTLLM),
		Command: []string{"trtllm-serve"},
		RecommendedConfigs: []inferencev1alpha1.RecommendedConfig{{
			Name:      configDefault,
			Args:      []string{"{{ .ModelPath }}", "--host", "0.0.0.0", "--port", "8080"},
			Resources: runtimeResources("4", "16Gi", "4", "16Gi"),
		}},
	}, "/health")
}

// repositoryOf and versionOf are the parts of an image with a tag.
func repositoryOf(image string) string { return image[:strings.LastIndex(image, ":")] }

func versionOf(image string) string { return image[strings.LastIndex(image, ":")+1:] }

// withRuntimeProbes adds the probes that all runtimes with an HTTP health check share.
func withRuntimeProbes(spec inferencev1alpha1.BackendRuntimeSpec, readinessPath string) inferencev1alpha1.BackendRuntimeSpec {
	spec.StartupProbe = runtimeProbe("/health", 0, 10, 30)
	spec.LivenessProbe = runtimeProbe("/health", 15, 10, 3)
	spec.ReadinessProbe = runtimeProbe(readinessPath, 5, 5, 3)
	return spec
}

func runtimeProbe(path string, initialDelaySeconds, periodSeconds, failureThreshold int32) *corev1.Probe {
	return &corev1.Probe{
		ProbeHandler: corev1.ProbeHandler{
			HTTPGet: &corev1.HTTPGetAction{Path: path, Port: intstr.FromInt32(servingPort)},
		},
		InitialDelaySeconds: initialDelaySeconds,
		PeriodSeconds:       periodSeconds,
		FailureThreshold:    failureThreshold,
	}
}

// runtimeDrain holds the container's end back until all the gauges of its metrics are
// zero, or the grace period of the pod is over. A gauge that is missing counts as busy.
func runtimeDrain(gauges ...string) *corev1.Lifecycle {
	script := fmt.Sprintf(`until curl -fsS http://localhost:%d/metrics |
  awk '/^(%s)[{ ]/ { seen++; busy += $NF } END { exit !(seen >= %d && busy == 0) }'; do
  echo 'waiting for the requests in progress' >/proc/1/fd/1
  sleep 5
done
`, servingPort, strings.Join(gauges, "|"), len(gauges))
	return &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{
		Exec: &corev1.ExecAction{Command: []string{"/bin/sh", "-c", script}},
	}}
}

func runtimeResources(requestCPU, requestMemory, limitCPU, limitMemory string) *inferencev1alpha1.ResourceRequirements {
	return &inferencev1alpha1.ResourceRequirements{
		Requests: corev1.ResourceList{
			corev1.ResourceCPU:    resource.MustParse(requestCPU),
			corev1.ResourceMemory: resource.MustParse(requestMemory),
		},
		Limits: corev1.ResourceList{
			corev1.ResourceCPU:    resource.MustParse(limitCPU),
			corev1.ResourceMemory: resource.MustParse(limitMemory),
		},
	}
}

// runtimeSharedMemory is what the processes of a server that splits a model share.
func runtimeSharedMemory() *resource.Quantity {
	size := resource.MustParse("2Gi")
	return &size
}
