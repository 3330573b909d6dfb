package engine

import (
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// definition is the object as JSON with sorted keys.
func (v values) definition() (string, error) {
	raw, err := json.Marshal(v.object)
	return string(raw), err
}

// describe sets what follows from an object of operator mode: definition and endpoint.
func (s *resourceModel) describe(set map[string]tftypes.Value, v values, release string) error {
	text, err := v.definition()
	if err != nil {
		return err
	}
	set[attrManifest], set[attrEndpoint] = stringValue(text), s.null(attrEndpoint)
	if s.kind.Endpoint != nil {
		set[attrEndpoint] = orNull(s.kind.Endpoint(v.unstructured(), release))
	}
	return nil
}

// orNull is a text of the protocol, null for the empty one.
func orNull(text string) tftypes.Value {
	if text == "" {
		return tftypes.NewValue(tftypes.String, nil)
	}
	return stringValue(text)
}
