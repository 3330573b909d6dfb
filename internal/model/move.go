package model

import (
	"slices"

	kschema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/object"
)

// Takes reports whether a kind, under any of its names, is that of an object.
func Takes(k *kinds.Kind, gvk kschema.GroupVersionKind) bool {
	return k.GVK.GroupKind() == gvk.GroupKind() || slices.ContainsFunc(k.Releases, func(d object.Release) bool {
		return d.GVK.GroupKind() == gvk.GroupKind()
	})
}

// KindOf returns the kind of an object: one that is called so in the first place, else one
// that a release calls so, else nil.
func KindOf(all []*kinds.Kind, gvk kschema.GroupVersionKind) *kinds.Kind {
	var found *kinds.Kind
	for _, k := range all {
		if k.GVK.GroupKind() == gvk.GroupKind() {
			return k
		}
		if found == nil && Takes(k, gvk) {
			found = k
		}
	}
	return found
}
