package wait

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// reference is an object that is looked for.
type reference struct {
	kind string
	types.NamespacedName
}

// String names it in messages.
func (r reference) String() string {
	if r.Namespace == "" {
		return model.Subject(r.kind, r.Name)
	}
	return model.Subject(r.kind, r.NamespacedName.String())
}

// refers is the kind of that name among those that the resource refers to, nil for none.
func refers(s *model.ResourceModel, kind string) *kinds.Kind {
	i := slices.IndexFunc(s.Kind.Refers, func(k *kinds.Kind) bool { return k.GVK.Kind == kind })
	if i < 0 {
		return nil
	}
	return s.Kind.Refers[i]
}

// WithReferences shows a candidate to look, and again with what the cluster has of the objects that look has missed,
// until there are no more. It returns what the cluster has, and what could not be read of it and why.
func WithReferences(ctx context.Context, r *model.Scope, c kinds.Candidate, look func(kinds.Candidate)) (read render.References, unread []string) {
	var missed []reference
	asked := map[reference]bool{}
	c.References = slices.Clip(c.References)
	c.Missed = func(kind, namespace, name string) {
		ref := reference{kind, types.NamespacedName{Namespace: namespace, Name: name}}
		if !asked[ref] {
			asked[ref], missed = true, append(missed, ref)
		}
	}
	look(c)
	for len(missed) > 0 {
		var found render.References
		for _, ref := range missed {
			definition, err := readReference(ctx, r, ref)
			if err != nil {
				unread = append(unread, ref.String()+": "+Unasked(err))
			}
			if definition != nil {
				found = append(found, definition)
			}
		}
		missed = nil
		if len(found) > 0 {
			read, c.References = append(read, found...), append(c.References, found...)
			look(c)
		}
	}
	return read, unread
}

// readReference reads an object as `references` would give it; nil where it is not there, since the same apply
// may make it.
func readReference(ctx context.Context, r *model.Scope, ref reference) (*unstructured.Unstructured, error) {
	k := refers(r.Model, ref.kind)
	if k == nil {
		return nil, nil
	}
	reader := &model.Scope{Model: model.New(k), Settings: r.Settings}
	release, err := reader.AskRelease(ctx)
	if errors.Is(err, model.ErrNoCRD) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t := reader.Model.CustomResource(reader.Model.Located(ref.Namespace, ref.Name), release)
	live, err := r.Settings.Client.Get(ctx, t.Resource, ref.Namespace, ref.Name)
	if cluster.IsNotFound(err) || cluster.IsTypeMissing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	definition := model.Defined(&unstructured.Unstructured{Object: t.Table(live)})
	if errs := schema.Validate(k.Definition, definition, nil); len(errs) > 0 {
		return nil, fmt.Errorf("it is not what this provider knows as %s: %w", k.GVK.Kind, errs[0])
	}
	return &unstructured.Unstructured{Object: definition}, nil
}

// Unasked says why the cluster could not be asked about an object.
func Unasked(err error) string {
	if cluster.IsForbidden(err) {
		return "the permissions do not allow it: " + err.Error()
	}
	return err.Error()
}
