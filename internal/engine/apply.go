package engine

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// establishTimeout bounds how long an apply waits for an API that the cluster does not
// serve yet: its definitions may be installed by the same apply.
const establishTimeout = 2 * time.Minute

// make creates a target, or takes up one that this provider made before. It never takes
// over what others made.
func (r *Resource) make(ctx context.Context, v values, t target) (*unstructured.Unstructured, diag.Diagnostics) {
	live, err := r.settings.Client.Create(ctx, t.resource, t.wire(), r.options(v))
	var exists *cluster.ExistsError
	if !errors.As(err, &exists) {
		return live, r.failed("create", t, err)
	}
	claims, err := object.ManagedFields(exists.Live, t.dialect)
	if err != nil {
		return nil, diag.Diagnostics{diagnostic.Fault("Reading the managed fields", err)}
	}
	if !claims.Applied(r.settings.FieldManager) {
		if v.text(attrMode) == Direct {
			return nil, diag.Diagnostics{diagnostic.ExistsDirect(t.subject(), claims.Managers())}
		}
		return nil, diag.Diagnostics{diagnostic.Exists(t.subject(), r.typeName(), v.id(), claims.Managers())}
	}
	return r.applyOver(ctx, v, t, exists.Live)
}

// change applies a target that exists, or makes it if it does not.
func (r *Resource) change(ctx context.Context, v values, t target) (*unstructured.Unstructured, diag.Diagnostics) {
	live, err := r.settings.Client.Get(ctx, t.resource, t.applied.GetNamespace(), t.applied.GetName())
	if cluster.IsNotFound(err) {
		return r.make(ctx, v, t)
	}
	if err != nil {
		return nil, r.failed("read", t, err)
	}
	return r.applyOver(ctx, v, t, live)
}

// applyOver applies a target to its live object. A number of replicas that an
// autoscaler has taken over is left to it.
func (r *Resource) applyOver(ctx context.Context, v values, t target, live *unstructured.Unstructured) (*unstructured.Unstructured, diag.Diagnostics) {
	wire := t.wire()
	if r.scaled(t, live) {
		table := t.applied.DeepCopy()
		unstructured.RemoveNestedField(table.Object, "spec", "replicas")
		wire.Object = t.dialect.ToWire(table.Object)
	}
	applied, err := r.settings.Client.Apply(ctx, t.resource, wire, r.options(v))
	return applied, r.failed("apply", t, err)
}

func (r *Resource) options(v values) cluster.ApplyOptions {
	return cluster.ApplyOptions{Force: v.flag(attrForceConflicts), FieldManager: r.settings.FieldManager}
}

// scaled reports whether an autoscaler owns the replicas of a live object.
func (r *Resource) scaled(t target, live *unstructured.Unstructured) bool {
	seen, err := t.look(live, r.settings.FieldManager)
	return err == nil && slices.ContainsFunc(seen.drift, func(d difference) bool { return isScaled(d.Drift) })
}

// awaitAPI waits, bounded, until the cluster serves the types of the targets.
func (r *Resource) awaitAPI(ctx context.Context, v values, resources []cluster.Resource) diag.Diagnostics {
	limited, cancel := context.WithTimeout(ctx, min(establishTimeout, v.timeout("create")))
	defer cancel()
	for _, resource := range resources {
		if err := r.settings.Client.WaitEstablished(limited, resource); err != nil {
			return diag.Diagnostics{diagnostic.TypeMissing(r.shape.subject(v), resource.GroupVersion().String(), establishTimeout)}
		}
	}
	return nil
}
