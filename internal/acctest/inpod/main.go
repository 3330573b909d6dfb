//go:build linux

// Command inpod runs a program as a pod would: with the files of a folder where a pod finds its service account, for
// itself alone. It is started in a mount namespace of its own. Without a program it shows that this is possible.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// serviceAccount is where client-go looks for the credentials of a pod.
const serviceAccount = "/var/run/secrets/kubernetes.io/serviceaccount"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run takes the folder, the program and its arguments.
func run(args []string) error {
	// Nobody else sees this one, and it needs no folder that the machine does not have.
	if err := syscall.Mount("tmpfs", "/var/run", "tmpfs", 0, "mode=0755"); err != nil {
		return fmt.Errorf("mount a file system of its own on /var/run: %w", err)
	}
	if len(args) < 2 {
		return nil
	}
	if err := os.MkdirAll(serviceAccount, 0o755); err != nil {
		return err
	}
	for _, name := range []string{"token", "ca.crt"} {
		content, err := os.ReadFile(filepath.Join(args[0], name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(serviceAccount, name), content, 0o600); err != nil {
			return err
		}
	}
	return syscall.Exec(args[1], args[1:], os.Environ())
}
