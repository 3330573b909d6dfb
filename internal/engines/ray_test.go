package engines

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestLacksRay shows which images have no Ray.
func TestLacksRay(t *testing.T) {
	for image, want := range map[string]bool{
		"vllm/vllm-openai:v0.18.0":                      true,
		"docker.io/vllm/vllm-openai:v0.25.1-cu130":      true,
		"index.docker.io/vllm/vllm-openai:v0.19.1":      true,
		"vllm/vllm-openai:v0.18.0@sha256:abc":           true,
		VLLM:                                            true,
		VLLMWithRay:                                     false,
		"vllm/vllm-openai:v0.9.2":                       false,
		"vllm/vllm-openai:latest":                       false,
		"vllm/vllm-openai:v0.99.0":                      false,
		"registry.example.com/vllm/vllm-openai:v0.25.1": false, // it may have been put there
		"lmcache/vllm-openai:v0.25.1":                   false,
		SGLang:                                          false,
	} {
		if got := LacksRay(image); got != want {
			t.Errorf("%s: got %t", image, got)
		}
	}
}

// TestWantsRay has command lines with the word that starts Ray or asks for it, -1 where none does.
func TestWantsRay(t *testing.T) {
	for name, tc := range map[string]struct {
		words []string
		env   string
		want  int
	}{
		"nothing":              {words: []string{"vllm", "serve", "m", "--tensor-parallel-size", "2"}, want: -1},
		"backend":              {words: []string{"vllm", "serve", "m", "--distributed-executor-backend", "ray"}, want: 3},
		"backend, underscores": {words: []string{"vllm", "serve", "m", "--distributed_executor_backend=ray"}, want: 3},
		"another backend":      {words: []string{"vllm", "serve", "m", "--distributed-executor-backend", "mp"}, want: -1},
		"no value":             {words: []string{"vllm", "serve", "m", "--distributed-executor-backend"}, want: -1},
		"program":              {words: []string{"ray", "start", "--head", "--block"}, want: 0},
		"program at a path":    {words: []string{"/usr/local/bin/ray", "start", "--block"}, want: 0},
		"script":               {words: []string{"sh", "-c", "until ray start --address=a:6379 --block; do sleep 2; done"}, want: 2},
		"script of vLLM":       {words: []string{"bash", "-c", "bash /vllm-workspace/examples/online_serving/multi-node-serving.sh leader --ray_cluster_size=2; vllm serve m"}, want: 2},
		"backend in a script":  {words: []string{"sh", "-c", "exec vllm serve m --distributed-executor-backend ray"}, want: 2},
		"installed before":     {words: []string{"sh", "-c", "pip install ray && ray start --head && vllm serve m"}, want: -1},
		"from elsewhere":       {words: []string{"ray", "start", "--head"}, env: "PYTHONPATH", want: -1},
		"another word":         {words: []string{"sh", "-c", "array start"}, want: -1},
		"model of the name":    {words: []string{"vllm", "serve", "ray"}, want: -1},
	} {
		t.Run(name, func(t *testing.T) {
			c := &corev1.Container{Image: VLLM, Command: tc.words[:1], Args: tc.words[1:]}
			if tc.env != "" {
				c.Env = []corev1.EnvVar{{Name: tc.env, Value: "a"}}
			}
			got, wants := WantsRay(c)
			if !wants {
				got = -1
			}
			if got != tc.want {
				t.Errorf("%s: got %d, want %d", strings.Join(tc.words, " "), got, tc.want)
			}
		})
	}
}
