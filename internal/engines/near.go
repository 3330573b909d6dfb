package engines

import (
	"maps"
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
	dashed, most := map[string]string{}, max(1, min(3, len(name)/5))
	for _, candidate := range names {
		// The lengths of two names differ by no more than it takes to make the one of the other.
		if len(candidate) >= shortest && len(candidate) >= len(name)-most && len(candidate) <= len(name)+most {
			dashed[strings.ReplaceAll(candidate, "_", "-")] = candidate
		}
	}
	name = strings.ReplaceAll(name, "_", "-")
	if same, ok := dashed[name]; ok {
		return same
	}
	near := spelling.Nearest(name, slices.Sorted(maps.Keys(dashed)), most)
	if len(near) == 0 {
		return ""
	}
	return dashed[slices.Min(near)]
}
