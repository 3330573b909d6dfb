package main

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

func TestCommandEndsWithAKilledRun(t *testing.T) {
	dir := t.TempDir()
	pidFile := filepath.Join(dir, "pid")
	run := command("run", "--dir", filepath.Join(dir, "state"), "--gpu-nodes", "0", "--", "sh", "-c", "echo $$ > "+pidFile+"; exec sleep 600")
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	child := awaitPID(t, pidFile)
	if err := run.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	_ = run.Wait()
	awaitEnd(t, "the command", child)
	if pid, err := state.Dir(filepath.Join(dir, "state")).Owner(); pid != 0 || err != nil {
		t.Errorf("process %d owns the state directory of a killed run: %v", pid, err)
	}
}
