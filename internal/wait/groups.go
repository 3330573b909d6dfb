package wait

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/podset"
)

// privateGroups is the key of the private state that holds the groups of pods that a refresh saw. A plan does not look
// itself: it is made again during the apply, and has to say the same.
const privateGroups = "groups"

// GroupsSeen are the groups that the last refresh saw, nil where it saw none.
func GroupsSeen(ctx context.Context, private model.PrivateState) []podset.Group {
	raw, diags := private.GetKey(ctx, privateGroups)
	var groups []podset.Group
	if diags.HasError() || json.Unmarshal(raw, &groups) != nil {
		return nil
	}
	return groups
}

// KeepGroups keeps the groups of pods that a refresh saw, and forgets those that it did not see.
func KeepGroups(ctx context.Context, private model.PrivateState, groups []podset.Group) diag.Diagnostics {
	if slices.Equal(GroupsSeen(ctx, private), groups) {
		return nil
	}
	raw, err := json.Marshal(groups)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Writing the private state", err)}
	}
	return private.SetKey(ctx, privateGroups, raw)
}

// LookAtGroups looks at the groups of the pods of a custom resource; nil where they cannot be seen.
func LookAtGroups(ctx context.Context, r *model.Scope, v model.Values, seen []model.Observation) []podset.Group {
	if r.Model.Kind.Groups == nil || v.Text(model.AttrMode) == model.Direct || len(seen) == 0 {
		return nil
	}
	e := Explain(r, v, seen)
	defer e.Stop()
	e.follow(ctx, cluster.Pods)
	if len(e.unseenTypes()) > 0 {
		return nil
	}
	var pods []*unstructured.Unstructured
	for _, follower := range e.followers {
		owned, _ := follower.Of(seen[0].Object().GetUID())
		pods = append(pods, owned...)
	}
	return r.Model.Kind.Groups(seen[0].Object(), pods)
}
