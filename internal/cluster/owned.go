package cluster

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// OwnedTree returns the objects of a namespace that follow from a root, at whatever depth:
// workloads that direct mode knows, their pods, and the types between. Types that the cluster
// does not serve, or that nobody may list, have none.
func (c *Client) OwnedTree(ctx context.Context, namespace string, root func(metav1.OwnerReference) bool, between ...Resource) ([]Dependent, error) {
	var all, owned []Dependent
	followed := slices.Concat(between, known)
	for _, r := range RunPods {
		if !slices.Contains(followed, r) {
			followed = append(followed, r)
		}
	}
	for _, r := range followed {
		listed, err := c.All(ctx, r, ListOptions{Namespace: namespace})
		if err != nil && !IsTypeMissing(err) && !IsNotFound(err) && !IsForbidden(err) {
			return nil, err
		}
		for _, live := range listed {
			if len(live.GetOwnerReferences()) > 0 {
				all = append(all, Dependent{r, live})
			}
		}
	}
	reached := map[types.UID]bool{}
	for grown := true; grown; {
		grown = false
		for _, d := range all {
			if !reached[d.Object.GetUID()] && slices.ContainsFunc(d.Object.GetOwnerReferences(), func(o metav1.OwnerReference) bool { return reached[o.UID] || root(o) }) {
				reached[d.Object.GetUID()], grown = true, true
				owned = append(owned, d)
			}
		}
	}
	return owned, nil
}
