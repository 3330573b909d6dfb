package server

import (
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// attributePaths are paths in the order of the framework: sorted, and each of them once.
func attributePaths(paths path.Paths) []*tftypes.AttributePath {
	slices.SortFunc(paths, func(a, b path.Path) int { return strings.Compare(a.String(), b.String()) })
	paths = slices.CompactFunc(paths, path.Path.Equal)
	out := make([]*tftypes.AttributePath, 0, len(paths))
	for _, p := range paths {
		out = append(out, attributePath(p))
	}
	return out
}

// attributePath is a path as the protocol has it. Resources have no sets, the only collections whose items
// are found by their value.
func attributePath(p path.Path) *tftypes.AttributePath {
	out := tftypes.NewAttributePath()
	for _, step := range p.Steps() {
		switch step := step.(type) {
		case path.PathStepAttributeName:
			out = out.WithAttributeName(string(step))
		case path.PathStepElementKeyString:
			out = out.WithElementKeyString(string(step))
		case path.PathStepElementKeyInt:
			out = out.WithElementKeyInt(int(step))
		}
	}
	return out
}
