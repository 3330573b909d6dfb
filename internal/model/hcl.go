package model

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/hcl"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Results of printing an object, as the data source and the function name them.
const (
	AttrHCL    = "hcl"
	AttrImport = "import"
)

// Descriptions that the data source and the function share.
const (
	DescribePrinting = "Prints the Terraform configuration of an object that is in the cluster: what people configured of it, without defaults and without what controllers wrote, in the names of Terraform and laid out like `terraform fmt` does. Pasted beside the import block, it plans an import and no change."
	DescribeHCL      = "The `resource` block."
	DescribeImport   = "The `import` block that brings the object under the resource."
)

// Configuration is what is printed of an object.
func (s *ResourceModel) Configuration(t Target, live *unstructured.Unstructured, configured map[string]any, label, mode string) hcl.Resource {
	if label == "" {
		label = hcl.Label(live.GetName())
	}
	metadata, _ := configured["metadata"].(map[string]any)
	named := []hcl.Argument{{Name: "name", Value: hcl.Text(live.GetName())}}
	if s.Kind.Namespaced && live.GetNamespace() != "" {
		named = append(named, hcl.Argument{Name: "namespace", Value: hcl.Text(live.GetNamespace())})
	}
	for _, name := range []string{"labels", "annotations"} {
		if entries, _ := metadata[name].(map[string]any); len(entries) > 0 {
			named = append(named, hcl.Argument{Name: name, Value: hcl.Free(entries)})
		}
	}
	spec, _ := configured["spec"].(map[string]any)
	block := hcl.Resource{Type: "inference_" + s.Kind.TypeName, Label: label}
	if mode == Direct {
		block.Arguments = append(block.Arguments, hcl.Argument{Name: AttrMode, Value: hcl.Text(Operator)})
	}
	block.Arguments = append(block.Arguments, hcl.Argument{Name: AttrMetadata, Value: hcl.Object(named...)},
		hcl.Argument{Name: AttrSpec, Value: hcl.Typed(s.Spec, orEmpty(spec)).Broken()})
	if unknown := foreignFields(s.Spec, t.Table(live)["spec"], AttrSpec); len(unknown) > 0 {
		block.Comments = []string{"The object also has fields that this provider does not know: " + strings.Join(unknown, ", ") + "."}
	}
	return block
}

func orEmpty(tree map[string]any) map[string]any {
	if tree == nil {
		return map[string]any{}
	}
	return tree
}

// foreignFields are the paths in a tree of what its shape has no place for.
func foreignFields(n *schema.Node, tree any, at string) []string {
	var out []string
	entries, isMap := tree.(map[string]any)
	items, isList := tree.([]any)
	switch {
	case tree == nil || n.Kind == schema.JSON:
	case n.Kind == schema.Object && isMap:
		for name, entry := range entries {
			if f, known := n.JSONField(name); known {
				out = append(out, foreignFields(f.Node, entry, at+"."+name)...)
				continue
			}
			out = append(out, at+"."+name)
		}
	case n.Kind == schema.Map && isMap:
		for key, entry := range entries {
			out = append(out, foreignFields(n.Elem, entry, at+"["+key+"]")...)
		}
	case n.Kind == schema.List && isList:
		for _, item := range items {
			out = append(out, foreignFields(n.Elem, item, at+"[]")...)
		}
	case n.Kind == schema.Object || n.Kind == schema.Map || n.Kind == schema.List || isMap || isList:
		out = append(out, at)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// WrittenRelease is the release that an object is written for, as far as the object itself
// tells: the newest one of its kind in which the most of it makes sense.
func (s *ResourceModel) WrittenRelease(obj *unstructured.Unstructured) object.Release {
	best, least := s.Kind.Newest(), -1
	for _, d := range slices.Backward(s.Kind.Releases) {
		if s.Resource(d).GroupKind() != obj.GroupVersionKind().GroupKind() {
			continue
		}
		if n := len(foreignFields(s.Spec, d.FromWire(obj.Object)["spec"], AttrSpec)); least < 0 || n < least {
			best, least = d, n
		}
	}
	return best
}

// Written is what people configured of an object that stands in a text. Without managed fields,
// everything that is no default counts as theirs.
func (s *ResourceModel) Written(t Target, obj *unstructured.Unstructured) (map[string]any, error) {
	if len(obj.GetManagedFields()) == 0 {
		obj = obj.DeepCopy()
		unstructured.RemoveNestedField(obj.Object, "metadata", "annotations", corev1.LastAppliedConfigAnnotation)
		obj.SetManagedFields([]metav1.ManagedFieldsEntry{{
			Manager: "kubectl", Operation: metav1.ManagedFieldsOperationUpdate,
			FieldsV1: metav1.NewFieldsV1(`{"f:metadata":{"f:annotations":{},"f:labels":{}},"f:spec":{}}`),
		}})
	}
	claims, err := object.ManagedFields(obj, t.Release)
	if err != nil {
		return nil, err
	}
	return object.Owned(t.Release.Shape(t.Node), t.Table(obj), claims, cluster.DefaultFieldManager, t.Controllers), nil
}

// OfType returns the shape of a resource type, nil when there is none.
func OfType(all []*ResourceModel, typeName string) *ResourceModel {
	i := slices.IndexFunc(all, func(s *ResourceModel) bool { return "inference_"+s.Kind.TypeName == typeName })
	if i < 0 {
		return nil
	}
	return all[i]
}

// ShapeOfKind returns the shape of the kind of an object, nil when there is none.
func ShapeOfKind(all []*ResourceModel, obj *unstructured.Unstructured) *ResourceModel {
	known := make([]*kinds.Kind, len(all))
	for i, s := range all {
		known[i] = s.Kind
	}
	k := KindOf(known, obj.GroupVersionKind())
	i := slices.IndexFunc(all, func(s *ResourceModel) bool { return s.Kind == k })
	if k == nil || i < 0 {
		return nil
	}
	return all[i]
}
