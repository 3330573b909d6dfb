package cluster

import (
	"context"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/cache"

	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// Types that nobody applies and that tell how a workload fares.
var (
	Pods   = core("Pod", "pods")
	Events = core("Event", "events")
	Nodes  = Resource{GroupVersionKind: core("Node", "").GroupVersionKind, Plural: "nodes"}
)

// Workloads are the types that operators make pods by, from the top down.
var Workloads = resourcesOf(func(k workload.Kind) bool { return k.Rolls })

// RunPods are the types that Kubernetes and LeaderWorkerSet make pods from, and the pods.
var RunPods = append(resourcesOf(func(k workload.Kind) bool { return len(k.Templates) > 0 }), Pods)

// Follower keeps what a namespace has of some types at hand, by watches that outlast whatever
// passes. Followers of the same namespace share them.
type Follower struct {
	client    *Client
	resources []Resource
	feeds     []*feed
	handlers  []cache.ResourceEventHandlerRegistration
}

// Follow begins to follow the types in a namespace, and calls changed, which must not take long, from another
// goroutine with every object that comes, goes or changes. What cannot be listed is told by
// [Follower.Unseen]. The follower has to be stopped.
func (c *Client) Follow(ctx context.Context, namespace string, changed func(*unstructured.Unstructured), resources ...Resource) *Follower {
	f := &Follower{client: c, resources: resources}
	for _, r := range resources {
		feed := c.openFeed(ctx, feedKey{namespace: namespace, resource: r})
		f.feeds = append(f.feeds, feed)
		tell := func(item any) {
			if gone, ok := item.(cache.DeletedFinalStateUnknown); ok {
				item = gone.Obj
			}
			if o, ok := item.(*unstructured.Unstructured); ok {
				changed(o)
			}
		}
		handler, err := feed.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
			AddFunc: tell, UpdateFunc: func(_, item any) { tell(item) }, DeleteFunc: tell,
		})
		if err != nil { // It has been stopped, which only the last user does.
			feed.note(err)
		}
		f.handlers = append(f.handlers, handler)
	}
	return f
}

// Stop ends the follower, and a while later the watches that nobody else uses.
func (f *Follower) Stop() {
	for i, feed := range f.feeds {
		if f.handlers[i] != nil {
			_ = feed.informer.RemoveEventHandler(f.handlers[i]) // It fails for what is no handler of ours only.
		}
		f.client.closeFeed(feed)
	}
}

// WaitSeen waits until every type was listed once, or could not be. It gives up with the context.
func (f *Follower) WaitSeen(ctx context.Context) {
	_ = wait.PollUntilContextCancel(ctx, 20*time.Millisecond, true, func(context.Context) (bool, error) {
		for _, feed := range f.feeds {
			if !feed.informer.HasSynced() && feed.problem() == nil {
				return false, nil
			}
		}
		return true, nil
	})
}

// belongs is the index of objects by what they belong to: by UID, and owners by kind and name as well.
const belongs = "belongs"

func belonging(item any) ([]string, error) {
	o, ok := item.(*unstructured.Unstructured)
	if !ok {
		return nil, nil
	}
	var keys []string
	for _, uid := range BelongsTo(o) {
		keys = append(keys, string(uid))
	}
	for _, owner := range o.GetOwnerReferences() {
		keys = append(keys, Owner{GroupKind: schema.FromAPIVersionAndKind(owner.APIVersion, owner.Kind).GroupKind(), Name: owner.Name}.key())
	}
	return keys, nil
}

// BelongsTo returns the owners of an object or, for an event, the object that it is about.
func BelongsTo(o *unstructured.Unstructured) []types.UID {
	var uids []types.UID
	for _, owner := range o.GetOwnerReferences() {
		uids = append(uids, owner.UID)
	}
	if about, found, _ := unstructured.NestedString(o.Object, "involvedObject", "uid"); found {
		uids = append(uids, types.UID(about))
	}
	return uids
}

// Of returns the followed objects that the one with the UID owns and the events about it, in no order. They must
// not be changed.
func (f *Follower) Of(uid types.UID) (owned, events []*unstructured.Unstructured) {
	for i, feed := range f.feeds {
		items, _ := feed.informer.GetIndexer().ByIndex(belongs, string(uid)) // It fails for an unknown index only.
		for _, item := range items {
			o, ok := item.(*unstructured.Unstructured)
			switch {
			case ok && f.resources[i] == Events:
				events = append(events, o)
			case ok:
				owned = append(owned, o)
			}
		}
	}
	return owned, events
}

// Has reports whether an object is among those that are followed. It is known only once the type was seen.
func (f *Follower) Has(r Resource, namespace, name string) (has, known bool) {
	i := slices.Index(f.resources, r)
	if i < 0 || !f.feeds[i].informer.HasSynced() {
		return false, false
	}
	_, has, _ = f.feeds[i].informer.GetIndexer().GetByKey(namespace + "/" + name) // It fails for no key of an indexer.
	return has, true
}

// Unseen returns why types are not seen, by type. A type that the cluster does not serve has
// no objects, so it is not among them.
func (f *Follower) Unseen() map[Resource]error {
	out := map[Resource]error{}
	for i, feed := range f.feeds {
		if err := feed.problem(); err != nil && !IsTypeMissing(err) && !feed.informer.HasSynced() {
			out[f.resources[i]] = err
		}
	}
	return out
}
