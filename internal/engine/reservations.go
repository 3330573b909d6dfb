package engine

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
)

// Reservations are the objects that the resources of a run are to have, since an object can have one resource only. It
// counts what is planned while the provider is configured, which is one walk of Terraform over its graph: each
// instance is planned once in it, or twice for a replacement.
type Reservations struct {
	mu sync.Mutex
	// by are the claims on each object.
	by map[objectKey]holder
}

// objectKey is what an object is known by in every version of its API.
type objectKey struct {
	schema.GroupKind
	namespace, name string
}

// stance is what becomes of an object in a plan.
type stance int

const (
	// keeps says that the object is there, or will be.
	keeps stance = iota
	// replaces says that it goes and another one of its name comes.
	replaces
	// destroys says that it goes.
	destroys
)

// holder is an instance with a claim on an object.
type holder struct {
	// instance identifies it. Those of creations are made up: nothing tells one from another.
	instance string
	// subject names the resource in messages.
	subject string
	stance  stance
}

// NewReservations returns no claims.
func NewReservations() *Reservations { return &Reservations{by: map[objectKey]holder{}} }

// claim claims objects for an instance instead of what it had claimed before, and returns the claims of others that
// this conflicts with. creates is true for an instance that has no state.
//
// A replacement is planned with the state first and then as a creation, which Pulumi does without what tells that they are
// one: the creation of what another instance replaces takes its claim over. Nobody else can have it then.
func (c *Reservations) claim(mine holder, creates bool, objects []target) (taken []holder, at []target) {
	if c == nil {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, other := range c.by {
		if other.instance == mine.instance {
			delete(c.by, key)
		}
	}
	for _, t := range objects {
		other, claimed := c.by[t.key()]
		passes := creates && other.stance == replaces
		if claimed && !passes && (mine.stance != destroys || other.stance != destroys) {
			taken, at = append(taken, other), append(at, t)
			continue
		}
		c.by[t.key()] = mine
	}
	return taken, at
}

// key is what the target is known by.
func (t target) key() objectKey {
	gvk := t.applied.GroupVersionKind()
	return objectKey{GroupKind: gvk.GroupKind(), namespace: t.applied.GetNamespace(), name: t.applied.GetName()}
}

// claims claims the objects of the planned resource.
func (p *planner) claims(ctx context.Context, private PrivateState, replacing path.Paths) diag.Diagnostics {
	if p.settings == nil || p.settings.Reservations == nil {
		return nil
	}
	objects, err := p.objects()
	if err != nil {
		return diag.Diagnostics{diagnostic.Fault("Reading a manifest", err)}
	}
	mine := holder{instance: instanceOf(ctx, private), subject: p.model.subject(p.plan)}
	switch {
	case mine.instance == "" && p.prior == nil:
		mine.instance = rand.Text()
	case mine.instance == "":
		// Whoever has no identity yet is known by its object, also to the second half of a replacement.
		mine.instance = p.typeName() + " " + p.prior.id() + " " + p.prior.text(attrUID)
		if diags := setInstance(ctx, private, mine.instance); diags.HasError() {
			return diags
		}
	}
	if len(replacing) > 0 {
		mine.stance = replaces
	}
	return conflicting(mine, p.prior == nil, objects, p.settings.Reservations)
}

// objects are those of the planned resource whose names are known.
func (p *planner) objects() ([]target, error) {
	if p.plan.isUnknown(attrMetadata) {
		return nil, nil
	}
	var objects []target
	switch p.mode {
	case Operator:
		objects = append(objects, p.model.customResource(p.plan, p.model.kind.Newest()))
	case Direct:
		rendered, err := p.model.workloads(p.manifests)
		if err != nil {
			return nil, err
		}
		objects = rendered
	}
	for _, w := range p.plan.writtenSecrets() {
		objects = append(objects, w.target())
	}
	return objects, nil
}

// reserveDestroyed claims what a planned destruction deletes, against a creation of the same.
func (r *scope) reserveDestroyed(ctx context.Context, prior values, private PrivateState) diag.Diagnostics {
	if r.settings == nil || r.settings.Reservations == nil {
		return nil
	}
	targets, damage := r.model.targets(prior, appliedManifests(ctx, private))
	if damage != nil {
		return diag.Diagnostics{r.damaged(prior, damage)}
	}
	mine := holder{instance: instanceOf(ctx, private), subject: r.model.subject(prior), stance: destroys}
	if mine.instance == "" {
		mine.instance = rand.Text()
	}
	return conflicting(mine, false, targets, r.settings.Reservations)
}

// conflicting claims objects and tells whose they are already.
func conflicting(mine holder, creates bool, objects []target, claims *Reservations) diag.Diagnostics {
	taken, at := claims.claim(mine, creates, objects)
	if len(taken) == 0 {
		return nil
	}
	lines := make([]string, len(taken))
	for i, other := range taken {
		lines[i] = fmt.Sprintf("%s is also an object of %s", at[i].subject(), other.subject)
	}
	slices.Sort(lines)
	if mine.stance == destroys || slices.ContainsFunc(taken, func(other holder) bool { return other.stance == destroys }) {
		return diag.Diagnostics{diagnostic.Readdressed(mine.subject, lines)}
	}
	return diag.Diagnostics{diagnostic.Claimed(mine.subject, lines)}
}
