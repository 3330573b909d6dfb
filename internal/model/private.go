package model

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// privateManifests is the key of the private state that holds the manifests as they
// were applied. The attribute `manifests` becomes what a refresh finds, and once that is
// stored it no longer tells what is drift.
const privateManifests = "manifests"

// PrivateWaiting is the key of the private state that is true while an apply has ended
// without the readiness it was to wait for. A later loss of readiness does not set it: a
// pod that restarts is no reason to plan an update.
const PrivateWaiting = "waiting"

// PrivateReplaced is the key of the private state by which the plan of a replacement tells
// its second half, the creation, that there is something to replace.
const PrivateReplaced = "replaced"

// PrivateStake is the key of the private state by which every plan of an update tells the plan of a creation that may
// follow it what a replacement takes away: Terraform forces one (-replace) after the provider has planned an update.
const PrivateStake = "at_stake"

// PrivateState is what a verb reads or writes of a resource's private state.
type PrivateState interface {
	// GetKey returns the value of a key, nil when there is none.
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	// SetKey sets a key to a value, which is JSON.
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

// IsReplaced reports whether a deletion is one half of a replacement.
func IsReplaced(ctx context.Context, private PrivateState) bool {
	value, diags := private.GetKey(ctx, PrivateReplaced)
	return !diags.HasError() && value != nil
}

// IsWaiting reports whether the last apply ended without the readiness that it was to wait for.
func IsWaiting(ctx context.Context, private PrivateState) bool {
	value, diags := private.GetKey(ctx, PrivateWaiting)
	return !diags.HasError() && string(value) == "true"
}

// SetWaiting notes whether it did.
func SetWaiting(ctx context.Context, private PrivateState, waiting bool) diag.Diagnostics {
	if !waiting {
		return private.SetKey(ctx, PrivateWaiting, []byte("false"))
	}
	return private.SetKey(ctx, PrivateWaiting, []byte("true"))
}

// AppliedManifests returns the manifests of the last apply, nil when it left none.
func AppliedManifests(ctx context.Context, private PrivateState) []string {
	raw, diags := private.GetKey(ctx, privateManifests)
	var packed []byte
	if diags.HasError() || json.Unmarshal(raw, &packed) != nil {
		return nil
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil
	}
	var manifests []string
	if json.NewDecoder(unpacked).Decode(&manifests) != nil {
		return nil
	}
	return manifests
}

// SetAppliedManifests keeps manifests packed: backends store every version of a state.
func SetAppliedManifests(ctx context.Context, private PrivateState, manifests []string) diag.Diagnostics {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	err := json.NewEncoder(w).Encode(manifests)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	raw, err := json.Marshal(packed.Bytes())
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateManifests, raw)
}
