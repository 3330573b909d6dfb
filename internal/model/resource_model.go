package model

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

// ResourceModel is what a kind's schema looks like: computed once for a kind and shared by the
// instances that serve its requests.
type ResourceModel struct {
	Kind      *kinds.Kind
	Root      *schema.Node
	specField *schema.Field
	Spec      *schema.Node
	// Options is the shape of `direct`, nil when the kind has none.
	Options *schema.Node

	Schema func() rschema.Schema
	// Object is the protocol type of the whole resource.
	Object func() tftypes.Object
}

// New returns the model of a kind. It panics on a kind without a spec, which is a fault of the build.
func New(k *kinds.Kind) *ResourceModel {
	s := &ResourceModel{Kind: k, Root: schema.Lookup(k.Definition)}
	field, ok := s.Root.JSONField("spec")
	if !ok {
		panic("engine: " + k.Definition + " has no spec")
	}
	s.specField, s.Spec = field, field.Node
	if k.DirectDefinition != "" {
		s.Options = schema.Lookup(k.DirectDefinition)
	}
	s.Schema = sync.OnceValue(s.buildSchema)
	s.Object = sync.OnceValue(func() tftypes.Object {
		typ, _ := s.Schema().Type().TerraformType(context.Background()).(tftypes.Object)
		return typ
	})
	return s
}

// Resource is the type of the API that a release has the kind under.
func (s *ResourceModel) Resource(d object.Release) cluster.Resource {
	r := cluster.Resource{GroupVersionKind: s.Kind.GVK, Plural: s.Kind.Plural, Namespaced: s.Kind.Namespaced}
	if !d.GVK.Empty() {
		r.GroupVersionKind, r.Plural = d.GVK, d.Plural
	}
	return r
}

// Null returns the null value of a root attribute.
func (s *ResourceModel) Null(attribute string) tftypes.Value {
	return tftypes.NewValue(s.Object().AttributeTypes[attribute], nil)
}

// Unknown returns the unknown value of a root attribute.
func (s *ResourceModel) Unknown(attribute string) tftypes.Value {
	return tftypes.NewValue(s.Object().AttributeTypes[attribute], tftypes.UnknownValue)
}
