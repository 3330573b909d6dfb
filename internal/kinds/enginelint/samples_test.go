package enginelint_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// samples are the command lines of engines in the manifests and the pages of a folder, with all that the rules say of them.
type samples struct {
	files, containers, lines int
	findings                 []string

	file string
	seen map[string]bool
}

// TestSamples has what is read of a folder.
func TestSamples(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"deployment.yaml": `{kind: Deployment, spec: {template: {spec: {containers: [
			{name: engine, image: "vllm/vllm-openai:v0.10.0", args: [--model=m, --max-model-length=1, -tp, "2"], resources: {limits: {nvidia.com/gpu: 1}}, readinessProbe: {}},
			{name: other, image: "a:1", args: [--frobnicate]}]}}}}`,
		"template.yaml": "args: [{{ .Values.args }}]\n---\n{image: \"vllm/vllm-openai:v0.10.0\", args: [--seed, one]}",
		"page.md":       "Run it:\n\n```bash\nexport A=b\nvllm serve m \\\n  --tensor-parallel-sizes 2 # two\nvllm bench serve --frobnicate\n```\n\n```yaml\nrunner:\n  command: [python3, -m, sglang.launch_server]\n  args: [--model-path, m, --port, \"1\", --port, \"2\"]\n```\n",
		"skipped.txt":   "vllm serve m --tensor-parallel-sizes 2",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := readSamples(t, dir)
	want := []string{
		`deployment.yaml: EL-1 vllm/vllm-openai:v0.10.0 args[2]`,
		`deployment.yaml: EL-6 vllm/vllm-openai:v0.10.0 args[1]`,
		`page.md: EL-2  args[4]`,
		`page.md: EL-7  command[3]`,
		`template.yaml: EL-8 vllm/vllm-openai:v0.10.0 args[1]`,
	}
	var at []string
	for _, finding := range got.findings {
		before, _, _ := strings.Cut(finding, ": Invalid value")
		at = append(at, before)
	}
	if got.files != 3 || got.containers != 3 || got.lines != 1 || !slices.Equal(at, want) {
		t.Errorf("%d files, %d containers, %d lines, findings %q, want %q", got.files, got.containers, got.lines, got.findings, want)
	}
}

// TestUpstreamSamples says what the rules find in the folder of SAMPLES: whether it is a mistake is for a reader to judge.
func TestUpstreamSamples(t *testing.T) {
	dir := os.Getenv("SAMPLES")
	if dir == "" {
		t.Skip("SAMPLES names no folder with manifests and pages of others")
	}
	got := readSamples(t, dir)
	for _, finding := range got.findings {
		t.Log(finding)
	}
	t.Logf("%d files, %d containers and %d lines of shells with known engines, %d findings", got.files, got.containers, got.lines, len(got.findings))
}

func readSamples(t *testing.T, dir string) *samples {
	t.Helper()
	s := &samples{seen: map[string]bool{}}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !entry.Type().IsRegular() {
			return err
		}
		extension := filepath.Ext(name)
		if !slices.Contains([]string{".yaml", ".yml", ".json", ".md"}, extension) {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		s.files++
		s.file, _ = filepath.Rel(dir, name)
		if extension == ".md" {
			s.page(string(data))
			return nil
		}
		s.manifests(data)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(s.findings)
	return s
}

// manifests reads the documents of a file; templates, which are none, are passed over.
func (s *samples) manifests(data []byte) {
	for document := range bytes.SplitSeq(data, []byte("\n---")) {
		var value any
		if yaml.Unmarshal(document, &value) == nil {
			s.value(value, "")
		}
	}
}

func (s *samples) value(value any, kind string) {
	switch value := value.(type) {
	case []any:
		for _, each := range value {
			s.value(each, kind)
		}
	case map[string]any:
		if text, ok := value["kind"].(string); ok {
			kind = text
		}
		_, args := value["args"].([]any)
		_, command := value["command"].([]any)
		var c corev1.Container
		if (args || command) && decode(map[string]any{"image": value["image"], "args": value["args"], "command": value["command"], "resources": value["resources"]}, &c) {
			s.container(&c, kind)
		}
		for _, each := range value {
			s.value(each, kind)
		}
	}
}

func decode(value map[string]any, into *corev1.Container) bool {
	data, err := yaml.Marshal(value)
	return err == nil && yaml.Unmarshal(data, into) == nil
}

var (
	fence = regexp.MustCompile("(?ms)^ *```+ *(\\w+)[^\n]*\n(.*?)^ *```")
	word  = regexp.MustCompile(`'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"]+`)
)

// page reads the blocks of a page.
func (s *samples) page(text string) {
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		switch block[1] {
		case "yaml", "yml":
			s.manifests([]byte(block[2]))
		case "bash", "sh", "shell", "console":
			for line := range strings.Lines(strings.ReplaceAll(block[2], "\\\n", " ")) {
				s.shell(line)
			}
		}
	}
}

// shell reads a line that does nothing but start an engine.
func (s *samples) shell(line string) {
	var words []string
	for _, each := range word.FindAllString(line, -1) {
		if strings.HasPrefix(each, "#") {
			break
		}
		words = append(words, strings.Trim(each, `'"`))
	}
	if len(words) == 0 || strings.ContainsAny(line, "|&;<>`[]") || !slices.Contains([]string{"vllm", "python", "python3", "llama-server", "trtllm-serve", "text-generation-launcher"}, words[0]) {
		return
	}
	c := &corev1.Container{Command: words}
	if _, known := engines.Of(c); known {
		s.lines++
		s.check(c, 0)
	}
}

func (s *samples) container(c *corev1.Container, kind string) {
	if _, known := engines.Of(c); !known {
		return
	}
	s.containers++
	var accelerators int64
	if kind == "Deployment" || kind == "Pod" { // others may be several that serve together
		accelerators = engines.Accelerators(c)
	}
	s.check(c, accelerators)
}

func (s *samples) check(c *corev1.Container, accelerators int64) {
	read := func(kinds.Candidate) []enginelint.Engine {
		return []enginelint.Engine{{Container: c, At: field.NewPath("engine"), Accelerators: accelerators}}
	}
	for _, rule := range enginelint.Rules(read) {
		if rule.ID == "EL-3" || rule.ID == "EL-4" {
			continue // samples float
		}
		errs, _ := rule.Decide(kinds.Candidate{}, nil)
		for _, err := range errs {
			finding := s.file + ": " + rule.ID + " " + c.Image + " " + strings.TrimPrefix(err.Error(), "engine.")
			if !s.seen[finding] {
				s.seen[finding] = true
				s.findings = append(s.findings, finding)
			}
		}
	}
}
