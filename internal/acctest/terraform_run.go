//go:build unix

package acctest

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	tfjson "github.com/hashicorp/terraform-json"
)

// Outcome is how a command of the CLI ended.
type Outcome struct {
	OK bool
	// Diagnostics are its errors and warnings in the order in which they were printed,
	// without the one about where the harness has the provider.
	Diagnostics []tfjson.Diagnostic
	// Actions are what it planned for resources that change, by address: "create", "update", "replace" or "delete".
	Actions map[string]string
	// Found are the identities of what a query found, by the names that are shown for them.
	Found map[string]map[string]string
	// Log is all it printed.
	Log string
}

// Find returns the diagnostic with that summary, and fails the test when there is none.
func (o Outcome) Find(t *testing.T, severity tfjson.DiagnosticSeverity, summary string) tfjson.Diagnostic {
	t.Helper()
	for _, d := range o.Diagnostics {
		if d.Severity == severity && d.Summary == summary {
			return d
		}
	}
	t.Fatalf("there is no %s %q: %s", severity, summary, o.Log)
	return tfjson.Diagnostic{}
}

// Running is a command of the CLI that is under way.
type Running struct {
	command   *exec.Cmd
	terraform *Terraform
	printed   *bytes.Buffer
	ended     chan error
}

// StartApply begins to apply the configuration.
func (tf *Terraform) StartApply(t *testing.T) *Running {
	t.Helper()
	return tf.start(t, "apply", "-auto-approve", "-json")
}

// start runs a command in a process group of its own, as a shell does.
func (tf *Terraform) start(t *testing.T, args ...string) *Running {
	t.Helper()
	if err := os.WriteFile(tf.logFile(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(tf.executable, args...) //nolint:noctx // clean-up runs commands when the test's context is over
	cmd.Dir = tf.dir
	cmd.Env = []string{
		"HOME=" + tf.home, "PATH=" + os.Getenv("PATH"), "TF_CLI_CONFIG_FILE=" + tf.cliConfig(), "TF_IN_AUTOMATION=1",
		"TF_LOG_PATH=" + tf.logFile(), tf.logging(),
	}
	cmd.Env = append(cmd.Env, tf.environment...)
	if !tf.managed {
		cmd.Env = append(cmd.Env, tf.attach(t))
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	r := &Running{command: cmd, terraform: tf, printed: &bytes.Buffer{}, ended: make(chan error, 1)}
	cmd.Stdout, cmd.Stderr = r.printed, r.printed
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { r.ended <- cmd.Wait() }()
	return r
}

// commandTimeout bounds a command of the CLI: what waits in vain waits as long as the
// resource's own timeouts say, which is longer than a test has.
const commandTimeout = 10 * time.Minute

// Wait returns the outcome once the command has ended.
func (r *Running) Wait(t *testing.T) Outcome {
	t.Helper()
	var err error
	select {
	case err = <-r.ended:
	case <-time.After(commandTimeout):
		r.Interrupt(t)
		err = <-r.ended
		t.Errorf("the command was interrupted after %s", commandTimeout)
	}
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	out := Outcome{OK: err == nil, Log: r.printed.String(), Actions: map[string]string{}, Found: map[string]map[string]string{}}
	for line := range strings.Lines(out.Log) {
		var m message
		if json.Unmarshal([]byte(line), &m) != nil {
			continue
		}
		switch {
		case m.Type == "planned_change":
			out.Actions[m.Change.Resource.Addr] = m.Change.Action
		case m.Type == "list_resource_found":
			out.Found[m.Found.Name] = m.Found.Identity
		case m.Diagnostic != nil && !ofHarness(*m.Diagnostic):
			out.Diagnostics = append(out.Diagnostics, *m.Diagnostic)
		}
	}
	return out
}

// ofHarness reports whether a diagnostic is about where the harness has the provider.
func ofHarness(d tfjson.Diagnostic) bool {
	return d.Summary == "Provider development overrides are in effect"
}

// message is a line of what the CLI prints with -json, as far as it matters here.
type message struct {
	Type       string
	Diagnostic *tfjson.Diagnostic
	Change     struct {
		Resource struct{ Addr string }
		Action   string
	}
	Found struct {
		Name     string `json:"display_name"`
		Identity map[string]string
	} `json:"list_resource_found"`
}

// startTimeoutOfWait bounds how long it takes until an apply has nothing left to do but wait.
const startTimeoutOfWait = time.Minute

// UntilWaiting returns once the provider has applied all objects and waits for readiness.
func (r *Running) UntilWaiting(t *testing.T) {
	t.Helper()
	r.UntilLogged(t, "waiting until the object is ready")
}

// UntilLogged returns once the log of the provider has a text.
func (r *Running) UntilLogged(t *testing.T, text string) {
	t.Helper()
	deadline := time.Now().Add(startTimeoutOfWait)
	for time.Now().Before(deadline) {
		log, err := os.ReadFile(r.terraform.logFile())
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(log, []byte(text)) {
			return
		}
		select {
		case err := <-r.ended:
			t.Fatalf("terraform ended before it logged %q: %v: %s", text, err, r.printed)
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatalf("terraform does not come to log %q", text)
}

// Interrupt is what Ctrl-C in a terminal does: the CLI and the provider get the signal.
func (r *Running) Interrupt(t *testing.T) {
	t.Helper()
	if err := syscall.Kill(-r.command.Process.Pid, syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
}

// KillProvider ends the provider's process at once, as when memory runs out.
func (r *Running) KillProvider(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(r.terraform.processFile())
	if err != nil {
		t.Fatal(err)
	}
	id, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(id, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}
