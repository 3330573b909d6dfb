package engine

import (
	"context"
	"sync"

	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// resourceModel is what a kind's schema looks like: computed once for a kind and shared by the
// instances that serve its requests.
type resourceModel struct {
	kind      *kinds.Kind
	root      *schema.Node
	specField *schema.Field
	spec      *schema.Node
	// options is the shape of `direct`, nil when the kind has none.
	options *schema.Node

	schema func() rschema.Schema
	// object is the protocol type of the whole resource.
	object func() tftypes.Object
}

// newResourceModel returns the model of a kind. It panics on a kind without a spec, which is a fault of the build.
func newResourceModel(k *kinds.Kind) *resourceModel {
	s := &resourceModel{kind: k, root: schema.Lookup(k.Definition)}
	field, ok := s.root.JSONField("spec")
	if !ok {
		panic("engine: " + k.Definition + " has no spec")
	}
	s.specField, s.spec = field, field.Node
	if k.DirectDefinition != "" {
		s.options = schema.Lookup(k.DirectDefinition)
	}
	s.schema = sync.OnceValue(s.buildSchema)
	s.object = sync.OnceValue(func() tftypes.Object {
		typ, _ := s.schema().Type().TerraformType(context.Background()).(tftypes.Object)
		return typ
	})
	return s
}

// resource is the type of the API that a release has the kind under.
func (s *resourceModel) resource(d object.Release) cluster.Resource {
	r := cluster.Resource{GroupVersionKind: s.kind.GVK, Plural: s.kind.Plural, Namespaced: s.kind.Namespaced}
	if !d.GVK.Empty() {
		r.GroupVersionKind, r.Plural = d.GVK, d.Plural
	}
	return r
}

// null returns the null value of a root attribute.
func (s *resourceModel) null(attribute string) tftypes.Value {
	return tftypes.NewValue(s.object().AttributeTypes[attribute], nil)
}

// unknown returns the unknown value of a root attribute.
func (s *resourceModel) unknown(attribute string) tftypes.Value {
	return tftypes.NewValue(s.object().AttributeTypes[attribute], tftypes.UnknownValue)
}
