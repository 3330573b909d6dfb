//go:build !linux

package acctest

import (
	"os/exec"
	"testing"
)

// podProgram skips the test: only Linux lets one process have a file system of its own.
func podProgram(t *testing.T) string {
	t.Helper()
	t.Skip("an operator finds its service account by a mount for its process alone, which only Linux has")
	return ""
}

func podCommand(string, string, string, ...string) *exec.Cmd { return nil }
