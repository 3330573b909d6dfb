package acctest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// inPod is the program that gives others the place of a pod, built once for the test process.
var inPod sync.Once

// podProgram builds it, and skips the test where nobody may have a mount namespace of their own.
func podProgram(t *testing.T) string {
	t.Helper()
	root := Root(t)
	path := filepath.Join(root, ".build", "acctest", "inpod")
	inPod.Do(func() {
		build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", path, "./internal/acctest/inpod")
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building what runs programs as pods: %v\n%s", err, out)
		}
	})
	if out, err := alone(exec.CommandContext(t.Context(), path)).CombinedOutput(); err != nil {
		t.Skipf("this machine lets nobody mount a file system for one process, which an operator needs to find its service account: %v %s", err, out)
	}
	return path
}

// podCommand runs a program with the files of a folder in the place of its service account.
func podCommand(inpod, folder, program string, args ...string) *exec.Cmd {
	return alone(exec.CommandContext(context.Background(), inpod, append([]string{folder, program}, args...)...))
}

// alone gives a command a mount namespace of its own, which takes a user namespace where this is not root. It ends
// with this process.
func alone(command *exec.Cmd) *exec.Cmd {
	attributes := &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() != 0 {
		attributes.Unshareflags |= syscall.CLONE_NEWUSER
		attributes.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		attributes.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	command.SysProcAttr = attributes
	return command
}
