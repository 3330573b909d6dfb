package engines

import (
	"slices"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/spelling"
)

// shortest is the length of the shortest name that is compared: among short ones, every other is near.
const shortest = len("--abc")

// nearest returns the name that a misspelt one was most likely meant to be, "" where none is near.
func nearest(name string, names []string) string {
	if len(name) < shortest {
		return ""
	}
	long := slices.DeleteFunc(slices.Clone(names), func(candidate string) bool { return len(candidate) < shortest })
	near := spelling.Nearest(strings.ReplaceAll(name, "_", "-"), long, max(1, min(3, len(name)/5)))
	if len(near) == 0 {
		return ""
	}
	return slices.Min(near)
}
