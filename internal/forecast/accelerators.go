package forecast

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// AcceleratorsValue is the value of `accelerators` for the pods of a resource.
func AcceleratorsValue(s *model.ResourceModel, sets []podset.Set) tftypes.Value {
	total, decided := podset.Accelerators(sets)
	if !decided {
		return s.Null(model.AttrAccelerators)
	}
	typ, _ := s.Object().AttributeTypes[model.AttrAccelerators].(tftypes.Map)
	out := make(map[string]tftypes.Value, len(total))
	for name, bounds := range total {
		out[name] = tftypes.NewValue(typ.ElementType, map[string]tftypes.Value{"min": numberValue(bounds.Min), "max": numberValue(bounds.Max)})
	}
	return tftypes.NewValue(typ, out)
}

// podsOfState returns the pods that a resource in this state runs.
func podsOfState(s *model.ResourceModel, v model.Values) ([]podset.Set, bool) {
	if v.Text(model.AttrMode) != model.Direct {
		return s.Pods(v, v.Text(model.AttrAPIRelease), nil)
	}
	return model.PodsOf(v.Rendered())
}

func numberValue(n int64) tftypes.Value {
	return tftypes.NewValue(tftypes.Number, n)
}
