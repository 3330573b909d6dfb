package engines

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// container is one with a command line after `|`, and accelerators.
func container(image, line, gpus string) corev1.Container {
	command, args, _ := strings.Cut(line, "|")
	c := corev1.Container{Name: "engine", Image: image, Command: strings.Fields(command), Args: strings.Fields(args)}
	if gpus != "" {
		c.Resources.Limits = corev1.ResourceList{"nvidia.com/gpu": resource.MustParse(gpus)}
	}
	return c
}

// TestSplit shows when a command line gets a tensor parallel size, and which.
func TestSplit(t *testing.T) {
	cases := map[string]struct {
		reason, image, line, gpus string
		hosts                     int64
		want                      []string
	}{
		"vLLM":                {"all accelerators of the container serve", "a", "python3 -m vllm.entrypoints.openai.api_server|--model m", "4", 1, []string{"--tensor-parallel-size", "4"}},
		"vLLM by its program": {"the same by another command", "a", "vllm serve|m", "4", 1, []string{"--tensor-parallel-size", "4"}},
		"vLLM by its image":   {"the entry point of the image is the server", "mirror.example.com/vllm/vllm-openai:v0.9.0", "|--model m", "2", 1, []string{"--tensor-parallel-size", "2"}},
		"another program":     {"the benchmark of vLLM takes no such flag", "vllm/vllm-openai:v0.9.0", "vllm bench|latency", "2", 1, nil},
		"SGLang":              {"each engine has its own flag", "a", "python3 -m sglang.launch_server|--model-path m", "8", 1, []string{"--tp-size", "8"}},
		"its client":          {"a word of the line is that of the server, and it is another command", "a", "vllm bench serve|--model m", "2", 1, nil},
		"router of SGLang":    {"the image has other programs, which take no such flag", "lmsysorg/sglang:v0.5.2", "python3 -m sglang_router.launch_router|--pd-disaggregation", "8", 1, nil},
		"SGLang's image":      {"its entry point is no server", "lmsysorg/sglang:v0.5.2", "|--model-path m", "8", 1, nil},
		"TGI":                 {"it calls the parts shards", "ghcr.io/huggingface/text-generation-inference:3.3.7", "|--model-id m", "4", 1, []string{"--num-shard", "4"}},
		"TensorRT-LLM":        {"it writes flags with underscores", "a", "trtllm-serve|m", "2", 1, []string{"--tp_size", "2"}},
		"its coordinator":     {"it runs no model", "a", "trtllm-serve|disaggregated -c f", "2", 1, nil},
		"context":             {"it has accelerators of its own", "a", "trtllm-serve|m --cp_size 2", "4", 1, nil},
		"llama.cpp":           {"it spreads layers by itself", "ghcr.io/ggml-org/llama.cpp:server-cuda-b10068", "|-m m", "4", 1, nil},
		"script":              {"what a shell runs is not read", "vllm/vllm-openai:v0.9.0", "sh -c|vllm_serve_m", "4", 1, nil},
		"unknown":             {"nothing is said to an engine that is not known", "example.org/engine:1", "serve|--model m", "4", 1, nil},
		"given":               {"what the author says counts", "a", "vllm serve|m -tp 2", "4", 1, nil},
		"given, joined":       {"in one word too", "a", "vllm serve|m --tensor-parallel-size=1", "4", 1, nil},
		"one accelerator":     {"there is nothing to split", "a", "vllm serve|m", "1", 1, nil},
		"no accelerator":      {"nor here", "a", "vllm serve|m", "", 1, nil},
		"pipeline":            {"the stages have the rest", "a", "vllm serve|m --pipeline-parallel-size 2", "8", 1, []string{"--tensor-parallel-size", "4"}},
		"uneven pipeline":     {"no size is right", "a", "vllm serve|m -pp 3", "8", 1, nil},
		"unread pipeline":     {"a variable is not known", "a", "vllm serve|m -pp $(STAGES)", "8", 1, nil},
		"copies":              {"copies share accelerators as the engine likes", "a", "vllm serve|m -dp 4", "8", 1, nil},
		"hosts of SGLang":     {"they split the model together", "a", "python3 -m sglang.launch_server|--nnodes 2", "16", 2, []string{"--tp-size", "16"}},
		"stages over hosts":   {"one stage a host", "a", "vllm serve|m -pp 2 --distributed-executor-backend ray", "16", 2, []string{"--tensor-parallel-size", "8"}},
		"hosts apart":         {"nothing says that they work together", "a", "vllm serve|m", "16", 2, nil},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c := container(tc.image, tc.line, tc.gpus)
			before := slices.Clone(c.Args)
			pod := &corev1.PodSpec{Containers: []corev1.Container{c}}
			Complete(pod, 0, Group{Accelerators: Accelerators(&c), Hosts: tc.hosts})
			if diff := cmp.Diff(append(before, tc.want...), pod.Containers[0].Args); diff != "" {
				t.Errorf("%s\narguments differ (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestUnread shows that a command line in one word, which may have any flag, is left alone; spaces within a value are no such thing.
func TestUnread(t *testing.T) {
	for text, known := range map[string]bool{
		"m --tensor-parallel-size 1": false, "m \\\n--host ::": false, `--speculative-config={"model": "d"}`: true,
	} {
		if _, got := Of(&corev1.Container{Command: []string{"vllm", "serve"}, Args: []string{text}}); got != known {
			t.Errorf("%q is read: %t, want %t", text, got, known)
		}
	}
}

// TestSharedMemory shows which containers get memory to share.
func TestSharedMemory(t *testing.T) {
	own := corev1.PodSpec{Volumes: []corev1.Volume{{Name: "dshm"}}}
	mounted := corev1.PodSpec{}
	cases := map[string]struct {
		reason, line, gpus string
		pod                corev1.PodSpec
		mounts             []corev1.VolumeMount
		want               string
	}{
		"several":       {"their processes talk through it", "vllm serve|m", "2", corev1.PodSpec{}, nil, "dshm"},
		"one":           {"one process has nobody to talk to", "vllm serve|m", "1", corev1.PodSpec{}, nil, ""},
		"llama.cpp":     {"it is one process", "llama-server|-m m", "4", corev1.PodSpec{}, nil, ""},
		"mounted":       {"the author has done so", "vllm serve|m", "2", mounted, []corev1.VolumeMount{{Name: "mine", MountPath: "/dev/shm"}}, "mine"},
		"taken name":    {"a volume of the author has the name", "vllm serve|m", "2", own, nil, "dshm-1"},
		"that of nodes": {"the node's is there already", "vllm serve|m", "2", corev1.PodSpec{HostIPC: true}, nil, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c := container("a", tc.line, tc.gpus)
			c.VolumeMounts = tc.mounts
			pod := tc.pod.DeepCopy()
			pod.Containers = []corev1.Container{c}
			Complete(pod, 0, alone(&c))
			got := ""
			for _, m := range pod.Containers[0].VolumeMounts {
				if m.MountPath == "/dev/shm" {
					got += m.Name
				}
			}
			if got != tc.want {
				t.Errorf("%s: /dev/shm is %q, want %q", tc.reason, got, tc.want)
			}
			made := slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool {
				return v.Name == got && v.EmptyDir != nil && v.EmptyDir.Medium == corev1.StorageMediumMemory
			})
			if made != strings.HasPrefix(tc.want, "dshm") {
				t.Errorf("%s: volumes are %v", tc.reason, pod.Volumes)
			}
		})
	}
}

// TestElsewhere shows that nothing is asked of an engine whose address is in a variable.
func TestElsewhere(t *testing.T) {
	c := container("ollama/ollama:0.24.0", "|", "")
	c.Env = []corev1.EnvVar{{Name: "OLLAMA_HOST", Value: "0.0.0.0:8080"}}
	pod := &corev1.PodSpec{Containers: []corev1.Container{c}}
	if Complete(pod, 0, alone(&c)); pod.Containers[0].ReadinessProbe != nil {
		t.Errorf("it is asked at %v", pod.Containers[0].ReadinessProbe)
	}
}

// TestProbes shows where an engine is asked whether it serves.
func TestProbes(t *testing.T) {
	cases := map[string]struct {
		reason, line string
		follows      bool
		own          *corev1.Probe
		want         string
	}{
		"vLLM":          {"at its own port", "vllm serve|m", false, nil, "HTTP 8000/health"},
		"SGLang":        {"each engine has its own", "python3 -m sglang.launch_server|", false, nil, "HTTP 30000/health"},
		"llama.cpp":     {"its answer is 503 until the model is loaded", "/app/llama-server|", false, nil, "HTTP 8080/health"},
		"Ollama":        {"its server has no path for it", "ollama serve|", false, nil, "HTTP 11434/"},
		"port":          {"at the one that it is given", "vllm serve|m --port 8001", false, nil, "HTTP 8001/health"},
		"joined port":   {"in one word too", "vllm serve|m --port=8001", false, nil, "HTTP 8001/health"},
		"unread port":   {"a variable is not known", "vllm serve|m --port $(PORT)", false, nil, ""},
		"loopback":      {"the author wants nobody else to reach it", "vllm serve|m --host 127.0.0.1", false, nil, ""},
		"TLS":           {"it answers nothing else", "vllm serve|m --ssl-keyfile k", false, nil, "HTTPS 8000/health"},
		"given":         {"the author knows", "vllm serve|m", false, &corev1.Probe{}, ""},
		"not the first": {"no request reaches the others", "vllm serve|m", true, nil, ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c := container("a", tc.line, "")
			c.ReadinessProbe = tc.own
			pod := &corev1.PodSpec{Containers: []corev1.Container{c}}
			Complete(pod, 0, Group{Hosts: 1, Leads: !tc.follows})
			got := pod.Containers[0]
			for what, probe := range map[string]*corev1.Probe{"readiness": got.ReadinessProbe, "startup": got.StartupProbe} {
				text := ""
				if probe != nil && probe.HTTPGet != nil {
					scheme := "HTTP"
					if probe.HTTPGet.Scheme != "" {
						scheme = string(probe.HTTPGet.Scheme)
					}
					text = scheme + " " + probe.HTTPGet.Port.String() + probe.HTTPGet.Path
				}
				if text != tc.want {
					t.Errorf("%s: the %s probe asks %q, want %q", tc.reason, what, text, tc.want)
				}
			}
		})
	}
}

// TestAddress shows which engines are told to listen to other pods.
func TestAddress(t *testing.T) {
	cases := map[string]struct {
		reason, line string
		beside       bool
		want         []string
		probed       bool
	}{
		"SGLang":       {"it would listen to its own pod only", "python3 -m sglang.launch_server|", false, []string{"--host", "0.0.0.0"}, true},
		"TensorRT-LLM": {"so would it", "trtllm-serve|m", false, []string{"m", "--host", "0.0.0.0"}, true},
		"vLLM":         {"it listens to all", "vllm serve|m", false, []string{"m"}, true},
		"given":        {"the author knows", "python3 -m sglang.launch_server|--host ::", false, []string{"--host", "::"}, true},
		"proxy":        {"requests may go to the container beside it, which asks who sends them", "python3 -m sglang.launch_server|", true, nil, false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c := container("a", tc.line, "")
			pod := &corev1.PodSpec{Containers: []corev1.Container{c}}
			if tc.beside {
				pod.Containers = append(pod.Containers, corev1.Container{Name: "proxy"})
			}
			Complete(pod, 0, alone(&c))
			if got := pod.Containers[0]; !slices.Equal(got.Args, tc.want) || (got.ReadinessProbe != nil) != tc.probed {
				t.Errorf("%s: arguments %q and readiness probe %v, want %q and %t", tc.reason, got.Args, got.ReadinessProbe, tc.want, tc.probed)
			}
		})
	}
}

// TestWarnings shows which images are told to lack an accelerator.
func TestWarnings(t *testing.T) {
	cases := map[string]struct {
		reason, image, gpus string
		change              func(*corev1.PodSpec)
		want                bool
	}{
		"vLLM":             {"it does not start", "vllm/vllm-openai:v0.18.0", "", nil, true},
		"digest":           {"whatever tells the version", "registry.example.com/lmsysorg/sglang@sha256:abc", "", nil, true},
		"with one":         {"it does", "vllm/vllm-openai:v0.18.0", "1", nil, false},
		"processor":        {"this one serves without", "lmsysorg/sglang:v0.5.2-xeon", "", nil, false},
		"llama.cpp":        {"so does this", "ghcr.io/ggml-org/llama.cpp:server-b10068", "", nil, false},
		"llama.cpp, CUDA":  {"and this does not", "ghcr.io/ggml-org/llama.cpp:server-cuda-b10068", "", nil, true},
		"Triton":           {"it serves other models on processors", "nvcr.io/nvidia/tritonserver:25.03-py3", "", nil, false},
		"TensorRT-LLM":     {"but not these", "nvcr.io/nvidia/tritonserver:25.03-trtllm-python-py3", "", nil, true},
		"unknown":          {"nothing is known", "example.org/vllm:1", "", nil, false},
		"class of runtime": {"it may give the pod GPUs", "vllm/vllm-openai:v0.18.0", "", func(p *corev1.PodSpec) { name := "nvidia"; p.RuntimeClassName = &name }, false},
		"claim": {"devices are claimed", "vllm/vllm-openai:v0.18.0", "", func(p *corev1.PodSpec) {
			p.Containers[0].Resources.Claims = []corev1.ResourceClaim{{Name: "gpu"}}
		}, false},
		"variable": {"it shares those of the node", "vllm/vllm-openai:v0.18.0", "", func(p *corev1.PodSpec) {
			p.Containers[0].Env = []corev1.EnvVar{{Name: "NVIDIA_VISIBLE_DEVICES", Value: "all"}}
		}, false},
		"other device": {"it may be one that nobody here knows", "vllm/vllm-openai:v0.18.0", "", func(p *corev1.PodSpec) {
			p.Containers[0].Resources.Requests = corev1.ResourceList{"example.com/npu": resource.MustParse("1")}
		}, false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			pod := &corev1.PodSpec{Containers: []corev1.Container{container(tc.image, "", tc.gpus)}}
			if tc.change != nil {
				tc.change(pod)
			}
			got := Warn(Warn(nil, pod, 0), pod, 0)
			if (len(got) == 1) != tc.want || len(got) > 1 || tc.want && !strings.HasPrefix(got[0], "The engine in "+tc.image+" needs an accelerator, and the container engine asks for none") {
				t.Errorf("%s: got %q", tc.reason, got)
			}
		})
	}
}

// TestImagesStay shows that no image which is filled in has a tag that moves.
func TestImagesStay(t *testing.T) {
	for _, image := range []string{VLLM, VLLMWithRay, SGLang, SGLangROCm, TGI, TensorRTLLM, LlamaCpp, LlamaCppCUDA, LlamaCppVulkan, LlamaCppROCm, Ollama} {
		_, tag := split(image)
		if !strings.Contains(image, "@sha256:") && !strings.ContainsAny(tag, "0123456789") {
			t.Errorf("%s names no version", image)
		}
	}
}

// TestServiceLinks shows which pods get no variables of Services.
func TestServiceLinks(t *testing.T) {
	yes := true
	for name, tc := range map[string]struct {
		image  string
		change func(*corev1.PodSpec)
		want   bool
	}{
		"vLLM":            {VLLM, nil, true},
		"SGLang":          {SGLang, nil, false},
		"its author's":    {VLLM, func(p *corev1.PodSpec) { p.EnableServiceLinks = &yes }, false},
		"port of its own": {VLLM, func(p *corev1.PodSpec) { p.Containers[0].Env = []corev1.EnvVar{{Name: "VLLM_PORT", Value: "5000"}} }, false},
		"used by an agent": {VLLM, func(p *corev1.PodSpec) {
			p.Containers = append(p.Containers, corev1.Container{Args: []string{"$(CACHE_SERVICE_HOST)"}})
		}, false},
		"used before": {VLLM, func(p *corev1.PodSpec) {
			p.InitContainers = []corev1.Container{{Command: []string{"sh", "-c", "wget $CACHE_PORT_80_TCP_ADDR"}}}
		}, false},
		"another port": {VLLM, func(p *corev1.PodSpec) { p.Containers[0].Env = []corev1.EnvVar{{Name: "REDIS_PORT", Value: "5000"}} }, true},
	} {
		c := container(tc.image, "", "1")
		pod := &corev1.PodSpec{Containers: []corev1.Container{c}}
		if tc.change != nil {
			tc.change(pod)
		}
		Complete(pod, 0, alone(&c))
		if got := pod.EnableServiceLinks != nil && !*pod.EnableServiceLinks; got != tc.want {
			t.Errorf("%s: without variables of Services: %t, want %t", name, got, tc.want)
		}
	}
}

// TestImagesKnown shows that the versions of the images which are filled in are known, so that the rules about engines hold for them. A
// tag of Triton is none of TensorRT-LLM, and a digest is none at all.
func TestImagesKnown(t *testing.T) {
	for _, image := range []string{VLLM, VLLMWithRay, SGLang, SGLangROCm, TGI, LlamaCpp, LlamaCppCUDA, Ollama} {
		if e, _ := ofImage(image); !within(e.Known().Versions, e.VersionOf(image)) {
			t.Errorf("%s: version %q is not in the table of %s", image, e.VersionOf(image), e.Name)
		}
	}
}

// TestSpareStart shows that a liveness probe does not end an engine that loads its model, and that what its author says stays.
func TestSpareStart(t *testing.T) {
	alive := corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: "/alive", Port: intstr.FromInt32(1)}}
	own := &corev1.Probe{FailureThreshold: 7}
	for name, tc := range map[string]struct {
		c    corev1.Container
		want *corev1.Probe
	}{
		"alive":       {corev1.Container{LivenessProbe: &corev1.Probe{ProbeHandler: alive, InitialDelaySeconds: 180}}, &corev1.Probe{ProbeHandler: alive, PeriodSeconds: 10, TimeoutSeconds: 5, FailureThreshold: 360}},
		"both":        {corev1.Container{LivenessProbe: &corev1.Probe{ProbeHandler: alive}, StartupProbe: own}, own},
		"nobody asks": {corev1.Container{}, nil},
	} {
		if SpareStart(&tc.c); !reflect.DeepEqual(tc.c.StartupProbe, tc.want) {
			t.Errorf("%s: the startup probe is %v, want %v", name, tc.c.StartupProbe, tc.want)
		}
	}
}

// alone is a pod that serves by itself.
func alone(c *corev1.Container) Group {
	return Group{Accelerators: Accelerators(c), Hosts: 1, Leads: true}
}
