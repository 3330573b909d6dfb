package main

import "syscall"

// endWithParent makes the kernel kill a command when this process ends, even when it is killed itself.
func endWithParent() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
