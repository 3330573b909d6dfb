package ownership

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/stage/credentials"
)

const (
	// keeps says that the object is there, or will be.
	keeps model.Stance = iota
	// replaces says that it goes and another one of its name comes.
	replaces
	// destroys says that it goes.
	destroys
)

// NewReservations returns no claims.
func NewReservations() *model.Reservations {
	return &model.Reservations{By: map[model.ObjectKey]model.Holder{}}
}

// claim claims objects for an instance instead of what it had claimed before, and returns the claims of others that
// this conflicts with. creates is true for an instance that has no state.
//
// A replacement is planned with the state first and then as a creation, which Pulumi does without what tells that they are
// one: the creation of what another instance replaces takes its claim over. Nobody else can have it then.
func claim(c *model.Reservations, mine model.Holder, creates bool, objects []model.Target) (taken []model.Holder, at []model.Target) {
	if c == nil {
		return nil, nil
	}
	c.Mu.Lock()
	defer c.Mu.Unlock()
	for key, other := range c.By {
		if other.Instance == mine.Instance {
			delete(c.By, key)
		}
	}
	for _, t := range objects {
		other, claimed := c.By[KeyOf(t)]
		passes := creates && other.Stance == replaces
		if claimed && !passes && (mine.Stance != destroys || other.Stance != destroys) {
			taken, at = append(taken, other), append(at, t)
			continue
		}
		c.By[KeyOf(t)] = mine
	}
	return taken, at
}

// KeyOf is what the target is known by.
func KeyOf(t model.Target) model.ObjectKey {
	gvk := t.Applied.GroupVersionKind()
	return model.ObjectKey{GroupKind: gvk.GroupKind(), Namespace: t.Applied.GetNamespace(), Name: t.Applied.GetName()}
}

// Claims claims the objects of the planned resource.
func Claims(ctx context.Context, p *model.Planner, private model.PrivateState, replacing path.Paths) diag.Diagnostics {
	if p.Settings == nil || p.Settings.Reservations == nil {
		return nil
	}
	objects, err := objects(p)
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	mine := model.Holder{Instance: model.InstanceOf(ctx, private), Subject: p.Model.Subject(p.Plan)}
	switch {
	case mine.Instance == "" && p.Prior == nil:
		mine.Instance = rand.Text()
	case mine.Instance == "":
		// Whoever has no identity yet is known by its object, also to the second half of a replacement.
		mine.Instance = p.TypeName() + " " + p.Prior.ID() + " " + p.Prior.Text(model.AttrUID)
		if diags := model.SetInstance(ctx, private, mine.Instance); diags.HasError() {
			return diags
		}
	}
	if len(replacing) > 0 {
		mine.Stance = replaces
	}
	return conflicting(mine, p.Prior == nil, objects, p.Settings.Reservations)
}

// objects are those of the planned resource whose names are known.
func objects(p *model.Planner) ([]model.Target, error) {
	if p.Plan.IsUnknown(model.AttrMetadata) {
		return nil, nil
	}
	var objects []model.Target
	switch p.Mode {
	case model.Operator:
		objects = append(objects, p.Model.CustomResource(p.Plan, p.Model.Kind.Newest()))
	case model.Direct:
		rendered, err := p.Model.Workloads(p.Manifests)
		if err != nil {
			return nil, err
		}
		objects = rendered
	}
	for _, w := range credentials.WrittenSecrets(p.Plan) {
		objects = append(objects, credentials.Target(w))
	}
	return objects, nil
}

// ReserveDestroyed claims what a planned destruction deletes, against a creation of the same.
func ReserveDestroyed(ctx context.Context, r *model.Scope, prior model.Values, private model.PrivateState) diag.Diagnostics {
	if r.Settings == nil || r.Settings.Reservations == nil {
		return nil
	}
	targets, damage := r.Model.Targets(prior, model.AppliedManifests(ctx, private))
	if damage != nil {
		return diag.Diagnostics{r.Damaged(prior, damage)}
	}
	mine := model.Holder{Instance: model.InstanceOf(ctx, private), Subject: r.Model.Subject(prior), Stance: destroys}
	if mine.Instance == "" {
		mine.Instance = rand.Text()
	}
	return conflicting(mine, false, targets, r.Settings.Reservations)
}

// conflicting claims objects and tells whose they are already.
func conflicting(mine model.Holder, creates bool, objects []model.Target, claims *model.Reservations) diag.Diagnostics {
	taken, at := claim(claims, mine, creates, objects)
	if len(taken) == 0 {
		return nil
	}
	lines := make([]string, len(taken))
	for i, other := range taken {
		lines[i] = fmt.Sprintf("%s is also an object of %s", at[i].Subject(), other.Subject)
	}
	slices.Sort(lines)
	if mine.Stance == destroys || slices.ContainsFunc(taken, func(other model.Holder) bool { return other.Stance == destroys }) {
		return diag.Diagnostics{diagnostic.Readdressed(mine.Subject, lines)}
	}
	return diag.Diagnostics{diagnostic.Claimed(mine.Subject, lines)}
}
