package llmaz

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
)

// runtimeNumbers is what llmaz ships, as text: the reference the built-in runtimes are held to.
// Source: InftyAI/llmaz chart/templates/backends/*.yaml@v0.1.4.
type runtimeNumbers struct {
	image, command, env string
	// leader and worker are the commands for several hosts, scripts by their first words.
	leader, worker string
	// drained are the gauges that must be idle before the container ends.
	drained string
	// probes are "path initialDelaySeconds periodSeconds failureThreshold" of startup, liveness and readiness.
	probes []string
	// configs are "args | shared memory | requested CPU, memory | limits" by name.
	configs map[string]string
}

func TestBuiltinRuntimes(t *testing.T) {
	health := []string{"/health 0 10 30", "/health 15 10 3", "/health 5 5 3"}
	want := map[string]runtimeNumbers{
		"vllm": {
			image: "vllm/vllm-openai:v0.17.1", command: "python3 -m vllm.entrypoints.openai.api_server",
			leader: "sh -c ray start --head", worker: "sh -c until ray start",
			drained: "vllm:num_requests_running vllm:num_requests_waiting", probes: health,
			configs: map[string]string{
				"default":              "--model {{ .ModelPath }} --served-model-name {{ .ModelName }} --host 0.0.0.0 --port 8080 | 2Gi | 4 8Gi | 4 8Gi",
				"speculative-decoding": "--model {{ .ModelPath }} --served-model-name {{ .ModelName }} --host 0.0.0.0 --port 8080 --speculative-config {\"method\": \"draft_model\", \"model\": \"{{ .DraftModelPath }}\", \"num_speculative_tokens\": 5} | 2Gi | 4 8Gi | 8 16Gi",
				"model-parallelism":    "--model {{ .ModelPath }} --served-model-name {{ .ModelName }} --host 0.0.0.0 --port 8080 --tensor-parallel-size {{ .TP }} --pipeline-parallel-size {{ .PP }} | 2Gi | 4 8Gi | 4 8Gi",
			},
		},
		"sglang": {
			image: "lmsysorg/sglang:v0.5.15.post1-cu129", command: "python3 -m sglang.launch_server",
			probes: []string{"/health 0 10 30", "/health 15 10 3", "/health_generate 5 5 3"},
			configs: map[string]string{
				"default": "--model-path {{ .ModelPath }} --served-model-name {{ .ModelName }} --host 0.0.0.0 --port 8080 | 2Gi | 4 8Gi | 4 8Gi",
			},
		},
		"llamacpp": {
			image: "ghcr.io/ggml-org/llama.cpp:server-b10068", command: "./llama-server",
			drained: "llamacpp:requests_processing llamacpp:requests_deferred", probes: health,
			configs: map[string]string{
				"default":              "-m {{ .ModelPath }} --host 0.0.0.0 --port 8080 --metrics | - | 2 4Gi | 2 4Gi",
				"speculative-decoding": "-m {{ .ModelPath }} -md {{ .DraftModelPath }} --host 0.0.0.0 --port 8080 --spec-type draft-simple --spec-draft-n-max 16 --spec-draft-n-min 5 --metrics | - | - | -",
			},
		},
		"tgi": {
			image:   "ghcr.io/huggingface/text-generation-inference:3.3.7",
			drained: "tgi_batch_current_size tgi_queue_size", probes: health,
			configs: map[string]string{"default": "--model-id {{ .ModelPath }} --hostname 0.0.0.0 --port 8080 | - | 4 8Gi | 4 8Gi"},
		},
		"ollama": {
			image: "ollama/ollama:0.24.0", command: "sh -c", env: "OLLAMA_HOST=0.0.0.0:8080",
			probes:  []string{"ollama show {{ .ModelName }} 0 10 360", "ollama show {{ .ModelName }} 0 10 3"},
			configs: map[string]string{"default": builtinOf(t, "ollama").RecommendedConfigs[0].Args[0] + " | - | 2 4Gi | 2 4Gi"},
		},
		"tensorrt-llm": {
			image: "nvcr.io/nvidia/tritonserver:25.03-trtllm-python-py3", command: "trtllm-serve", probes: health,
			configs: map[string]string{"default": "{{ .ModelPath }} --host 0.0.0.0 --port 8080 | - | 4 16Gi | 4 16Gi"},
		},
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(builtinRuntimes()))); diff != "" {
		t.Fatalf("built-in runtimes differ (-want +got):\n%s", diff)
	}
	for name, numbers := range want {
		t.Run(name, func(t *testing.T) {
			got := numbersOf(builtinOf(t, name))
			if diff := cmp.Diff(numbers, got, cmp.AllowUnexported(runtimeNumbers{})); diff != "" {
				t.Errorf("runtime differs (-want +got):\n%s", diff)
			}
		})
	}
}

// builtinOf returns a built-in runtime.
func builtinOf(t *testing.T, name string) inferencev1alpha1.BackendRuntimeSpec {
	t.Helper()
	spec, known := builtinRuntime(name)
	if !known {
		t.Fatalf("there is no built-in runtime %s", name)
	}
	if err := yaml.UnmarshalStrict(builtinRuntimes()[name], &inferencev1alpha1.BackendRuntimeSpec{}); err != nil {
		t.Errorf("%s has a field that runtimes do not have: %v", name, err)
	}
	return spec
}

func numbersOf(spec inferencev1alpha1.BackendRuntimeSpec) runtimeNumbers {
	n := runtimeNumbers{
		image:   spec.Image + ":" + spec.Version,
		command: strings.Join(spec.Command, " "),
		configs: map[string]string{},
	}
	for _, v := range spec.Envs {
		n.env += v.Name + "=" + v.Value
	}
	if commands := spec.MultiHostCommands; commands != nil {
		n.leader, n.worker = firstWords(commands.Leader, 5), firstWords(commands.Worker, 5)
	}
	if spec.Lifecycle != nil {
		script := spec.Lifecycle.PreStop.Exec.Command[2]
		_, rest, _ := strings.Cut(script, "/^(")
		gauges, _, _ := strings.Cut(rest, ")")
		n.drained = strings.ReplaceAll(gauges, "|", " ")
		if !strings.Contains(script, "http://localhost:8080/metrics") {
			n.drained = "not asked on the serving port"
		}
	}
	for _, p := range []*corev1.Probe{spec.StartupProbe, spec.LivenessProbe, spec.ReadinessProbe} {
		asked := ""
		switch {
		case p == nil:
		case p.Exec != nil:
			asked = strings.Join(p.Exec.Command, " ")
		case p.HTTPGet.Port.IntValue() == 8080:
			asked = p.HTTPGet.Path
		}
		if asked != "" {
			n.probes = append(n.probes, asked+" "+strconv.Itoa(int(p.InitialDelaySeconds))+" "+strconv.Itoa(int(p.PeriodSeconds))+" "+strconv.Itoa(int(p.FailureThreshold)))
		}
	}
	for _, c := range spec.RecommendedConfigs {
		memory, requests, limits := "-", "-", "-"
		if c.SharedMemorySize != nil {
			memory = c.SharedMemorySize.String()
		}
		if c.Resources != nil {
			requests, limits = computeText(c.Resources.Requests), computeText(c.Resources.Limits)
		}
		n.configs[c.Name] = strings.Join([]string{strings.Join(c.Args, " "), memory, requests, limits}, " | ")
	}
	return n
}

func computeText(r corev1.ResourceList) string {
	return r.Cpu().String() + " " + r.Memory().String()
}

func firstWords(command []string, count int) string {
	return strings.Join(strings.Fields(strings.Join(command, " "))[:count], " ")
}

// TestMultiHostScripts runs the leader with workers of which the last joins at the second
// look, and the worker with a leader that is there at the second try.
func TestMultiHostScripts(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh on this machine")
	}
	bin := t.TempDir()
	for name, script := range map[string]string{
		"ray": `echo "ray $*"; case "$*" in *--block*) [ -e "$DIR/slept" ] ;; esac`,
		"python3": `if [ "$1" != -c ]; then for arg; do echo "python3 $arg"; done
elif [ -e "$DIR/slept" ]; then echo "a log line"; echo 3; else echo 2; fi`,
		"sleep": `echo "sleep $1"; : >"$DIR/slept"`,
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!"+shell+"\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"--model", "/m odels", "--seed=1"}
	commands := builtinOf(t, "vllm").MultiHostCommands
	for name, tc := range map[string]struct {
		command []string
		want    string
	}{
		"Leader": {
			command: appendToScript(commands.Leader, args),
			want: "ray start --head --disable-usage-stats --include-dashboard=false\nsleep 5\npython3 -m\npython3 vllm.entrypoints.openai.api_server\npython3 --distributed-executor-backend\npython3 ray\n" +
				"python3 --model\npython3 /m odels\npython3 --seed=1\n",
		},
		"Worker": {
			command: commands.Worker,
			want:    "ray start --address=leader.set:6379 --block\nsleep 5\nray start --address=leader.set:6379 --block\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), shell, "-c", tc.command[2])
			cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "DIR="+t.TempDir(), "LWS_GROUP_SIZE=3", "LWS_LEADER_ADDRESS=leader.set")
			output, err := cmd.CombinedOutput()
			if err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(tc.want, string(output)); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDrainScripts runs the drain of each runtime against metrics: with a curl that
// prints them and a sleep that reports that the container is held back.
func TestDrainScripts(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh on this machine")
	}
	cases := map[string]struct {
		reason  string
		runtime string
		metrics string
		held    bool
	}{
		"Idle": {
			reason:  "A server without requests may end at once, whatever else its metrics say.",
			runtime: "vllm",
			metrics: "# HELP vllm:num_requests_running Requests.\nvllm:num_requests_running{model_name=\"a b\"} 0.0\nvllm:num_requests_waiting{model_name=\"a b\"} 0.0\nvllm:num_requests_running_max 7\n",
		},
		"Running": {
			reason:  "A running request holds the end back.",
			runtime: "vllm",
			metrics: "vllm:num_requests_running{model_name=\"a\"} 2.0\nvllm:num_requests_waiting{model_name=\"a\"} 0.0\n",
			held:    true,
		},
		"Waiting": {
			reason:  "So does a waiting one, in metrics without labels too.",
			runtime: "llamacpp",
			metrics: "llamacpp:requests_processing 0\nllamacpp:requests_deferred 1\n",
			held:    true,
		},
		"IdleWithoutLabels": {
			reason:  "Gauges without labels count as well.",
			runtime: "tgi",
			metrics: "tgi_batch_current_size 0\ntgi_queue_size 0\n",
		},
		"GaugeMissing": {
			reason:  "A server that does not say how busy it is may be busy.",
			runtime: "tgi",
			metrics: "tgi_queue_size 0\n",
			held:    true,
		},
		"NoMetrics": {
			reason:  "No answer is no proof of idleness.",
			runtime: "vllm",
			held:    true,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			script := builtinOf(t, tc.runtime).Lifecycle.PreStop.Exec.Command[2]
			script = strings.ReplaceAll(script, "/proc/1/fd/1", "/dev/null")
			cmd := exec.CommandContext(t.Context(), shell, "-c", "curl() { printf %s \"$METRICS\"; }\nsleep() { exit 42; }\n"+script)
			cmd.Env = append(os.Environ(), "METRICS="+tc.metrics)
			output, err := cmd.CombinedOutput()
			if len(output) > 0 {
				t.Fatalf("the script says %s", output)
			}
			if held := cmd.ProcessState.ExitCode() == 42; held != tc.held || !held && err != nil {
				t.Errorf("%s: held back = %t, want %t (%v)", tc.reason, held, tc.held, err)
			}
		})
	}
}

// TestOllamaScript runs the script against an ollama that answers at the second try.
func TestOllamaScript(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh on this machine")
	}
	const fakes = `
ollama() {
  case "$1" in
  list) if [ -e "$DIR/tried" ]; then echo NAME; else : >"$DIR/tried"; echo 'Error: could not connect to ollama app' >&2; fi ;;
  run) [ -e "$DIR/tried" ] && echo "ran $2" ;;
  esac
}
sleep() { [ "$1" = 60 ] && exit 42; [ "$1" = 1 ] && echo slept; }
`
	cmd := exec.CommandContext(t.Context(), shell, "-c", fakes+strings.ReplaceAll(builtinOf(t, "ollama").RecommendedConfigs[0].Args[0], "{{ .ModelName }}", "qwen2:0.5b"))
	cmd.Env = append(os.Environ(), "DIR="+t.TempDir())
	output, _ := cmd.CombinedOutput()
	if diff := cmp.Diff("slept\nran qwen2:0.5b\n", string(output)); diff != "" {
		t.Errorf("the model must run once the server answers (-want +got):\n%s", diff)
	}
	if code := cmd.ProcessState.ExitCode(); code != 42 {
		t.Errorf("the container must stay: exit code %d, want that of its last sleep", code)
	}
}
