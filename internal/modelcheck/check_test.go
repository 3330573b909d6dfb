package modelcheck

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/checkpoint/table"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// engine is the one in a pod with some of a container's fields, on GPUs of a product.
func engine(t *testing.T, container string, gpus int64, product string) Engine {
	t.Helper()
	var c corev1.Container
	if err := yaml.UnmarshalStrict([]byte(container), &c); err != nil {
		t.Fatalf("%s: %v", container, err)
	}
	pod := &corev1.PodSpec{Containers: []corev1.Container{c}}
	if product != "" {
		pod.NodeSelector = map[string]string{"nvidia.com/gpu.product": product}
	}
	all := Engines([]podset.Set{{Name: "Deployment/chat", Max: 1, Size: 1, Devices: map[string]int64{"nvidia.com/gpu": gpus}, Parts: []podset.Part{{Pods: 1, Spec: pod}}}})
	if len(all) != 1 {
		t.Fatalf("%d engines in %s", len(all), container)
	}
	return all[0]
}

const (
	qwen7b   = "Qwen/Qwen2.5-Coder-7B-Instruct"    // 28 heads, 4 with keys and values, 32,768 tokens, 15 GB
	llama70b = "meta-llama/Llama-3.3-70B-Instruct" // 64 heads, 8 with keys and values, 131,072 tokens, 141 GB
	r1       = "deepseek-ai/DeepSeek-R1"           // 128 heads of latent attention
	h100     = "NVIDIA-H100-80GB-HBM3"
)

func TestCheck(t *testing.T) {
	const (
		vllm     = "image: vllm/vllm-openai:v0.10.0, command: [vllm, serve, m], "
		sglang   = "image: lmsysorg/sglang:v0.5.5, command: [python3, -m, sglang.launch_server], "
		tgi      = "image: ghcr.io/huggingface/text-generation-inference:3.0.0, "
		llamacpp = "image: ghcr.io/ggml-org/llama.cpp:server-cuda-b7406, "
	)
	for name, tc := range map[string]struct {
		model, container string
		gpus             int64
		product          string
		inexact          bool
		// says and remedy are in the only finding, which is about a word; none where says is "".
		says, remedy, about string
		serves              bool
	}{
		"divides":              {model: qwen7b, container: vllm + "args: [--tensor-parallel-size, '4']", gpus: 4},
		"does not divide":      {model: qwen7b, container: vllm + "args: [--tensor-parallel-size, '8']", gpus: 8, says: "has 28 attention heads, which tensor parallel size 8 of vLLM does not divide", remedy: "Use a tensor parallel size of 1, 2 or 4.", about: "--tensor-parallel-size"},
		"joined":               {model: qwen7b, container: vllm + "args: [--tensor-parallel-size=3]", gpus: 3, says: "28 attention heads", about: "--tensor-parallel-size=3"},
		"short":                {model: qwen7b, container: vllm + "args: [-tp, '3']", gpus: 3, says: "28 attention heads", about: "-tp"},
		"KV heads":             {model: qwen7b, container: vllm + "args: [-tp, '7']", gpus: 7, says: "has 4 KV heads, which tensor parallel size 7", remedy: "1, 2 or 4", about: "-tp"},
		"KV heads of SGLang":   {model: qwen7b, container: sglang + "args: [--tp, '7']", gpus: 7, says: "has 4 KV heads", about: "--tp"},
		"KV heads of TGI":      {model: qwen7b, container: tgi + "args: [--num-shard, '7']", gpus: 7},
		"heads of TGI":         {model: qwen7b, container: tgi + "args: [--num-shard, '3']", gpus: 3, says: "28 attention heads, which tensor parallel size 3 of Text Generation Inference", remedy: "1, 2, 4, 7 or 14", about: "--num-shard"},
		"replicated KV heads":  {model: llama70b, container: vllm + "args: [-tp, '16']", gpus: 16},
		"latent attention":     {model: r1, container: vllm + "args: [-tp, '16']", gpus: 16},
		"attention shared out": {model: qwen7b, container: sglang + "args: [--tp, '8', --dp, '8', --enable-dp-attention]", gpus: 8},
		"a size of a variable": {model: qwen7b, container: vllm + "args: [-tp, $(GPUS)]", gpus: 3},
		"another model":        {model: qwen7b, container: vllm + `args: [-tp, '3', --hf-overrides, '{"num_attention_heads": 30}']`, gpus: 3},
		"a file of arguments":  {model: qwen7b, container: vllm + "args: [-tp, '4']", gpus: 4},
		"stages":               {model: qwen7b, container: vllm + "args: [-pp, '32']", gpus: 32, says: "has 28 layers, and pipeline parallel size 32 of vLLM is more", remedy: "at most 28", about: "-pp"},

		"context":              {model: qwen7b, container: vllm + "args: [--max-model-len, '32768']", gpus: 1},
		"longer":               {model: qwen7b, container: vllm + "args: [--max-model-len, '131072']", gpus: 1, says: "has a context of 32768 tokens, and --max-model-len of vLLM asks for 131072: it does not start", remedy: "Lower it to at most 32768, or set how positions are scaled.", about: "--max-model-len"},
		"longer by suffix":     {model: qwen7b, container: vllm + "args: [--max-model-len, 64k]", gpus: 1, says: "asks for 64000", about: "--max-model-len"},
		"as long by suffix":    {model: qwen7b, container: vllm + "args: [--max-model-len, 32K]", gpus: 1},
		"scaled":               {model: qwen7b, container: vllm + `args: [--max-model-len, '131072', --rope-scaling, '{}']`, gpus: 1},
		"allowed":              {model: qwen7b, container: vllm + "args: [--max-model-len, '131072'], env: [{name: VLLM_ALLOW_LONG_MAX_MODEL_LEN, value: '1'}]", gpus: 1},
		"longer in SGLang":     {model: qwen7b, container: sglang + "args: [--context-length, '131072']", gpus: 1, says: "--context-length of SGLang asks for 131072: beyond the former", about: "--context-length", serves: true},
		"longer in llama.cpp":  {model: qwen7b, container: llamacpp + "args: [-c, '131072']", gpus: 1, says: "--ctx-size of llama.cpp asks for 131072: it serves no more than the former", about: "-c", serves: true},
		"slots of llama.cpp":   {model: qwen7b, container: llamacpp + "args: [-c, '131072', -np, '4']", gpus: 1},
		"as long as it can be": {model: qwen7b, container: vllm + "args: [--max-model-len, auto]", gpus: 1, product: "Tesla-T4"},

		"architecture":              {model: "Qwen/Qwen3-8B", container: "image: vllm/vllm-openai:v0.7.0, args: [m]", gpus: 1, says: "is of the architecture Qwen3ForCausalLM, which vLLM 0.7.0 does not serve", remedy: "Use an image of vLLM 0.8.4 or later.", about: "vllm/vllm-openai:v0.7.0"},
		"architecture it has":       {model: "Qwen/Qwen3-8B", container: "image: vllm/vllm-openai:v0.8.4, args: [m, --max-model-len, '8192']", gpus: 1},
		"handed to Transformers":    {model: "Qwen/Qwen3-8B", container: "image: vllm/vllm-openai:v0.8.3, args: [m, --max-model-len, '8192']", gpus: 1},
		"architecture, any version": {model: "Qwen/Qwen3-8B", container: "image: vllm/vllm-openai:nightly, args: [m, --max-model-len, '8192']", gpus: 1},
		"quantization":              {model: "openai/gpt-oss-20b", container: "image: vllm/vllm-openai:v0.10.2, args: [m]", gpus: 1},
		"capability":                {model: "openai/gpt-oss-20b", container: "image: vllm/vllm-openai:v0.11.0, args: [m]", gpus: 1, product: "Tesla-T4", says: "is quantized by mxfp4, for which vLLM 0.11.0 needs the compute capability 8.0, and Tesla T4 has 7.5", about: "nvidia.com/gpu"},
		"capability it has":         {model: "openai/gpt-oss-20b", container: "image: vllm/vllm-openai:v0.11.0, args: [m, --max-model-len, '8192']", gpus: 1, product: "NVIDIA-L4"},

		"fits":                      {model: qwen7b, container: vllm + "args: [--max-model-len, '8192']", gpus: 1, product: "NVIDIA-L4"},
		"weights":                   {model: llama70b, container: vllm + "args: [--max-model-len, '8192']", gpus: 1, product: h100, says: "has weights that take 131.4 GiB of each of 1 x NVIDIA H100 80GB HBM3, and vLLM uses 71.0 GiB of one", remedy: "Ask for at least 2 of them, choose accelerators with more memory, or a checkpoint that is quantized.", about: "nvidia.com/gpu"},
		"weights on nodes unknown":  {model: llama70b, container: vllm + "args: []", gpus: 1},
		"weights on a strange GPU":  {model: llama70b, container: vllm + "args: []", gpus: 1, product: "NVIDIA-X1"},
		"weights of SGLang":         {model: llama70b, container: sglang + "args: []", gpus: 1, product: h100, says: "has weights that take 131.4 GiB", about: "nvidia.com/gpu"},
		"all of its GPUs":           {model: llama70b, container: vllm + "args: [--max-model-len, '8192']", gpus: 4, product: h100},
		"fewer than its GPUs":       {model: llama70b, container: vllm + "args: [--max-model-len, '8192', -tp, '1']", gpus: 4, product: h100, says: "1 x NVIDIA H100", about: "nvidia.com/gpu"},
		"quantized as it is loaded": {model: llama70b, container: vllm + "args: [--max-model-len, '8192', --quantization, fp8]", gpus: 1, product: h100},
		"quantized, then a format":  {model: llama70b, container: vllm + "args: [--max-model-len, '8192', --quantization, fp8, --load-format, auto]", gpus: 1, product: h100},
		"on the processor too":      {model: llama70b, container: vllm + "args: [--max-model-len, '8192', --cpu-offload-gb, '80']", gpus: 1, product: h100},
		"cache":                     {model: "meta-llama/Llama-3.1-8B-Instruct", container: vllm + "args: []", gpus: 1, product: "NVIDIA-L4", says: "needs 16.0 GiB of KV cache for a sequence of 131072 tokens, and beside the weights vLLM has ", remedy: "set --max-model-len to at most ", about: "--max-model-len"},
		"a shorter cache":           {model: "meta-llama/Llama-3.1-8B-Instruct", container: vllm + "args: [--max-model-len, '16384']", gpus: 1, product: "NVIDIA-L4"},
		"a smaller cache":           {model: "meta-llama/Llama-3.1-8B-Instruct", container: vllm + "args: [--max-model-len, '131072', --kv-cache-dtype, fp8]", gpus: 1, product: "NVIDIA-L4", says: "needs 8.0 GiB of KV cache", about: "--max-model-len"},
		"cache of SGLang":           {model: "meta-llama/Llama-3.1-8B-Instruct", container: sglang + "args: []", gpus: 1, product: "NVIDIA-L4"},
		"more of the memory":        {model: qwen7b, container: vllm + "args: [--max-model-len, '8192', --gpu-memory-utilization, '0.5']", gpus: 1, product: "NVIDIA-L4", says: "has weights that take 14.2 GiB", about: "nvidia.com/gpu"},
		"layers of llama.cpp":       {model: llama70b, container: llamacpp + "args: [-ngl, '999']", gpus: 1, product: "NVIDIA-L4", says: "has weights that take 131.4 GiB", about: "nvidia.com/gpu"},
		"some layers of llama.cpp":  {model: llama70b, container: llamacpp + "args: [-ngl, '10']", gpus: 1, product: "NVIDIA-L4"},
		"files of llama.cpp":        {model: llama70b, container: llamacpp + "args: [-ngl, '999']", gpus: 1, product: "NVIDIA-L4", inexact: true},
	} {
		t.Run(name, func(t *testing.T) {
			f, known := table.Of(tc.model)
			if !known {
				t.Fatal("not in the table")
			}
			e := engine(t, "{name: c, "+tc.container+"}", tc.gpus, tc.product)
			found := e.Check(Model{Facts: f, Exact: !tc.inexact}, Named(e.Pod, e.Resource))
			if tc.says == "" {
				if len(found) > 0 {
					t.Errorf("got %+v", found)
				}
				return
			}
			if len(found) != 1 || !strings.Contains(found[0].Says, tc.says) || !strings.Contains(found[0].Remedy, tc.remedy) || found[0].About[0] != tc.about || found[0].Serves != tc.serves {
				t.Errorf("want %q (%s) about %s, got %+v", tc.says, tc.remedy, tc.about, found)
			}
		})
	}
}

// TestCheckpoints shows which files of a model an engine loads.
func TestCheckpoints(t *testing.T) {
	const (
		llamacpp = "image: ghcr.io/ggml-org/llama.cpp:server-cuda-b7406, args: [-hf, org/m]"
		tgi      = "image: ghcr.io/huggingface/text-generation-inference:3.3.4, args: [--model-id, org/m]"
	)
	tensors, gguf := []checkpoint.File{{Name: "config.json"}, {Name: "model.safetensors"}}, []checkpoint.File{{Name: "config.json"}, {Name: "m-Q4_K_M.gguf"}}
	for name, tc := range map[string]struct {
		container, method, product string
		files                      []checkpoint.File
		says                       string
	}{
		"tensors in llama.cpp":         {llamacpp, "", "NVIDIA-L4", tensors, "has no GGUF file, and llama.cpp loads no other"},
		"AWQ in llama.cpp":             {llamacpp, "awq", "NVIDIA-L4", tensors, "is quantized by awq and has no GGUF file, and llama.cpp loads no other"},
		"GGUF in llama.cpp":            {llamacpp, "mxfp4", "NVIDIA-L4", gguf, ""},
		"files nobody knows":           {llamacpp, "awq", "NVIDIA-L4", nil, ""},
		"bitsandbytes in TGI":          {tgi, "bitsandbytes", "NVIDIA-L4", tensors, "is quantized by bitsandbytes, which Text Generation Inference 3.3.4 does not load"},
		"AWQ in TGI":                   {tgi, "awq", "NVIDIA-L4", tensors, ""},
		"some in TGI":                  {tgi, "compressed-tensors", "NVIDIA-L4", tensors, ""},
		"a method that is named":       {strings.Replace(tgi, "org/m]", "org/m, --quantize, bitsandbytes-nf4]", 1), "bitsandbytes", "NVIDIA-L4", tensors, ""},
		"accelerators nobody knows":    {tgi, "bitsandbytes", "", tensors, ""},
		"accelerators of Transformers": {tgi, "bitsandbytes", "Tesla-V100-SXM2-16GB", tensors, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f := &checkpoint.Facts{Repository: "org/m", Architecture: "LlamaForCausalLM", ModelType: "llama", Files: tc.files}
			if tc.method != "" {
				f.Quantization = &checkpoint.Quantization{Method: tc.method, Bits: 4}
			}
			e := engine(t, "{name: c, "+tc.container+"}", 1, tc.product)
			found := e.Check(Model{Facts: f}, Named(e.Pod, e.Resource))
			if tc.says == "" && len(found) > 0 || tc.says != "" && (len(found) != 1 || found[0].Says != tc.says || found[0].Remedy == "") {
				t.Errorf("want %q, got %+v", tc.says, found)
			}
		})
	}
}

// TestEngines shows which command lines are passed over.
func TestEngines(t *testing.T) {
	for name, tc := range map[string]struct {
		container string
		ends      bool
		want      int
	}{
		"known":           {container: "{name: c, command: [vllm, serve, m]}", want: 1},
		"an abbreviation": {container: "{name: c, command: [vllm, serve, m, --tensor-par, '3']}"},
		"a file":          {container: "{name: c, command: [vllm, serve, m, --config, a.yaml]}"},
		"a script":        {container: `{name: c, command: [sh, -c, "vllm serve m"]}`},
		"another program": {container: "{name: c, image: nginx}"},
		"a Job":           {container: "{name: c, command: [vllm, serve, m]}", ends: true},
	} {
		var c corev1.Container
		if err := yaml.UnmarshalStrict([]byte(tc.container), &c); err != nil {
			t.Fatal(err)
		}
		set := podset.Set{Ends: tc.ends, Parts: []podset.Part{{Pods: 1, Spec: &corev1.PodSpec{Containers: []corev1.Container{c}}}}}
		if got := Engines([]podset.Set{set}); len(got) != tc.want {
			t.Errorf("%s: %d engines", name, len(got))
		}
	}
}
