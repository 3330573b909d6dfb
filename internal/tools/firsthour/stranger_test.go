//go:build firsthour

// Package firsthour does what a stranger does in the first hour: it reads README.md and the guides in a clean clone and runs
// what stands there. `make first-hour` runs it.
package firsthour

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// needed are the programs that the pages and GNU make count on: Go, make, git, the command lines that a page is about, and
// the programs of every POSIX system.
var needed = strings.Fields("go make git sh terraform tofu kubectl helm3 helm4 pulumi pulumi-language-yaml " +
	"awk basename cat chmod cp cut date diff dirname env expr find grep head install ln ls mkdir mktemp mv printf pwd rm sed sleep sort tail test touch tr uname")

// stranger is a user with an empty home and a clone. Who is asked for a confirmation says yes.
type stranger struct {
	home, clone, path string
}

// theStranger is the same for all tests but for the home, because a clone in which everything is built takes minutes.
var theStranger struct {
	sync.Once
	stranger

	temp string
}

func newStranger(t *testing.T) stranger {
	t.Helper()
	theStranger.Do(func() {
		s := stranger{clone: filepath.Join(theStranger.temp, "clone"), path: filepath.Join(theStranger.temp, "bin")}
		if err := os.Mkdir(s.path, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, name := range needed {
			found, err := exec.LookPath(name)
			if err != nil {
				t.Fatal(err)
			}
			s.link(t, name, found)
		}
		for _, name := range []string{"gcc", "as", "ld"} { // Go uses them where they are
			if found, err := exec.LookPath(name); err == nil {
				s.link(t, name, found)
			}
		}
		if out, err := exec.Command("git", "clone", "--quiet", "../../..", s.clone).CombinedOutput(); err != nil {
			t.Fatalf("git clone: %v\n%s", err, out)
		}
		theStranger.stranger = s
	})
	if theStranger.clone == "" {
		t.Fatal("the clone was not made: see the first test")
	}
	s := theStranger.stranger
	s.home = filepath.Join(theStranger.temp, t.Name())
	if err := os.Mkdir(s.home, 0o700); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s stranger) link(t *testing.T, name, program string) {
	t.Helper()
	program, err := filepath.Abs(program)
	if err == nil {
		err = os.Symlink(program, filepath.Join(s.path, name))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// command is a script in the clone, with nothing of this process's environment but Go's caches.
func (s stranger) command(t *testing.T, script string) ([]byte, error) {
	t.Helper()
	t.Log("$ " + strings.ReplaceAll(strings.TrimSpace(script), "\n", "\n$ "))
	c := exec.Command(filepath.Join(s.path, "sh"), "-euc", script)
	c.Dir = s.clone
	c.Env = []string{
		"HOME=" + s.home, "PATH=" + s.path, "CHECKPOINT_DISABLE=1",
		"TF_INPUT=0", "TF_CLI_ARGS_apply=-auto-approve", "TF_CLI_ARGS_destroy=-auto-approve",
		"PULUMI_SKIP_CONFIRMATIONS=true", "PULUMI_SKIP_UPDATE_CHECK=true", "PULUMI_CONFIG_PASSPHRASE=", "PULUMI_BACKEND_URL=file://" + s.home,
	}
	// With another value of CGO_ENABLED, the cache has nothing that fits.
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "CGO_ENABLED"} {
		value, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		c.Env = append(c.Env, name+"="+strings.TrimSpace(string(value)))
	}
	return c.CombinedOutput()
}

// run runs a script that has to succeed, and returns what it prints.
func (s stranger) run(t *testing.T, script string) string {
	t.Helper()
	out, err := s.command(t, script)
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// fail runs a script that has to fail, and returns what it prints as a line.
func (s stranger) fail(t *testing.T, script string) string {
	t.Helper()
	out, err := s.command(t, script)
	if exit := new(exec.ExitError); !errors.As(err, &exit) {
		t.Fatalf("it did not fail: %v\n%s", err, out)
	}
	return line(string(out))
}

var decoration = regexp.MustCompile(`\x1b\[[0-9;]*m|[│╷╵]`)

// line is a text on one line, without the colours and frames of command lines.
func line(text string) string {
	return strings.Join(strings.Fields(decoration.ReplaceAllString(text, "")), " ")
}

// cluster is the kubeconfig of a local control plane that runs until the tests end: that of the demo, without its example,
// whose names are those of the pages.
func (s stranger) cluster(t *testing.T) string {
	t.Helper()
	out, err := s.command(t, "make demo KEEP=1")
	switch {
	case err == nil:
		steps := regexp.MustCompile(`(?m)^ *((?:export|cd) .*)$`).FindAllString(string(out), -1)
		s.run(t, strings.Join(steps, "\n")+"\nterraform destroy")
	case !strings.Contains(string(out), "a cluster already runs"):
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(s.clone, ".build", "demo", "cluster", "kubeconfig")
}

// folder is a new and empty one in the home.
func (s stranger) folder(t *testing.T, name string) string {
	t.Helper()
	folder := filepath.Join(s.home, name)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	return folder
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func contains(t *testing.T, what, said string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(line(said), want) {
			t.Errorf("%s: no %q in\n%s", what, want, said)
		}
	}
}
