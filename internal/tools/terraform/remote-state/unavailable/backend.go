// Package unavailable stands in for the backends whose modules Terraform replaces by folders of its own: a program that is
// built from Terraform's published module has no such folders.
package unavailable

import "github.com/hashicorp/terraform/internal/backend"

// New says that the backend is not there, when a configuration asks for it.
func New() backend.Backend {
	panic("this build of Terraform keeps its state in local files only")
}
