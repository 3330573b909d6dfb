package wait

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Cancelled reports whether the action has stopped what was seen, in either mode: nobody is to wait for it any more. Whether
// it has cannot be asked where nobody may list Jobs, and then it counts as not.
func Cancelled(ctx context.Context, r *model.Scope, v model.Values, seen []model.Observation) bool {
	if r.Model.Kind.Completion == nil || len(seen) == 0 {
		return false
	}
	if v.Text(model.AttrMode) == model.Direct {
		one, ok := model.Ending(v, seen)
		return ok && suspended(one.Object())
	}
	jobs, diags := OwnedJobs(ctx, r, seen[0])
	return !diags.HasError() && slices.ContainsFunc(jobs, func(t model.Target) bool { return suspended(t.Applied) })
}

// suspended reports whether a Job was suspended by an action. What a queue has suspended will go on.
func suspended(job *unstructured.Unstructured) bool {
	holds, _, _ := unstructured.NestedBool(job.Object, "spec", "suspend")
	return holds && slices.ContainsFunc(job.GetManagedFields(), func(e metav1.ManagedFieldsEntry) bool { return e.Manager == object.ActionManager })
}

// OwnedJobs are the Jobs that an operator made of a custom resource.
func OwnedJobs(ctx context.Context, r *model.Scope, seen model.Observation) ([]model.Target, diag.Diagnostics) {
	namespace := seen.Object().GetNamespace()
	tree, err := r.Settings.Client.OwnedTree(ctx, namespace, []cluster.Owner{{UID: types.UID(seen.UID)}})
	if err != nil {
		return nil, r.Failed("find the dependents of", seen.Target, err)
	}
	var out []model.Target
	for _, d := range tree.Objects {
		if d.Resource.Kind != "Job" {
			continue
		}
		live, err := r.Settings.Client.Get(ctx, d.Resource, namespace, d.Object.GetName())
		if cluster.IsNotFound(err) {
			continue
		}
		if err != nil {
			return nil, r.Failed("read the Jobs of", seen.Target, err)
		}
		t, err := r.Model.Workload(live)
		if err != nil {
			return nil, diag.Diagnostics{diagnostic.Fault("Reading a workload", err)}
		}
		out = append(out, t)
	}
	return out, nil
}
