package cluster

import (
	"context"
	"reflect"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/retry"
)

// Amend changes a live object as change says, which gets the object as it was read and returns nil where there is nothing
// to do. It returns the outcome. Where somebody else has changed the object meanwhile, such as its operator, it is read and
// changed again, a few times; [IsOutdated] holds for the error where that was of no use, or another object is in its place.
func (c *Client) Amend(
	ctx context.Context, r Resource, live *unstructured.Unstructured, manager string, change func(*unstructured.Unstructured) (*unstructured.Unstructured, error),
) (*unstructured.Unstructured, error) {
	amended := live
	var failed error // which the retry loses where the context is over
	_ = retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		var changed *unstructured.Unstructured
		if changed, failed = change(live); failed != nil || changed == nil {
			amended = live
			return failed
		}
		amended, failed = c.change(ctx, r, live, changed, manager)
		if IsOutdated(failed) {
			if fresh, err := c.Get(ctx, r, live.GetNamespace(), live.GetName()); err == nil && fresh.GetUID() == live.GetUID() {
				live = fresh
			}
		}
		return failed
	})
	return amended, failed
}

// change makes an object what it is after, where that differs from before, which is the object as it was read. One that
// has changed since is left as it is.
func (c *Client) change(ctx context.Context, r Resource, before, after *unstructured.Unstructured, manager string) (*unstructured.Unstructured, error) {
	patch := unstructured.Unstructured{Object: mergePatch(before.Object, after.Object)}
	patch.SetResourceVersion(before.GetResourceVersion())
	return c.patch(ctx, "amend", r, before.GetNamespace(), before.GetName(), types.MergePatchType, patch.Object, metav1.PatchOptions{FieldManager: manager})
}

// IsOutdated reports whether an object was not changed because somebody else changed it
// since it was read.
func IsOutdated(err error) bool {
	return isConflict(err) && len(Conflicts(err)) == 0
}

// mergePatch is what leads from one object to the other (RFC 7386).
func mergePatch(before, after map[string]any) map[string]any {
	patch := map[string]any{}
	for name := range before {
		if _, stays := after[name]; !stays {
			patch[name] = nil
		}
	}
	for name, v := range after {
		old, ok := before[name]
		if ok && reflect.DeepEqual(old, v) {
			continue
		}
		x, okX := old.(map[string]any)
		y, okY := v.(map[string]any)
		if okX && okY {
			patch[name] = mergePatch(x, y)
			continue
		}
		patch[name] = v
	}
	return patch
}
