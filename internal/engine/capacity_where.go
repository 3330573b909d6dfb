package engine

import (
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// where returns the attribute that a finding is about: the first in the configuration that
// has the first of the words that is there, as a key or as a value; `spec` where none has.
func (p *planner) where(about []string) path.Path {
	for _, word := range about {
		for _, root := range []struct {
			name string
			tree any
		}{{attrSpec, p.plan.object["spec"]}, {attrDirect, p.plan.options}} {
			mentions := func(name string, value any) bool { return name == word || value == any(word) }
			if text, found := object.Search(root.tree, root.name, mentions); found {
				return p.model.attributePath(text)
			}
		}
	}
	return path.Root(attrSpec)
}
