//go:build firsthour

// Package firsthour does what a stranger does in the first hour: it reads README.md in a clean clone and runs what
// stands there. `make first-hour` runs it.
package firsthour

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// needed are the programs that README.md and GNU make count on: Go, make, terraform, git, and those of every POSIX
// system.
var needed = strings.Fields("go make terraform git sh " +
	"awk basename cat chmod cp cut date diff dirname env expr find grep head install ln ls mkdir mktemp mv printf pwd rm sed sleep sort tail test touch tr uname")

// stranger is a user with an empty home and a clone.
type stranger struct {
	home, clone, path string
}

// TestFirstHour runs the commands of README.md in their order, with a mistake that people make before some.
func TestFirstHour(t *testing.T) {
	s := newStranger(t)
	readme := s.read(t, "README.md")

	t.Log("the two commands")
	commands := block(t, readme, "## Two commands", "sh")
	for _, command := range []string{"make demo", "make test"} {
		if !strings.Contains("\n"+commands, "\n"+command+" ") {
			t.Errorf("README.md no longer has %q among its two commands:\n%s", command, commands)
		}
	}
	help := "\n" + s.run(t, "make help")
	for _, command := range regexp.MustCompile("(?m)(?:^|`)(make ([a-z-]+))").FindAllStringSubmatch(readme, -1) {
		if !strings.Contains(help, "\n  "+command[2]+" ") {
			t.Errorf("README.md has %q, which `make help` does not list:\n%s", command[1], help)
		}
	}
	if said := s.fail(t, "make demo TERRAFORM="); !strings.Contains(said, "neither terraform nor tofu is in PATH: install one") {
		t.Errorf("without terraform: %s", said)
	}
	if said := s.run(t, "make demo"); !strings.Contains(said, "Everything was as expected") {
		t.Errorf("make demo: %s", said)
	}

	t.Log("a cluster that stays")
	for _, command := range []string{"make demo KEEP=1", "make demo-stop"} {
		if !strings.Contains(readme, "`"+command+"`") {
			t.Errorf("README.md no longer has %q", command)
		}
	}
	t.Cleanup(func() { s.run(t, "make demo-stop") })
	s.run(t, "make demo KEEP=1")

	t.Log("the configuration of the page")
	work := filepath.Join(s.home, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(work, "main.tf"), block(t, readme, "## Use it", "hcl")+block(t, readme, "# ", "hcl"))
	installed := block(t, readme, "## Use it", "sh") + "cd '" + work + "'\n"
	s.run(t, installed+"terraform init -input=false")
	if said := s.fail(t, installed+"terraform apply -auto-approve -input=false"); !strings.Contains(said, "~/.kube/config") && !strings.Contains(said, filepath.Join(s.home, ".kube", "config")) {
		t.Errorf("without a kubeconfig: %s", said)
	}
	if err := os.Mkdir(filepath.Join(s.home, ".kube"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(s.home, ".kube", "config"), s.read(t, ".build/demo/cluster/kubeconfig"))
	s.run(t, installed+"terraform apply -auto-approve -input=false")
	if said := s.run(t, installed+"terraform state show inference_playground.chat"); !strings.Contains(said, endpoint(t, readme)) {
		t.Errorf("the endpoint is not that of README.md: %s", said)
	}
	if said := s.run(t, installed+"terraform plan -input=false"); !strings.Contains(said, "No changes.") {
		t.Errorf("a plan after the apply: %s", said)
	}
	s.run(t, installed+"terraform destroy -auto-approve -input=false")
	s.run(t, "make demo-stop")
}

func newStranger(t *testing.T) stranger {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	s := stranger{home: t.TempDir(), clone: filepath.Join(t.TempDir(), "clone"), path: t.TempDir()}
	for _, name := range needed {
		program := os.Getenv("FIRSTHOUR_" + strings.ToUpper(name))
		if program == "" {
			program = name
		}
		found, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		if found, err = filepath.Abs(found); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(found, filepath.Join(s.path, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"gcc", "as", "ld"} { // Go uses them where they are
		if found, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(found, filepath.Join(s.path, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if out, err := exec.Command("git", "clone", "--quiet", root, s.clone).CombinedOutput(); err != nil {
		t.Fatalf("git clone: %v\n%s", err, out)
	}
	return s
}

// command is a script in the clone, with nothing of this process's environment but Go's caches.
func (s stranger) command(t *testing.T, script string) ([]byte, error) {
	t.Helper()
	t.Log("$ " + strings.ReplaceAll(strings.TrimSpace(script), "\n", "\n$ "))
	c := exec.Command(filepath.Join(s.path, "sh"), "-euc", script)
	c.Dir = s.clone
	c.Env = []string{"HOME=" + s.home, "PATH=" + s.path, "CHECKPOINT_DISABLE=1"}
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

// fail runs a script that has to fail, and returns what it prints, without the lines that Terraform broke.
func (s stranger) fail(t *testing.T, script string) string {
	t.Helper()
	out, err := s.command(t, script)
	if exit := new(exec.ExitError); !errors.As(err, &exit) {
		t.Fatalf("it did not fail: %v\n%s", err, out)
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(string(out), "│", "")), " ")
}

func (s stranger) read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.clone, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// block is the first code block of a language below a heading.
func block(t *testing.T, page, heading, language string) string {
	t.Helper()
	_, below, found := strings.Cut("\n"+page, "\n"+heading)
	if !found {
		t.Fatalf("README.md has no heading %q", heading)
	}
	_, code, found := strings.Cut(below, "\n```"+language+"\n")
	if !found {
		t.Fatalf("README.md has no block of %s below %q", language, heading)
	}
	code, _, _ = strings.Cut(code, "\n```")
	return code + "\n"
}

// endpoint is the one that README.md promises for its first configuration.
func endpoint(t *testing.T, page string) string {
	t.Helper()
	found := regexp.MustCompile("`(http://[^`]+)`").FindStringSubmatch(page)
	if found == nil {
		t.Fatal("README.md promises no endpoint")
	}
	return found[1]
}
