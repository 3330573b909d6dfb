package cluster

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

// Owner says which owner references lead to an object: those with its UID or, where that is not known, those with its kind and name.
type Owner struct {
	UID types.UID
	schema.GroupKind
	Name string
}

// key is that of the index of objects by what they belong to.
func (o Owner) key() string {
	if o.UID != "" {
		return string(o.UID)
	}
	return o.String() + "/" + o.Name
}

// Tree is what follows from an object.
type Tree struct {
	Objects []Dependent
	// Hidden are the types that nobody may list.
	Hidden []Resource
}

// OwnedTree returns the objects of a namespace that follow from the roots, at whatever depth and in no order: workloads that direct mode
// knows, their pods, and the types between. Of each it has the metadata, the labels of its pods and the size of a claim. Types
// that the cluster does not serve have none.
func (c *Client) OwnedTree(ctx context.Context, namespace string, roots []Owner, between ...Resource) (Tree, error) {
	followed := slices.Concat(between, Rendered())
	for _, r := range RunPods {
		if !slices.Contains(followed, r) {
			followed = append(followed, r)
		}
	}
	var tree Tree
	views := make(map[Resource]cache.Indexer, len(followed))
	for _, r := range followed {
		view, err := c.view(ctx, feedKey{namespace: namespace, resource: r, outlined: true})
		switch {
		case err == nil:
			views[r] = view
		case IsForbidden(err):
			tree.Hidden = append(tree.Hidden, r)
		case !IsTypeMissing(err) && !IsNotFound(err):
			return tree, err
		}
	}
	reached := map[types.UID]bool{}
	for todo := slices.Clone(roots); len(todo) > 0; {
		owner := todo[0]
		todo = todo[1:]
		for r, view := range views {
			items, _ := view.ByIndex(belongs, owner.key()) // It fails for an unknown index only.
			for _, live := range objects(items) {
				if !reached[live.GetUID()] {
					reached[live.GetUID()] = true
					tree.Objects = append(tree.Objects, Dependent{r, live})
					todo = append(todo, Owner{UID: live.GetUID()})
				}
			}
		}
	}
	return tree, nil
}
