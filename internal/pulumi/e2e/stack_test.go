package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optdestroy"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optrefresh"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optup"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// stack is one of a program, in a backend of its own.
type stack struct {
	auto.Stack
	dir string
}

// environment is that of the command line: nothing but what `make pulumi` built is found,
// nothing is downloaded, and state is kept in a folder.
func environment(t *testing.T, c *acctest.Cluster) map[string]string {
	t.Helper()
	home := t.TempDir()
	return map[string]string{
		"PATH":                     binaries(t) + string(os.PathListSeparator) + os.Getenv("PATH"),
		"PULUMI_HOME":              home,
		"PULUMI_BACKEND_URL":       "file://" + t.TempDir(),
		"PULUMI_SKIP_UPDATE_CHECK": "true",
		"PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
		"PULUMI_CONFIG_PASSPHRASE":                    "test",
		"KUBE_CONFIG_PATH":                            c.Kubeconfig,
	}
}

// binaries is the folder of the command line, the plugin and the host of YAML programs.
func binaries(t *testing.T) string {
	t.Helper()
	folder := filepath.Join(acctest.Root(t), ".build", "pulumi", "bin")
	for _, name := range []string{"pulumi", "pulumi-language-yaml", "pulumi-resource-inference"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Fatalf("Pulumi is not built, run `make test-pulumi`: %v", err)
		}
	}
	return folder
}

// yamlStack is a stack of a YAML program.
func yamlStack(t *testing.T, c *acctest.Cluster, program string) *stack {
	t.Helper()
	dir := t.TempDir()
	env := environment(t, c)
	s := &stack{dir: dir}
	s.program(t, program)
	command, err := auto.NewPulumiCommand(&auto.PulumiCommandOptions{Root: filepath.Dir(binaries(t))})
	if err != nil {
		t.Fatal(err)
	}
	s.Stack, err = auto.UpsertStackLocalSource(t.Context(), "test", dir, auto.EnvVars(env), auto.Pulumi(command))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// program writes the YAML program.
func (s *stack) program(t *testing.T, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, "Pulumi.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// expectPreview previews, expects those operations beside nothing to do, and returns what is printed.
func (s *stack) expectPreview(t *testing.T, want map[apitype.OpType]int) string {
	t.Helper()
	var printed bytes.Buffer
	preview, err := s.Preview(t.Context(), optpreview.Diff(), optpreview.ProgressStreams(&printed))
	if err != nil {
		t.Fatalf("preview: %v", err)
	}
	expectChanges(t, "preview", want, preview.ChangeSummary, &printed)
	return printed.String()
}

func expectChanges(t *testing.T, what string, want, got map[apitype.OpType]int, printed *bytes.Buffer) {
	t.Helper()
	for op, n := range got {
		if op != apitype.OpSame && op != "read" && want[op] != n {
			t.Errorf("%s: %d to %s, not %d\n%s", what, n, op, want[op], printed)
		}
	}
	for op, n := range want {
		if got[op] != n {
			t.Errorf("%s: %d to %s, not %d\n%s", what, got[op], op, n, printed)
		}
	}
}

// up runs the program, and returns its outputs.
func (s *stack) up(t *testing.T, options ...optup.Option) auto.OutputMap {
	t.Helper()
	var printed bytes.Buffer
	result, err := s.Up(t.Context(), append(options, optup.SuppressProgress(), optup.ProgressStreams(&printed))...)
	if err != nil {
		t.Fatalf("up: %v\n%s", err, &printed)
	}
	return result.Outputs
}

// failedUp runs the program, expects that it fails, and returns what is printed.
func (s *stack) failedUp(t *testing.T, options ...optup.Option) string {
	t.Helper()
	var printed bytes.Buffer
	if _, err := s.Up(t.Context(), append(options, optup.SuppressProgress(), optup.ProgressStreams(&printed), optup.ErrorProgressStreams(&printed))...); err == nil {
		t.Errorf("up does not fail:\n%s", &printed)
	}
	return printed.String()
}

// refresh reads what there is, and returns what it prints.
func (s *stack) refresh(t *testing.T, want map[apitype.OpType]int, options ...optrefresh.Option) string {
	t.Helper()
	var printed bytes.Buffer
	result, err := s.Refresh(t.Context(), append(options, optrefresh.Diff(), optrefresh.ProgressStreams(&printed))...)
	if err != nil {
		t.Fatalf("refresh: %v\n%s", err, &printed)
	}
	changes := map[apitype.OpType]int{}
	if result.Summary.ResourceChanges != nil {
		for op, n := range *result.Summary.ResourceChanges {
			changes[apitype.OpType(op)] = n
		}
	}
	expectChanges(t, "refresh", want, changes, &printed)
	return printed.String()
}

// destroy deletes everything.
func (s *stack) destroy(t *testing.T) {
	t.Helper()
	var printed bytes.Buffer
	if _, err := s.Destroy(t.Context(), optdestroy.SuppressProgress(), optdestroy.ProgressStreams(&printed)); err != nil {
		t.Errorf("destroy: %v\n%s", err, &printed)
	}
}

// state is the state of the stack as the backend stores it.
func (s *stack) state(t *testing.T) string {
	t.Helper()
	folder, _ := strings.CutPrefix(s.Workspace().GetEnvVars()["PULUMI_BACKEND_URL"], "file://")
	files, err := filepath.Glob(filepath.Join(folder, ".pulumi", "stacks", "*", "test.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("the backend has the stacks %v: %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
