package engines

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

// TestMisreadVariables shows what is wrong with the variables of a container.
func TestMisreadVariables(t *testing.T) {
	const image = "ollama/ollama:0.24.0"
	for name, tc := range map[string]struct {
		reason, image string
		env           []string
		change        func(*corev1.Container)
		want          []string
	}{
		"all right": {reason: "what it reads, as it reads it", image: image, env: []string{
			"OLLAMA_HOST=0.0.0.0:8080", "OLLAMA_KEEP_ALIVE=-1", "OLLAMA_LOAD_TIMEOUT=1h30m", "OLLAMA_CONTEXT_LENGTH= 8192 ", `OLLAMA_NUM_PARALLEL="4"`, "OLLAMA_FLASH_ATTENTION=T",
			"OLLAMA_KV_CACHE_TYPE=Q8_0", "OLLAMA_ORIGINS=*,https://a.example,http://b.example:*,moz-extension://x", "OLLAMA_SCHED_SPREAD=", "OLLAMA_DEBUG=2",
		}},
		"misspelt":         {"the name that was meant", image, []string{"OLLAMA_NUM_PARALLELS=4", "OLLAMA_CONTEXT_LENGTHS=1", "OLLAMA_HOSTS=a"}, nil, []string{"name OLLAMA_NUM_PARALLELS: Ollama 0.24.0 does not read it: did you mean OLLAMA_NUM_PARALLEL?", "name OLLAMA_CONTEXT_LENGTHS: Ollama 0.24.0 does not read it: did you mean OLLAMA_CONTEXT_LENGTH?", "name OLLAMA_HOSTS: Ollama 0.24.0 does not read it: did you mean OLLAMA_HOST?"}},
		"gone":             {"since when", image, []string{"OLLAMA_MAX_VRAM=1", "OLLAMA_INTEL_GPU=1"}, nil, []string{"name OLLAMA_MAX_VRAM: Ollama 0.24.0 does not read it: no version since 0.7.0 does; remove it", "name OLLAMA_INTEL_GPU: Ollama 0.24.0 does not read it: no version since 0.12.11 does; remove it"}},
		"not yet":          {"from when on", "ollama/ollama:v0.4.7-rocm", []string{"OLLAMA_KV_CACHE_TYPE=q8_0", "OLLAMA_CONTEXT_LENGTH=x"}, nil, []string{"name OLLAMA_KV_CACHE_TYPE: Ollama 0.4.7 does not read it: 0.5.0 is known to read it; name an image of that version or later, or remove it", "name OLLAMA_CONTEXT_LENGTH: Ollama 0.4.7 does not read it: 0.5.13 is known to read it; name an image of that version or later, or remove it"}},
		"before and after": {"a variable has been gone for a while in the one and is there in the other", "ollama/ollama:0.6.8", []string{"OLLAMA_MAX_VRAM=1", "OLLAMA_INTEL_GPU=1"}, nil, nil},
		"types": {"what each type takes, and what comes of it", image, []string{"OLLAMA_FLASH_ATTENTION=on", "OLLAMA_CONTEXT_LENGTH=8k", "OLLAMA_NUM_PARALLEL=-1", "OLLAMA_KEEP_ALIVE=1d"}, nil, []string{
			"on: OLLAMA_FLASH_ATTENTION of Ollama 0.24.0 is true or false; any other text is taken for true",
			"8k: OLLAMA_CONTEXT_LENGTH of Ollama 0.24.0 is a whole number that is not negative; any other is as if it were not set",
			"-1: OLLAMA_NUM_PARALLEL of Ollama 0.24.0 is a whole number that is not negative; any other is as if it were not set",
			"1d: OLLAMA_KEEP_ALIVE of Ollama 0.24.0 is a number of seconds, or a duration with units such as 24h or 5m; any other is as if it were not set",
		}},
		"choice":            {"those of the version", image, []string{"OLLAMA_KV_CACHE_TYPE=q5_1"}, nil, []string{"q5_1: OLLAMA_KV_CACHE_TYPE of Ollama 0.24.0 is one of f16, q8_0, q4_0; any other is as if it were not set"}},
		"choice, later":     {"more of them", "ollama/ollama:0.30.0", []string{"OLLAMA_KV_CACHE_TYPE=q5_1"}, nil, nil},
		"no choice":         {"it loads no model", "ollama/ollama:0.30.0", []string{"OLLAMA_KV_CACHE_TYPE=q8"}, nil, []string{"q8: OLLAMA_KV_CACHE_TYPE of Ollama 0.30.0 is one of f32, f16, bf16, q8_0, q4_0, q4_1, iq4_nl, q5_0, q5_1; it loads no model with another"}},
		"origin":            {"it does not start", image, []string{"OLLAMA_ORIGINS=https://a.example, https://b.example"}, nil, []string{"fatal https://a.example, https://b.example: OLLAMA_ORIGINS of Ollama 0.24.0 is a list, with commas and no spaces, of texts that begin with a scheme such as https:// or have one asterisk; it does not start with another"}},
		"origin, no scheme": {"nor with that", image, []string{"OLLAMA_ORIGINS=a.example"}, nil, []string{"fatal a.example: OLLAMA_ORIGINS of Ollama 0.24.0 is a list, with commas and no spaces, of texts that begin with a scheme such as https:// or have one asterisk; it does not start with another"}},
		"origin, two stars": {"nor with two", image, []string{"OLLAMA_ORIGINS=https://*.*"}, nil, []string{"fatal https://*.*: OLLAMA_ORIGINS of Ollama 0.24.0 is a list, with commas and no spaces, of texts that begin with a scheme such as https:// or have one asterisk; it does not start with another"}},
		"somebody else's":   {"it is near to none, or not the engine's", image, []string{"OLLAMA_PULL_MODELS_AT_START=a", "NUM_PARALLEL=x", "OLLAMA_PORT=1"}, nil, nil},
		"filled in later":   {"a variable may be anything", image, []string{"OLLAMA_CONTEXT_LENGTH=$(LENGTH)"}, nil, nil},
		"of a ConfigMap": {"nobody knows", image, nil, func(c *corev1.Container) {
			c.Env = []corev1.EnvVar{{Name: "OLLAMA_NUM_PARALLEL", ValueFrom: &corev1.EnvVarSource{}}}
		}, nil},
		"replaced": {"the last counts", image, []string{"OLLAMA_NUM_PARALLEL=x", "OLLAMA_NUM_PARALLEL=1"}, nil, nil},
		"of a script": {"that reads it", image, []string{"OLLAMA_MODEL=a"}, func(c *corev1.Container) {
			c.Command = []string{"sh", "-c", "ollama serve & ollama pull $OLLAMA_MODEL; wait"}
		}, nil},
		"of a hook": {"so does that", image, []string{"OLLAMA_MODEL=a"}, func(c *corev1.Container) {
			c.Lifecycle = &corev1.Lifecycle{PostStart: &corev1.LifecycleHandler{Exec: &corev1.ExecAction{Command: []string{"sh", "-c", "ollama pull ${OLLAMA_MODEL}"}}}}
		}, nil},
		"of a probe": {"and that", image, []string{"OLLAMA_MODEL=a"}, func(c *corev1.Container) {
			c.ReadinessProbe = &corev1.Probe{ProbeHandler: corev1.ProbeHandler{Exec: &corev1.ExecAction{Command: []string{"sh", "-c", "ollama show $OLLAMA_MODEL"}}}}
		}, nil},
		"of another":         {"Kubernetes fills it in", image, []string{"OLLAMA_MODEL=a", "OTHER=$(OLLAMA_MODEL)"}, nil, nil},
		"script that starts": {"the engine reads it all the same", image, []string{"OLLAMA_NUM_PARALLEL=x"}, func(c *corev1.Container) { c.Command = []string{"sh", "-c", "ollama serve"} }, []string{"x: OLLAMA_NUM_PARALLEL of Ollama 0.24.0 is a whole number that is not negative; any other is as if it were not set"}},
		"floating":           {"nothing is known of the version", "ollama/ollama:latest", []string{"OLLAMA_NUM_PARALLELS=x", "OLLAMA_ORIGINS=a"}, nil, nil},
		"candidate":          {"nor of one that is not out", "ollama/ollama:0.24.0-rc1", []string{"OLLAMA_NUM_PARALLELS=x"}, nil, nil},
		"newer":              {"nor of one that nobody has read", "ollama/ollama:0.99.0", []string{"OLLAMA_NUM_PARALLELS=x"}, nil, nil},
		"older":              {"nor of one before those", "ollama/ollama:0.1.30", []string{"OLLAMA_NUM_PARALLELS=x"}, nil, nil},
		"another image":      {"nothing is known of what is in it", "example.org/llm:0.24.0", []string{"OLLAMA_NUM_PARALLELS=x"}, nil, nil},
		"another engine":     {"whose variables are not known", "vllm/vllm-openai:v0.10.0", []string{"VLLM_USE_V2=x", "OLLAMA_NUM_PARALLELS=x"}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			c := &corev1.Container{Image: tc.image}
			for _, text := range tc.env {
				name, value, _ := strings.Cut(text, "=")
				c.Env = append(c.Env, corev1.EnvVar{Name: name, Value: value})
			}
			if tc.change != nil {
				tc.change(c)
			}
			var got []string
			for _, m := range MisreadVariables(c) {
				text := m.Value + ": " + m.Detail
				switch v := c.Env[m.Index]; {
				case m.Named && v.Name == m.Value:
					text = "name " + text
				case m.Named || v.Value != m.Value:
					t.Errorf("%q is not what is wrong of %+v", m.Value, v)
				}
				if m.Fatal {
					text = "fatal " + text
				}
				got = append(got, text)
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%s\ngot  %q\nwant %q", tc.reason, got, tc.want)
			}
		})
	}
}

// TestVariableTables has every variable of every table in its first version and in that in which it goes, and with each letter left
// out or doubled, which is found unless it is another variable.
func TestVariableTables(t *testing.T) {
	values := map[Type]string{Bool: "true", Unsigned: "1", Duration: "1m", Origins: "*", "": "text"}
	for _, e := range All() {
		known := e.Known()
		if len(known.Environment.Variables) > 0 && !known.EveryVersion {
			t.Errorf("%s: a version between two that were read may read what either does, which nobody has written down", e.Name)
		}
		for _, v := range known.Environment.Variables {
			t.Run(e.Name+"/"+v.Name, func(t *testing.T) {
				value, typed := values[v.Type]
				if !typed || !strings.HasPrefix(v.Name, known.Environment.Prefix) {
					t.Fatalf("type %q of %s", v.Type, v.Name)
				}
				if len(v.Choices) > 0 {
					value = v.Choices[0]
				}
				version := v.Since
				if version == "" {
					version = known.Versions[0].Version
				}
				if v.Until != "" && compare(v.Until, version) <= 0 {
					t.Fatalf("goes in %s, before it comes in %s", v.Until, version)
				}
				misread := func(name, version string) string {
					return fmt.Sprint(MisreadVariables(&corev1.Container{Image: e.Repositories[0] + ":" + version, Env: []corev1.EnvVar{{Name: name, Value: value}}}))
				}
				if got := misread(v.Name, version); got != "[]" {
					t.Errorf("%s of %s: %s", v.Name, version, got)
				}
				again := slices.ContainsFunc(known.Environment.Variables, func(other Variable) bool { return other.Name == v.Name && other.Since == v.Until })
				if got := misread(v.Name, v.Until); v.Until != "" && !again && !strings.Contains(got, "no version since "+v.Until+" does") {
					t.Errorf("%s of %s: %s", v.Name, v.Until, got)
				}
				for i := len(known.Environment.Prefix); i < len(v.Name); i++ {
					for _, typo := range []string{v.Name[:i] + v.Name[i+1:], v.Name[:i] + v.Name[i:i+1] + v.Name[i:]} {
						if slices.ContainsFunc(known.Environment.Variables, func(other Variable) bool { return other.Name == typo }) {
							continue
						}
						if got := misread(typo, version); !strings.Contains(got, "did you mean "+known.Environment.Prefix) {
							t.Errorf("%s of %s: %s", typo, version, got)
						}
					}
				}
			})
		}
	}
}
