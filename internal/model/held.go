package model

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// privateHeld is the key of the private state that tells which objects a resource holds. An
// object is its UID: another one of the same name is somebody else's.
const privateHeld = "held"

// privateInstance is the key of the private state that tells instances of a resource from each
// other, whatever their addresses, for as long as they live.
const privateInstance = "instance"

// Held are the UIDs of the objects that a resource holds, by the id of their targets. It is nil
// for the state of a release that did not keep them.
type Held map[string]string

// HeldBy reads what a resource holds; of operator mode, the attribute `uid` knows it too.
func HeldBy(ctx context.Context, v Values, targets []Target, private PrivateState) Held {
	var out Held
	if raw, diags := private.GetKey(ctx, privateHeld); !diags.HasError() && json.Unmarshal(raw, &out) == nil && out != nil {
		return out
	}
	if uid := v.Text(AttrUID); uid != "" && v.Text(AttrMode) != Direct && len(targets) == 1 {
		return Held{targets[0].ID(): uid}
	}
	return nil
}

// Keep writes what a resource holds, and gives it an identity if it has none yet.
func (h Held) Keep(ctx context.Context, private PrivateState) diag.Diagnostics {
	raw, err := json.Marshal(h)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	diags := private.SetKey(ctx, privateHeld, raw)
	if InstanceOf(ctx, private) == "" {
		diags.Append(SetInstance(ctx, private, rand.Text())...)
	}
	return diags
}

// InstanceOf returns the identity of an instance, "" for one that has none yet.
func InstanceOf(ctx context.Context, private PrivateState) string {
	raw, diags := private.GetKey(ctx, privateInstance)
	var id string
	if diags.HasError() || json.Unmarshal(raw, &id) != nil {
		return ""
	}
	return id
}

// SetInstance keeps what tells an instance from others of its run.
func SetInstance(ctx context.Context, private PrivateState, id string) diag.Diagnostics {
	raw, err := json.Marshal(id)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateInstance, raw)
}

// Creation marks the objects that a creation makes until a state knows of them.
func (r *Scope) Creation() object.Creation {
	return object.NewCreation(r.Settings.Workspace, r.Settings.Session)
}

// Interrupted reports whether a live object is that of a creation for this state that did not end.
func (r *Scope) Interrupted(live *unstructured.Unstructured) bool {
	begun, under := object.UnderWay(live, r.Settings.FieldManager)
	return under && r.Creation().Continues(begun)
}

// Holds reports whether a live object in the place of a target is the one that the resource
// holds. Without a record that is the one that our field manager applied.
func (r *Scope) Holds(h Held, t Target, live *unstructured.Unstructured) (bool, error) {
	if h != nil {
		return h[t.ID()] == string(live.GetUID()) || r.Interrupted(live), nil
	}
	claims, err := object.ManagedFields(live, t.Release)
	return err == nil && claims.Applied(r.Settings.FieldManager), err
}

// InTheWay reports an object that a target cannot take the place of.
func (r *Scope) InTheWay(v Values, t Target, live *unstructured.Unstructured) diag.Diagnostics {
	claims, err := object.ManagedFields(live, t.Release)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading the managed fields", err)}
	}
	maker := diagnostic.Maker{Managers: claims.Managers(), Ours: claims.Applied(r.Settings.FieldManager)}
	_, maker.UnderWay = object.UnderWay(live, r.Settings.FieldManager)
	if v.Text(AttrMode) == Direct && (!maker.Ours || r.Model.Kind.Kept == nil) { // what keeps its spec can be imported
		return diag.Diagnostics{diagnostic.ExistsDirect(t.Subject(), maker)}
	}
	return diag.Diagnostics{diagnostic.Exists(t.Subject(), r.TypeName(), v.ID(), maker)}
}

// With returns what is held after an object was applied or seen.
func (h Held) With(t Target, live *unstructured.Unstructured) Held {
	out := maps.Clone(h)
	if out == nil {
		out = Held{}
	}
	out[t.ID()] = string(live.GetUID())
	return out
}

// Managers are the field managers of a live object, as far as it tells.
func Managers(live *unstructured.Unstructured) []string {
	claims, err := object.ManagedFields(live, object.Release{})
	if err != nil {
		return nil
	}
	return claims.Managers()
}
