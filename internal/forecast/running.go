package forecast

import (
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// runningPods leaves out the Jobs of an object that is ready, which have ended, and adds the groups that the last refresh saw.
func runningPods(p *model.Planner, sets []podset.Set) []podset.Set {
	out := make([]podset.Set, len(sets))
	for i, s := range sets {
		if s.Ends && p.Prior.Flag(model.AttrReady) {
			s.Min, s.Max = 0, 0
		}
		if s.Groups != nil {
			groups := *s.Groups
			groups.Live = p.Groups
			s.Groups = &groups
		}
		out[i] = s
	}
	return out
}
