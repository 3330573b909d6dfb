package engine

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// privateWaiting is the key of the private state that is true while an apply has ended
// without the readiness it was to wait for. A later loss of readiness does not set it: a
// pod that restarts is no reason to plan an update.
const privateWaiting = "waiting"

// privateState is what a verb reads or writes of a resource's private state.
type privateState interface {
	GetKey(ctx context.Context, key string) ([]byte, diag.Diagnostics)
	SetKey(ctx context.Context, key string, value []byte) diag.Diagnostics
}

func isWaiting(ctx context.Context, private privateState) bool {
	value, diags := private.GetKey(ctx, privateWaiting)
	return !diags.HasError() && string(value) == "true"
}

func setWaiting(ctx context.Context, private privateState, waiting bool) diag.Diagnostics {
	if !waiting {
		return private.SetKey(ctx, privateWaiting, []byte("false"))
	}
	return private.SetKey(ctx, privateWaiting, []byte("true"))
}
