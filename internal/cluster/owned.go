package cluster

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// followers are what the controllers of Kubernetes make on the way from the known workloads to pods.
var followers = []Resource{
	namespaced("apps", "v1", "StatefulSet", "statefulsets"),
	namespaced("apps", "v1", "ReplicaSet", "replicasets"),
	namespaced("", "v1", "Pod", "pods"),
}

// OwnedTree returns the objects of a namespace that follow from the one with that UID, at
// whatever depth: workloads that direct mode knows, their pods, and the types between. Types
// that the cluster does not serve have none; denied are those that nobody may list.
func (c *Client) OwnedTree(ctx context.Context, namespace string, root types.UID, between ...Resource) (owned []Dependent, denied []Resource, err error) {
	var all []Dependent
	for _, r := range slices.Concat(between, known, followers) {
		for live, err := range c.List(ctx, r, ListOptions{Namespace: namespace}) {
			switch {
			case IsTypeMissing(err) || IsNotFound(err):
			case IsForbidden(err):
				denied = append(denied, r)
			case err != nil:
				return nil, denied, err
			case len(live.GetOwnerReferences()) > 0:
				all = append(all, Dependent{r, live})
			}
		}
	}
	reached := map[types.UID]bool{root: true}
	for grown := true; grown; {
		grown = false
		for _, d := range all {
			if !reached[d.Object.GetUID()] && slices.ContainsFunc(d.Object.GetOwnerReferences(), func(o metav1.OwnerReference) bool { return reached[o.UID] }) {
				reached[d.Object.GetUID()], grown = true, true
				owned = append(owned, d)
			}
		}
	}
	return owned, denied, nil
}
