//go:build unix

package acctest

import (
	"os"
	"os/exec"
	"syscall"
)

// pausable gives the command a process group of its own. Where this process dies, the kernel wakes those of such a group that are
// paused, and they notice.
func pausable(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// pause stops a process until it is resumed, without its knowing.
func pause(p *os.Process) { _ = p.Signal(syscall.SIGSTOP) }

func resume(p *os.Process) { _ = p.Signal(syscall.SIGCONT) }
