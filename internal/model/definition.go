package model

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Definition is the object as YAML on one line.
func (v Values) Definition() (string, error) { return object.Line(v.Object) }

// Describe sets what follows from an object of operator mode: definition and endpoint.
func (s *ResourceModel) Describe(set map[string]tftypes.Value, v Values, release string) error {
	text, err := v.Definition()
	if err != nil {
		return err
	}
	set[AttrManifest], set[AttrEndpoint] = StringValue(text), s.Null(AttrEndpoint)
	set[AttrOpenAIBaseURL], set[AttrServedModel] = s.Null(AttrOpenAIBaseURL), s.Null(AttrServedModel)
	if s.Kind.Endpoint != nil {
		set[AttrEndpoint] = OrNull(s.Kind.Endpoint(v.Unstructured(), release))
	}
	return nil
}

// OrNull is a text of the protocol, null for the empty one.
func OrNull(text string) tftypes.Value {
	if text == "" {
		return tftypes.NewValue(tftypes.String, nil)
	}
	return StringValue(text)
}
