package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Delete implements [resource.Resource]: it deletes the objects in the reverse order of
// their creation and waits until they are gone. It needs no more than the state.
func (r *Resource) Delete(ctx context.Context, req resource.DeleteRequest, resp *resource.DeleteResponse) {
	state, err := r.model.read(req.State.Raw)
	if err != nil {
		resp.Diagnostics.Append(diagnostic.Fault("Reading the state", err))
		return
	}
	if resp.Diagnostics.Append(r.protected(state, "the apply deletes it")...); resp.Diagnostics.HasError() {
		return
	}
	targets, damage := r.model.targets(state, nil)
	if damage != nil {
		resp.Diagnostics.Append(r.damaged(state, damage))
		return
	}
	secrets, held := state.writtenSecrets(), heldBy(ctx, state, targets, req.Private)
	unasked := r.settings == nil || r.settings.Client == nil
	if len(targets) == 0 && len(secrets) == 0 && (unasked || r.model.kind.Render == nil) {
		return
	}
	if unasked {
		resp.Diagnostics.Append(diagnostic.NoCluster(r.model.subject(state), r.unavailable()))
		return
	}
	limited, cancel := context.WithTimeout(ctx, state.timeout("delete"))
	defer cancel()
	if len(targets) > 0 && !isReplaced(ctx, req.Private) {
		alone, refused := r.refuse(limited, state, targets)
		if resp.Diagnostics.Append(refused...); refused.HasError() {
			return
		}
		targets[0].leaf = alone
	}
	// Before the workloads, which an operator would make again.
	resp.Diagnostics.Append(r.removeRemnants(limited, state, targets)...)
	for _, t := range slices.Backward(targets) {
		if state.text(attrMode) == Direct {
			resp.Diagnostics.Append(r.removeOwn(limited, t, held)...)
			continue
		}
		resp.Diagnostics.Append(r.remove(limited, t, held[t.id()])...)
	}
	for _, w := range secrets {
		resp.Diagnostics.Append(r.removeSecret(limited, w, r.model.owner(state), held)...)
	}
}

// removeOwn deletes a rendered object unless somebody else has put theirs in its place. Without a record of
// what the resource holds, which Pulumi does not keep, an object that our field manager applied is its own.
func (r *scope) removeOwn(ctx context.Context, t target, held held) diag.Diagnostics {
	if held != nil {
		return r.remove(ctx, t, held[t.id()])
	}
	live, err := r.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
	if cluster.IsNotFound(err) || cluster.IsTypeMissing(err) {
		return nil
	}
	if err != nil {
		return r.failed("read", t, err)
	}
	claims, err := object.ManagedFields(live, t.release)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading the managed fields", err)}
	}
	if !claims.Applied(r.settings.FieldManager) {
		return diag.Diagnostics{diagnostic.LeftAlone(t.subject(), claims.Managers())}
	}
	return r.remove(ctx, t, string(live.GetUID()))
}

// remove deletes the object with the UID and waits until it is gone; there is none for no UID. An object that has
// taken its place is somebody else's.
func (r *scope) remove(ctx context.Context, t target, uid string) diag.Diagnostics {
	if uid == "" {
		return nil
	}
	start := time.Now()
	namespace, name := t.applied.GetNamespace(), t.applied.GetName()
	policy := metav1.DeletePropagationForeground
	if t.leaf {
		policy = metav1.DeletePropagationBackground
	}
	err := r.settings.Client.Remove(ctx, t.resource, namespace, name, types.UID(uid), policy)
	if replaced, ok := errors.AsType[*cluster.ReplacedError](err); ok {
		return diag.Diagnostics{diagnostic.LeftAlone(t.subject(), managers(replaced.Live))}
	}
	if cluster.IsTypeMissing(err) {
		return nil
	}
	if blocked, ok := errors.AsType[*cluster.NotGoneError](err); ok {
		return diag.Diagnostics{diagnostic.NotGone(t.subject(), blocked.Error(), r.holders(blocked), time.Since(start))}
	}
	return r.failed("delete", t, err)
}

// holders says of every finalizer that blocks a deletion whose it is and what to do.
func (r *scope) holders(blocked *cluster.NotGoneError) []string {
	if blocked == nil {
		return nil
	}
	var lines []string
	for _, name := range blocked.Finalizers {
		known, ok := r.model.kind.Finalizer(name)
		manager := blocked.Managers[name]
		switch {
		case ok:
			lines = append(lines, fmt.Sprintf("%s is removed by %s once %s. %s.", name, known.Owner, known.Waits, known.Remedy))
		case manager != "":
			lines = append(lines, fmt.Sprintf("%s was set by %q, which must remove it: see whether that runs and what its log says.", name, manager))
		default:
			lines = append(lines, fmt.Sprintf("nobody is known to own %s: see which controller of the cluster has that name.", name))
		}
	}
	return lines
}
