package forecast

import (
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// where returns the attribute that a finding is about: the first in the configuration that
// has the first of the words that is there, as a key or as a value; `spec` where none has.
func where(p *model.Planner, about []string) path.Path {
	for _, word := range about {
		for _, root := range []struct {
			name string
			tree any
		}{{model.AttrSpec, p.Plan.Object["spec"]}, {model.AttrDirect, p.Plan.Options}} {
			mentions := func(name string, value any) bool { return name == word || value == any(word) }
			if text, found := object.Search(root.tree, root.name, mentions); found {
				return p.Model.AttributePath(text)
			}
		}
	}
	return path.Root(model.AttrSpec)
}
