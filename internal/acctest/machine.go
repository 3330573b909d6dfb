//go:build unix

package acctest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// Machine is a computer that runs the CLI in automation and knows nothing of the others: a
// home, a temporary folder and a mirror of providers of its own, and an empty working
// directory. What a run needs has to be brought there.
type Machine struct {
	// Dir is the working directory.
	Dir string

	executable, home, temp, config string
}

// NewMachine returns a machine with the provider in its mirror.
func NewMachine(t *testing.T) *Machine {
	t.Helper()
	root := t.TempDir()
	m := &Machine{
		executable: cli(t), Dir: filepath.Join(root, "work"), home: filepath.Join(root, "home"), temp: filepath.Join(root, "tmp"),
		config: filepath.Join(root, "terraformrc"),
	}
	for _, dir := range []string{m.Dir, m.home, m.temp} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.ReadFile(executable(t))
	if err != nil {
		t.Fatal(err)
	}
	mirror := filepath.Join(root, "mirror")
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		dir := filepath.Join(mirror, registry, "inferops", "inference", "0.1.0", runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(dir, "terraform-provider-inference_v0.1.0"), string(program), 0o700)
	}
	put(t, m.config, fmt.Sprintf("disable_checkpoint = true\nprovider_installation {\n  filesystem_mirror { path = %q }\n}\n", mirror), 0o600)
	return m
}

// Put writes a file of the working directory.
func (m *Machine) Put(t *testing.T, name, text string) {
	t.Helper()
	put(t, filepath.Join(m.Dir, name), text, 0o600)
}

// Bring copies files of another machine's working directory.
func (m *Machine) Bring(t *testing.T, from *Machine, names ...string) {
	t.Helper()
	for _, name := range names {
		raw, err := os.ReadFile(filepath.Join(from.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		m.Put(t, name, string(raw))
	}
}

// Run runs a command of the CLI with an environment of its own and further variables, and returns what it prints.
func (m *Machine) Run(t *testing.T, variables []string, args ...string) (string, error) {
	t.Helper()
	command := exec.CommandContext(t.Context(), m.executable, args...)
	command.Dir = m.Dir
	command.Env = slices.Concat([]string{
		"HOME=" + m.home, "TMPDIR=" + m.temp, "PATH=", "TF_CLI_CONFIG_FILE=" + m.config, "TF_IN_AUTOMATION=1", "TF_INPUT=0", "NO_COLOR=1",
	}, variables)
	out, err := command.CombinedOutput()
	return string(out), err
}

// MustRun is [Machine.Run] for a command that has to succeed.
func (m *Machine) MustRun(t *testing.T, variables []string, args ...string) string {
	t.Helper()
	out, err := m.Run(t, variables, args...)
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// Leftovers lists what the machine has outside of its working directory that a run put there. OpenTofu keeps a folder
// of its own in every home.
func (m *Machine) Leftovers(t *testing.T) []string {
	t.Helper()
	var left []string
	for _, dir := range []string{m.home, m.temp} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if entry.Name() != ".terraform.d" {
				left = append(left, filepath.Join(dir, entry.Name()))
			}
		}
	}
	return left
}
