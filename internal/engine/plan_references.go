package engine

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// reference is an object that a rule looks for.
type reference struct {
	kind string
	types.NamespacedName
}

// checkReferences finds what rules say of objects that the cluster has and that `definitions`
// do not give. What is already told of the configuration alone is left out.
func (r *rehearsal) checkReferences(ctx context.Context, dialect string) findings {
	candidate := kinds.Candidate{Object: r.plan.unstructured(), Dialect: dialect, Definitions: slices.Clip(r.plan.definitions)}
	var missed []reference
	asked := map[reference]bool{}
	candidate.Missed = func(kind, namespace, name string) {
		ref := reference{kind, types.NamespacedName{Namespace: namespace, Name: name}}
		if !asked[ref] {
			asked[ref], missed = true, append(missed, ref)
		}
	}
	errs, warns := kinds.Check(r.shape.kind, candidate, nil)
	told := findings{errs, warns}
	for len(missed) > 0 {
		found := r.readReferences(ctx, missed)
		missed = nil
		if len(found) > 0 {
			candidate.Definitions = append(candidate.Definitions, found...)
			errs, warns = kinds.Check(r.shape.kind, candidate, nil)
		}
	}
	return findings{without(errs, told.errs), without(warns, told.warns)}
}

// readReferences reads objects as `definitions` would give them. One that is not there may be
// made by the same apply, and one that may not be read leaves its rules deferred.
func (r *rehearsal) readReferences(ctx context.Context, refs []reference) render.Definitions {
	var found render.Definitions
	for _, ref := range refs {
		i := slices.IndexFunc(r.shape.kind.Refers, func(k *kinds.Kind) bool { return k.GVK.Kind == ref.kind })
		if i < 0 {
			continue
		}
		k := r.shape.kind.Refers[i]
		reader := &Resource{shape: newShape(k), settings: r.settings}
		dialect, err := reader.askDialect(ctx)
		if err != nil {
			continue
		}
		t := reader.shape.customResource(reader.shape.located(ref.Namespace, ref.Name), dialect)
		live, err := r.settings.Client.Get(ctx, t.resource, ref.Namespace, ref.Name)
		if err != nil {
			continue
		}
		definition := defined(&unstructured.Unstructured{Object: t.table(live)})
		if len(schema.Validate(k.Definition, definition, nil)) == 0 {
			found = append(found, &unstructured.Unstructured{Object: definition})
		}
	}
	return found
}

func without(list, told field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(list, func(err *field.Error) bool { return has(told, err) })
}
