package engine

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

// held are the UIDs of the objects that a resource holds, by the id of their targets. It is nil
// for the state of a release that did not keep them.
type held map[string]string

// heldBy reads what a resource holds; of operator mode, the attribute `uid` knows it too.
func heldBy(ctx context.Context, v values, targets []target, private PrivateState) held {
	var out held
	if raw, diags := private.GetKey(ctx, privateHeld); !diags.HasError() && json.Unmarshal(raw, &out) == nil && out != nil {
		return out
	}
	if uid := v.text(attrUID); uid != "" && v.text(attrMode) != Direct && len(targets) == 1 {
		return held{targets[0].id(): uid}
	}
	return nil
}

// keep writes what a resource holds, and gives it an identity if it has none yet.
func (h held) keep(ctx context.Context, private PrivateState) diag.Diagnostics {
	raw, err := json.Marshal(h)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	diags := private.SetKey(ctx, privateHeld, raw)
	if instanceOf(ctx, private) == "" {
		diags.Append(setInstance(ctx, private, rand.Text())...)
	}
	return diags
}

// instanceOf returns the identity of an instance, "" for one that has none yet.
func instanceOf(ctx context.Context, private PrivateState) string {
	raw, diags := private.GetKey(ctx, privateInstance)
	var id string
	if diags.HasError() || json.Unmarshal(raw, &id) != nil {
		return ""
	}
	return id
}

// setInstance keeps what tells an instance from others of its run.
func setInstance(ctx context.Context, private PrivateState, id string) diag.Diagnostics {
	raw, err := json.Marshal(id)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateInstance, raw)
}

// creation marks the objects that a creation makes until a state knows of them.
func (r *scope) creation() object.Creation {
	return object.NewCreation(r.settings.Workspace, r.settings.Session)
}

// interrupted reports whether a live object is that of a creation for this state that did not end.
func (r *scope) interrupted(live *unstructured.Unstructured) bool {
	begun, under := object.UnderWay(live, r.settings.FieldManager)
	return under && r.creation().Continues(begun)
}

// holds reports whether a live object in the place of a target is the one that the resource
// holds. Without a record that is the one that our field manager applied.
func (r *scope) holds(h held, t target, live *unstructured.Unstructured) (bool, error) {
	if h != nil {
		return h[t.id()] == string(live.GetUID()) || r.interrupted(live), nil
	}
	claims, err := object.ManagedFields(live, t.release)
	return err == nil && claims.Applied(r.settings.FieldManager), err
}

// inTheWay reports an object that a target cannot take the place of.
func (r *scope) inTheWay(v values, t target, live *unstructured.Unstructured) diag.Diagnostics {
	claims, err := object.ManagedFields(live, t.release)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading the managed fields", err)}
	}
	maker := diagnostic.Maker{Managers: claims.Managers(), Ours: claims.Applied(r.settings.FieldManager)}
	_, maker.UnderWay = object.UnderWay(live, r.settings.FieldManager)
	if v.text(attrMode) == Direct {
		return diag.Diagnostics{diagnostic.ExistsDirect(t.subject(), maker)}
	}
	return diag.Diagnostics{diagnostic.Exists(t.subject(), r.typeName(), v.id(), maker)}
}

// with returns what is held after an object was applied or seen.
func (h held) with(t target, live *unstructured.Unstructured) held {
	out := maps.Clone(h)
	if out == nil {
		out = held{}
	}
	out[t.id()] = string(live.GetUID())
	return out
}

// managers are the field managers of a live object, as far as it tells.
func managers(live *unstructured.Unstructured) []string {
	claims, err := object.ManagedFields(live, object.Release{})
	if err != nil {
		return nil
	}
	return claims.Managers()
}
