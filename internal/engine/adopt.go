package engine

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/forecast"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/stage/warnings"
)

// DefaultNamespace is that of the provider block, or the one of Kubernetes.
func DefaultNamespace(r *model.Scope) string {
	if r.Settings != nil && r.Settings.Namespace != "" {
		return r.Settings.Namespace
	}
	return "default"
}

// ImportAttributes is a state that knows no more than where the object is.
func ImportAttributes(s *model.ResourceModel, namespace, name string) map[string]tftypes.Value {
	typ, _ := s.Object().AttributeTypes[model.AttrMetadata].(tftypes.Object)
	metadata := map[string]tftypes.Value{}
	for attribute, t := range typ.AttributeTypes {
		metadata[attribute] = tftypes.NewValue(t, nil)
	}
	metadata["name"] = model.StringValue(name)
	id := name
	if s.Kind.Namespaced {
		metadata["namespace"] = model.StringValue(namespace)
		id = namespace + "/" + name
	}
	mode := model.Operator
	if s.Kind.DirectOnly != "" {
		mode = model.Direct
	}
	return map[string]tftypes.Value{
		model.AttrID: model.StringValue(id), model.AttrMetadata: tftypes.NewValue(typ, metadata), model.AttrMode: model.StringValue(mode),
	}
}

// Adopt is the state of an object as people configured it.
func Adopt(r *model.Scope, v model.Values, t model.Target, live *unstructured.Unstructured, configured map[string]any) (tftypes.Value, error) {
	set := v.Attributes
	if err := adoptObject(r.Model, set, configured); err != nil {
		return tftypes.Value{}, err
	}
	set[model.AttrAPIRelease], set[model.AttrRendered], set[model.AttrImages] = model.StringValue(t.Release.Name), model.NoneRendered, model.ImagesValue(nil)
	adopted, err := r.Model.Read(r.Model.Value(set))
	if err != nil {
		return tftypes.Value{}, err
	}
	if err := r.Model.Describe(set, adopted, t.Release.Name); err != nil {
		return tftypes.Value{}, err
	}
	set[model.AttrWarnings] = warnings.ImportedWarnings(r.Model, adopted, t.Release.Name, nil)
	if runs, known := r.Model.Pods(adopted, t.Release.Name, nil); known {
		set[model.AttrAccelerators] = forecast.AcceleratorsValue(r.Model, runs)
	}
	t.Applied = adopted.Unstructured()
	seen, err := t.Look(live, r.Settings.FieldManager)
	if err != nil {
		return tftypes.Value{}, err
	}
	r.Model.Observed(set, adopted, []model.Observation{seen}, true)
	return r.Model.Value(set), nil
}

// adoptObject writes an object's spec, labels and annotations into the attributes. The
// definition follows, so that a difference shows once it is restored.
func adoptObject(s *model.ResourceModel, set map[string]tftypes.Value, tree map[string]any) error {
	spec := tree["spec"]
	if spec == nil {
		spec = map[string]any{}
	}
	value, err := object.Decode(s.Spec, spec, field.NewPath(model.AttrSpec))
	if err != nil {
		return err
	}
	set[model.AttrSpec] = value
	metadata := model.Children(set[model.AttrMetadata])
	live, _ := tree["metadata"].(map[string]any)
	for _, name := range []string{"labels", "annotations"} {
		entries, _ := live[name].(map[string]any)
		if len(entries) == 0 && isEmptyMap(metadata[name]) {
			continue
		}
		metadata[name] = StringMap(entries)
	}
	set[model.AttrMetadata] = tftypes.NewValue(set[model.AttrMetadata].Type(), metadata)
	return nil
}

func isEmptyMap(value tftypes.Value) bool {
	return value.Type() != nil && value.IsKnown() && !value.IsNull() && len(model.Children(value)) == 0
}

// StringMap is null for no entries: the API does not tell an empty map from none.
func StringMap(entries map[string]any) tftypes.Value {
	typ := tftypes.Map{ElementType: tftypes.String}
	if len(entries) == 0 {
		return tftypes.NewValue(typ, nil)
	}
	out := make(map[string]tftypes.Value, len(entries))
	for key, value := range entries {
		text, _ := value.(string)
		out[key] = model.StringValue(text)
	}
	return tftypes.NewValue(typ, out)
}
