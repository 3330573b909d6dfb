//go:build !unix

package acctest

import (
	"os"
	"os/exec"
)

func pausable(*exec.Cmd) {}

func pause(*os.Process) {}

func resume(*os.Process) {}
