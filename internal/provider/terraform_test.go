package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest/standin"
)

// binaryVariable names a provider to test instead of one that is built for it.
const binaryVariable = "INFERENCE_PROVIDER_BIN"

// repository is the root of the repository: the directory of go.mod.
var repository = sync.OnceValues(func() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", fmt.Errorf("there is no go.mod above the package")
		}
		dir = filepath.Dir(dir)
	}
})

// buildDir holds the provider that is built for the tests; TestMain removes it.
var buildDir string

// binary is the directory of the provider's executable.
var binary = sync.OnceValues(func() (string, error) {
	if given := os.Getenv(binaryVariable); given != "" {
		absolute, err := filepath.Abs(given)
		return filepath.Dir(absolute), err
	}
	root, err := repository()
	if err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-o", filepath.Join(buildDir, "terraform-provider-inference"), ".")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the provider: %w\n%s", err, out)
	}
	return buildDir, nil
})

func TestMain(m *testing.M) {
	var err error
	if buildDir, err = os.MkdirTemp("", "terraform-provider-inference"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := os.RemoveAll(buildDir); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

// terraform is the real CLI in a directory of its own, with an empty environment and home.
type terraform struct {
	executable, dir, home string
	// env are further variables, as name=value.
	env []string
}

func newTerraform(t *testing.T) terraform {
	t.Helper()
	executable, err := exec.LookPath("terraform")
	if err != nil {
		t.Skip("terraform is not on the PATH, so what its command line shows cannot be tested")
	}
	provider, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	tf := terraform{executable: executable, dir: t.TempDir(), home: t.TempDir()}
	writeFile(t, filepath.Join(tf.home, ".terraformrc"), fmt.Sprintf(
		"disable_checkpoint = true\nprovider_installation {\n  dev_overrides { \"inferops/inference\" = %q }\n  filesystem_mirror { path = %q }\n}\n", provider, tf.home))
	return tf
}

// write puts a file into the configuration.
func (tf terraform) write(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(tf.dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, text)
}

// moduleName is what a configuration is called as a module of another.
func moduleName(name string) string {
	return "m_" + strings.NewReplacer("/", "_", ".tf", "", ".", "_", " ", "_").Replace(name)
}

// writeModules makes every configuration a module of one, since most of the time of a command goes into its start. Messages name
// their folders.
func (tf terraform) writeModules(t *testing.T, texts map[string]string) {
	t.Helper()
	var root strings.Builder
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		folder := moduleName(name)
		tf.write(t, filepath.Join(folder, "main.tf"), texts[name])
		fmt.Fprintf(&root, "module %[1]q {\n  source = \"./%[1]s\"\n%[2]s}\n", folder, standin.Variables(texts[name]))
	}
	tf.write(t, "main.tf", root.String())
	tf.mustRun(t, "get")
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// run returns what terraform prints, and whether it succeeds.
func (tf terraform) run(t *testing.T, args ...string) (stdout, stderr string, ok bool) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), tf.executable, args...)
	cmd.Dir = tf.dir
	cmd.Env = []string{"HOME=" + tf.home, "TF_CLI_CONFIG_FILE=" + filepath.Join(tf.home, ".terraformrc"), "TF_IN_AUTOMATION=1"}
	cmd.Env = append(cmd.Env, tf.env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), err == nil
}

// mustRun fails the test when terraform fails.
func (tf terraform) mustRun(t *testing.T, args ...string) string {
	t.Helper()
	stdout, stderr, ok := tf.run(t, args...)
	if !ok {
		t.Fatalf("terraform %v:\n%s%s", args, stdout, stderr)
	}
	return stdout
}

// shown is one diagnostic of `terraform validate -json`.
type shown struct {
	Severity, Summary, Detail, Address string
}

func (tf terraform) validate(t *testing.T) []shown {
	t.Helper()
	stdout, stderr, _ := tf.run(t, "validate", "-json", "-no-color")
	var result struct{ Diagnostics []shown }
	if err := json.Unmarshal([]byte(stdout), &result); err != nil {
		t.Fatalf("%v\n%s%s", err, stdout, stderr)
	}
	return result.Diagnostics
}
