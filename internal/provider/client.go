package provider

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/source"
)

// clientKind is the command line that started the process, as far as the system says it, or the folder of the provider, which
// has the name of the registry that it is from.
func clientKind() source.Client {
	parent, _ := os.Readlink(fmt.Sprintf("/proc/%d/exe", os.Getppid()))
	self, _ := os.Executable()
	return kindOfClient(filepath.Base(parent), filepath.ToSlash(self))
}

func kindOfClient(parent, self string) source.Client {
	switch {
	case strings.HasPrefix(parent, "tofu"), strings.HasPrefix(parent, "opentofu"):
		return source.OpenTofu
	case strings.HasPrefix(parent, "terraform"):
		return source.Terraform
	case strings.Contains(self, "/registry.opentofu.org/"):
		return source.OpenTofu
	}
	return source.Unknown
}

// appliesSavedPlan reports whether the process was started for a plan that was saved. What lies in the folder by then may be
// another configuration than that of the plan. Where the system does not show the command, none is taken for saved.
func appliesSavedPlan() bool {
	command, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", os.Getppid()))
	return namesSavedPlan(strings.Split(strings.TrimRight(string(command), "\x00"), "\x00"))
}

// namesSavedPlan looks for the only argument of an apply that is no flag: the last one, a file with a plan.
func namesSavedPlan(command []string) bool {
	last := command[len(command)-1]
	if !slices.Contains(command, "apply") || strings.HasPrefix(last, "-") {
		return false
	}
	file, err := os.Open(last) //nolint:gosec // the client has read it
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, len(zipped))
	_, err = io.ReadFull(file, head)
	return err == nil && bytes.Equal(head, []byte(zipped))
}

// zipped is how a plan file begins.
//
// Source: hashicorp/terraform internal/plans/planfile/writer.go@v1.14.3.
const zipped = "PK\x03\x04"
