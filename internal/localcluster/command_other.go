//go:build !linux

package main

import "syscall"

// endWithParent is nothing special: only Linux ends a command with a parent that was killed.
func endWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }
