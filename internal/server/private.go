package server

import (
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// private is a resource's private state as the framework writes it: JSON of the values by key.
//
// Mirrors hashicorp/terraform-plugin-framework internal/privatestate/data.go@v1.19.0.
type private map[string][]byte

func readPrivate(raw []byte) (private, error) {
	var p private
	if len(raw) > 0 {
		if err := json.Unmarshal(raw, &p); err != nil {
			return nil, err
		}
	}
	if p == nil {
		p = private{}
	}
	return p, nil
}

// GetKey implements [engine.PrivateState].
func (p private) GetKey(_ context.Context, key string) ([]byte, diag.Diagnostics) {
	return p[key], nil
}

// SetKey implements [engine.PrivateState].
func (p private) SetKey(_ context.Context, key string, value []byte) diag.Diagnostics {
	p[key] = value
	return nil
}

// bytes is the private state for the protocol, nil when there is none.
func (p private) bytes() ([]byte, error) {
	if len(p) == 0 {
		return nil, nil
	}
	return json.Marshal(p)
}
