//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/auto/optrefresh"
	"github.com/pulumi/pulumi/sdk/v3/go/common/apitype"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var nodeType = schema.GroupVersionResource{Version: "v1", Resource: "nodes"}

// TestImport takes up by its ID what another stack has made, and finds nothing to do.
func TestImport(t *testing.T) {
	t.Parallel()
	c := clusterFor(t, "operator")
	p := chat{name: "imported", mode: "operator", replicas: 1}
	maker := yamlStack(t, c, p.program())
	maker.up(t)
	uid := c.Get(t, p.live()).GetUID()

	p.imports = true
	taker := yamlStack(t, c, p.program())
	taker.expectPreview(t, map[apitype.OpType]int{apitype.OpImport: 3, apitype.OpCreate: 2})
	taker.up(t)
	if now := c.Get(t, p.live()).GetUID(); now != uid {
		t.Error("the import has made the object again")
	}
	taker.expectPreview(t, nil)
	taker.destroy(t)
	if c.Get(t, p.live()) != nil {
		t.Error("a destroy of what was imported leaves it")
	}
	maker.destroy(t) // What is gone is no error.
}

// TestInterruptedCreate kills the engine and the plugin while a creation waits. The next run
// takes up the objects that are there.
func TestInterruptedCreate(t *testing.T) {
	t.Parallel()
	c := clusterFor(t, "direct")
	p := chat{name: "interrupted", mode: "direct", replicas: 1, gate: true}
	s := yamlStack(t, c, p.program())
	up := exec.CommandContext(t.Context(), filepath.Join(binaries(t), "pulumi"), "up", "--yes", "--skip-preview", "--stack", "test", "--non-interactive")
	up.Dir, up.Env = s.dir, os.Environ()
	for name, value := range s.Workspace().GetEnvVars() {
		up.Env = append(up.Env, name+"="+value)
	}
	up.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := up.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the deployment is there", func() bool { return c.Get(t, p.live()) != nil })
	uid := c.Get(t, p.live()).GetUID()
	if err := syscall.Kill(-up.Process.Pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := up.Wait(); err == nil {
		t.Fatal("the run ended before it was killed")
	}

	p.open(t, c, "gpu-0")
	if err := s.Cancel(t.Context()); err != nil { // The lock of the run that was killed.
		t.Logf("cancel: %v", err)
	}
	s.refresh(t, nil, optrefresh.ClearPendingCreates())
	if ready := s.up(t)["ready"].Value; ready != true {
		t.Errorf("ready is %v", ready)
	}
	if now := c.Get(t, p.live()).GetUID(); now != uid {
		t.Error("the recovery has made the deployment again")
	}
	s.expectPreview(t, nil)
	s.destroy(t)
}

// open lets the pods behind the gate be scheduled, on one node for each program.
func (c chat) open(t *testing.T, on *acctest.Cluster, node string) {
	t.Helper()
	on.Edit(t, acctest.Object{Resource: nodeType, Name: node}, "acctest", fmt.Sprintf(`{"metadata":{"labels":{"acctest/open":%q}}}`, c.name))
}

// TestFailedCreate fails a creation that has made its objects: the stack has them, the next run goes on with them as they
// are, and a destroy deletes them.
func TestFailedCreate(t *testing.T) {
	t.Parallel()
	for _, ends := range []string{"up", "destroy"} {
		t.Run(ends, func(t *testing.T) {
			t.Parallel()
			c := clusterFor(t, "direct")
			p := chat{name: "failed-" + ends, mode: "direct", replicas: 1, gate: true, fails: true}
			s := yamlStack(t, c, p.program())
			said := s.failedUp(t)
			if n := strings.Count(said, "Object did not become ready in time: Playground default/"+p.name+" was applied but was not ready after 3s"); n == 0 {
				t.Errorf("the failure is told as %s", said)
			}
			uid := c.Get(t, p.live()).GetUID()
			if !strings.Contains(s.state(t), "default/"+p.name+`"`) {
				t.Error("the stack does not have what the creation has left")
			}
			if ends == "up" {
				p.open(t, c, "gpu-1")
				p.fails = false
				s.program(t, p.program())
				s.expectPreview(t, map[apitype.OpType]int{apitype.OpUpdate: 1})
				if ready := s.up(t)["ready"].Value; ready != true {
					t.Errorf("ready is %v", ready)
				}
				if now := c.Get(t, p.live()).GetUID(); now != uid {
					t.Error("the next run has made the deployment again")
				}
				s.expectPreview(t, nil)
			}
			s.destroy(t)
			if c.Get(t, p.live()) != nil {
				t.Error("a destroy leaves it")
			}
		})
	}
}

// eventually waits for something that happens elsewhere.
func eventually(t *testing.T, what string, happened func() bool) {
	t.Helper()
	deadline := time.After(2 * time.Minute)
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for !happened() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("it does not happen that %s", what)
		}
	}
}

// TestSecrets keeps two secrets out of the state: an environment variable that the program made secret, in the input
// and in the outputs that repeat it, and a credential that the program wrote as plain text.
func TestSecrets(t *testing.T) {
	t.Parallel()
	c := clusterFor(t, "operator")
	p := chat{name: "secretive", mode: "operator", replicas: 1}
	program := strings.Replace(p.program(), `value: "1"`, `value: {"fn::secret": hunter2}`, 1)
	program = strings.Replace(program, "      references:", "      credentials: {huggingFace: {token: hf_hunter3}}\n      references:", 1)
	s := yamlStack(t, c, program)
	s.up(t)
	state := s.state(t)
	if strings.Contains(state, "hunter") {
		t.Errorf("the state has a secret: %s", state)
	}
	if !strings.Contains(state, "huggingFace") {
		t.Errorf("the state has no credentials, so it says nothing of how Pulumi keeps them: %s", state)
	}
	s.expectPreview(t, nil)
	s.destroy(t)
}
