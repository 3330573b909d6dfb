package destroy

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/diagnostic"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/model"
)

// A destruction that deletes the referrers as well need not be ordered by references, so
// others get some time to go: at most referrerGrace, looked at every referrerPause.
const (
	referrerGrace = 15 * time.Second
	referrerPause = time.Second
)

// footprint is what a resource has in the cluster.
type footprint struct {
	kinds.Referent
	// ours are the UIDs and the keys of the objects that go with the resource.
	ours map[string]bool
	// tree is what controllers have made of the resource's own objects.
	tree cluster.Tree
}

// alone reports whether nothing follows from the resource's objects, as far as the whole of it can be seen.
func (f *footprint) alone() bool { return len(f.tree.Objects) == 0 && len(f.tree.Hidden) == 0 }

// footprintOf finds what goes when the targets go.
func footprintOf(ctx context.Context, r *model.Scope, state model.Values, targets []model.Target) (footprint, error) {
	f := footprint{ours: map[string]bool{}}
	f.Namespace = state.Unstructured().GetNamespace()
	if at, err := url.Parse(state.Text(model.AttrEndpoint)); err == nil && at.Hostname() != "" {
		service, _, _ := strings.Cut(at.Hostname(), ".")
		f.Services = append(f.Services, service)
	}
	rendered := state.Text(model.AttrMode) == model.Direct
	for _, t := range targets {
		f.add(t.Applied)
		// What names a custom resource means another object where direct mode has rendered none.
		if group := t.Resource.GroupKind(); !rendered || group == r.Model.Kind.GVK.GroupKind() {
			f.GroupKind, f.Name = group, t.Applied.GetName()
		}
	}
	uid := state.Text(model.AttrUID)
	if uid != "" {
		f.ours[uid] = true
	}
	namespace := targets[0].Applied.GetNamespace()
	if namespace == "" {
		return f, nil // a cluster-scoped object that is not rendered runs nothing
	}
	var between []cluster.Resource
	for _, link := range r.Model.Kind.HandOver.Between {
		between = append(between, cluster.Resource{GroupVersionKind: link.GroupVersionKind, Plural: link.Plural, Namespaced: true})
	}
	var roots []cluster.Owner
	if uid != "" {
		roots = append(roots, cluster.Owner{UID: types.UID(uid)})
	}
	for _, t := range targets {
		roots = append(roots, cluster.Owner{GroupKind: t.Applied.GroupVersionKind().GroupKind(), Name: t.Applied.GetName()})
	}
	var err error
	f.tree, err = r.Settings.Client.OwnedTree(ctx, namespace, roots, between...)
	for _, one := range f.tree.Objects {
		f.ours[string(one.Object.GetUID())] = true
		f.add(one.Object)
		f.Made = append(f.Made, kinds.MadeObject{GroupKind: one.Object.GroupVersionKind().GroupKind(), Name: one.Object.GetName()})
	}
	return f, err
}

// key tells objects of all types apart, whatever the version of their API.
func key(apiVersion, kind, namespace, name string) string {
	return schema.FromAPIVersionAndKind(apiVersion, kind).GroupKind().String() + "/" + namespace + "/" + name
}

func keyOf(obj *unstructured.Unstructured) string {
	return key(obj.GetAPIVersion(), obj.GetKind(), obj.GetNamespace(), obj.GetName())
}

func (f *footprint) add(obj *unstructured.Unstructured) {
	f.ours[keyOf(obj)] = true
	switch {
	case obj.GetKind() == "Service" && obj.GetAPIVersion() == "v1":
		f.Services = append(f.Services, obj.GetName())
	case obj.GetKind() == "Pod":
		f.Pods = append(f.Pods, obj.GetLabels())
	}
	for _, at := range cluster.PodLabels {
		if labels, found, _ := unstructured.NestedStringMap(obj.Object, at...); found {
			f.Pods = append(f.Pods, labels)
		}
	}
}

// has reports whether an object goes with the resource, or follows from one that does.
func (f *footprint) has(live *unstructured.Unstructured) bool {
	return live.GetDeletionTimestamp() != nil ||
		f.ours[string(live.GetUID())] || f.ours[keyOf(live)] ||
		slices.ContainsFunc(live.GetOwnerReferences(), func(o metav1.OwnerReference) bool { return f.ours[string(o.UID)] })
}

// referrersOf returns the live objects that point at a footprint, in words, and the types that nobody may list.
func referrersOf(ctx context.Context, r *model.Scope, f footprint) (lines, denied []string, err error) {
	for _, referrer := range r.Model.Kind.Referrers {
		resource := cluster.Resource{GroupVersionKind: referrer.GroupVersionKind, Plural: referrer.Plural, Namespaced: true}
		namespaces := []string{f.Namespace}
		if referrer.Anywhere && f.Namespace != "" {
			namespaces = []string{"", f.Namespace}
		}
		for _, namespace := range namespaces {
			var found []string
			found, err = pointing(ctx, r, f, referrer, resource, namespace)
			lines = append(lines, found...)
			if !cluster.IsForbidden(err) {
				break // a namespace may allow what the whole cluster does not
			}
		}
		switch {
		case cluster.IsForbidden(err):
			denied = append(denied, resource.Plural+"."+resource.Group)
		case err != nil:
			return nil, nil, err
		}
	}
	return lines, denied, nil
}

// pointing returns the objects of one type that point at a footprint.
func pointing(ctx context.Context, r *model.Scope, f footprint, referrer kinds.Referrer, resource cluster.Resource, namespace string) ([]string, error) {
	var lines []string
	all, err := r.Settings.Client.All(ctx, resource, namespace)
	if cluster.IsTypeMissing(err) || cluster.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, live := range all {
		if at := referrer.Points(live, f.Referent); at != "" && !f.has(live) {
			name := live.GetName()
			if live.GetNamespace() != "" {
				name = live.GetNamespace() + "/" + name
			}
			lines = append(lines, fmt.Sprintf("%s %s (%s)", live.GetKind(), name, at))
		}
	}
	slices.Sort(lines)
	return lines, nil
}

// Refuse refuses a deletion while others point at what goes, and reports whether nothing goes but the one object.
func Refuse(ctx context.Context, r *model.Scope, state model.Values, targets []model.Target) (alone bool, diags diag.Diagnostics) {
	if state.Flag(model.AttrForceDestroy) || len(r.Model.Kind.Referrers) == 0 {
		return false, nil
	}
	f, err := footprintOf(ctx, r, state, targets)
	var lines, denied []string
	if err == nil {
		lines, denied, err = awaitUnreferred(ctx, r, f, min(referrerGrace, state.Timeout("delete")/2))
	}
	switch {
	case err != nil:
		return false, r.Failed("look for what points at", targets[0], err)
	case len(lines) > 0:
		return false, diag.Diagnostics{diagnostic.StillReferred(r.Model.Subject(state), lines)}
	case len(denied) > 0:
		return false, diag.Diagnostics{diagnostic.ReferrersUnknown(r.Model.Subject(state), denied)}
	}
	return len(targets) == 1 && f.alone(), nil
}

// awaitUnreferred looks for referrers until there are none, or the grace is over.
func awaitUnreferred(ctx context.Context, r *model.Scope, f footprint, grace time.Duration) (lines, denied []string, err error) {
	limited, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	err = wait.PollUntilContextCancel(limited, referrerPause, true, func(context.Context) (bool, error) {
		var err error
		lines, denied, err = referrersOf(ctx, r, f)
		return len(lines) == 0, err
	})
	if len(lines) > 0 {
		return lines, denied, nil // the grace is over
	}
	return nil, denied, err
}
