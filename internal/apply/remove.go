package apply

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// RemoveOwn deletes a rendered object unless somebody else has put theirs in its place. Without a record of
// what the resource holds, which Pulumi does not keep, an object that our field manager applied is its own.
func RemoveOwn(ctx context.Context, r *model.Scope, t model.Target, held model.Held) diag.Diagnostics {
	if held != nil {
		return Remove(ctx, r, t, held[t.ID()])
	}
	live, err := r.Settings.Client.Get(ctx, t.Resource, t.Applied.GetNamespace(), t.Applied.GetName())
	if cluster.IsNotFound(err) || cluster.IsTypeMissing(err) {
		return nil
	}
	if err != nil {
		return r.Failed("read", t, err)
	}
	claims, err := object.ManagedFields(live, t.Release)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading the managed fields", err)}
	}
	if !claims.Applied(r.Settings.FieldManager) {
		return diag.Diagnostics{diagnostic.LeftAlone(t.Subject(), claims.Managers())}
	}
	return Remove(ctx, r, t, string(live.GetUID()))
}

// Remove deletes the object with the UID and waits until it is gone; there is none for no UID. An object that has
// taken its place is somebody else's.
func Remove(ctx context.Context, r *model.Scope, t model.Target, uid string) diag.Diagnostics {
	if uid == "" {
		return nil
	}
	start := time.Now()
	namespace, name := t.Applied.GetNamespace(), t.Applied.GetName()
	policy := metav1.DeletePropagationForeground
	if t.Leaf {
		policy = metav1.DeletePropagationBackground
	}
	err := r.Settings.Client.Remove(ctx, t.Resource, namespace, name, types.UID(uid), policy)
	if replaced, ok := errors.AsType[*cluster.ReplacedError](err); ok {
		return diag.Diagnostics{diagnostic.LeftAlone(t.Subject(), model.Managers(replaced.Live))}
	}
	if cluster.IsTypeMissing(err) {
		return nil
	}
	if blocked, ok := errors.AsType[*cluster.NotGoneError](err); ok {
		return diag.Diagnostics{diagnostic.NotGone(t.Subject(), blocked.Error(), Holders(r, blocked), time.Since(start))}
	}
	return r.Failed("delete", t, err)
}

// Holders says of every finalizer that blocks a deletion whose it is and what to do.
func Holders(r *model.Scope, blocked *cluster.NotGoneError) []string {
	if blocked == nil {
		return nil
	}
	var lines []string
	for _, name := range blocked.Finalizers {
		known, ok := r.Model.Kind.Finalizer(name)
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
