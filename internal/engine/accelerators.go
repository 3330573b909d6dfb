package engine

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// attrAccelerators is the root attribute with what the pods hold.
const attrAccelerators = "accelerators"

// boundsType is one element of the computed map `accelerators`.
var boundsType = types.ObjectType{AttrTypes: map[string]attr.Type{"min": types.Int64Type, "max": types.Int64Type}}

func acceleratorsAttribute() rschema.Attribute {
	return rschema.MapNestedAttribute{
		Computed: true,
		MarkdownDescription: "How many accelerators the pods hold, by resource name such as `nvidia.com/gpu`: the fewest and the most between the bounds of the autoscaler. " +
			"Known at plan. Empty when the pods hold none or nothing runs; null when the configuration and its `references` do not decide it. " +
			"All extended resources count as accelerators. Devices claimed through dynamic resource allocation do not count, nor do the extra pods of a rolling update.",
		CustomType: types.MapType{ElemType: boundsType},
		NestedObject: rschema.NestedAttributeObject{CustomType: boundsType, Attributes: map[string]rschema.Attribute{
			"min": rschema.Int64Attribute{Computed: true, MarkdownDescription: "How many the pods hold with the fewest replicas; 0 for a Job, which ends."},
			"max": rschema.Int64Attribute{Computed: true, MarkdownDescription: "How many the pods hold at the maximum number of replicas."},
		}},
	}
}

// acceleratorsValue is the value of `accelerators` for the pods of a resource.
func (s *resourceModel) acceleratorsValue(sets []podset.Set) tftypes.Value {
	total, decided := podset.Accelerators(sets)
	if !decided {
		return s.null(attrAccelerators)
	}
	typ, _ := s.object().AttributeTypes[attrAccelerators].(tftypes.Map)
	out := make(map[string]tftypes.Value, len(total))
	for name, bounds := range total {
		out[name] = tftypes.NewValue(typ.ElementType, map[string]tftypes.Value{"min": numberValue(bounds.Min), "max": numberValue(bounds.Max)})
	}
	return tftypes.NewValue(typ, out)
}

// pods returns the pods that a resource with these values runs: those of what direct mode
// renders with the pinned images, or those that the operator makes of the object. It is
// false for values that cannot be rendered.
func (s *resourceModel) pods(v values, release string, pinned map[string]string) ([]podset.Set, bool) {
	if v.text(attrMode) != Direct {
		if s.kind.Runs == nil {
			return nil, true
		}
		return s.kind.Runs(kinds.Candidate{Object: v.unstructured(), Release: release, References: v.references}), true
	}
	out, errs := s.render(v, pinned)
	if len(errs) > 0 {
		return nil, false
	}
	sets, err := podset.Of(out.Objects)
	return sets, err == nil
}

// podsOfState returns the pods that a resource in this state runs.
func (s *resourceModel) podsOfState(v values) ([]podset.Set, bool) {
	if v.text(attrMode) != Direct {
		return s.pods(v, v.text(attrAPIRelease), nil)
	}
	return podsOf(v.rendered())
}

// podsOf returns the pods that manifests run.
func podsOf(manifests []string) ([]podset.Set, bool) {
	objects := make([]*unstructured.Unstructured, 0, len(manifests))
	for _, manifest := range manifests {
		obj, err := parseManifest(manifest)
		if err != nil {
			return nil, false
		}
		objects = append(objects, obj)
	}
	sets, err := podset.Of(objects)
	return sets, err == nil
}

func numberValue(n int64) tftypes.Value {
	return tftypes.NewValue(tftypes.Number, n)
}
