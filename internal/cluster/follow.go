package cluster

import (
	"context"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// Types that nobody applies and that tell how a workload fares.
var (
	Pods   = namespaced("", "v1", "Pod", "pods")
	Events = namespaced("", "v1", "Event", "events")
	Nodes  = Resource{GroupVersionKind: namespaced("", "v1", "Node", "").GroupVersionKind, Plural: "nodes"}
)

// RunPods are the types that Kubernetes and LeaderWorkerSet make pods from, from the top down,
// and the pods.
var RunPods = []Resource{
	namespaced("leaderworkerset.x-k8s.io", "v1", "LeaderWorkerSet", "leaderworkersets"),
	namespaced("apps", "v1", "Deployment", "deployments"),
	namespaced("apps", "v1", "StatefulSet", "statefulsets"),
	namespaced("apps", "v1", "ReplicaSet", "replicasets"),
	namespaced("batch", "v1", "Job", "jobs"),
	Pods,
}

// Follower keeps what a namespace has of some types at hand, by watches that outlast whatever
// passes. Followers of the same namespace share them.
type Follower struct {
	client    *Client
	resources []Resource
	feeds     []*feed
	handlers  []cache.ResourceEventHandlerRegistration
}

// feedKey is what one feed is about.
type feedKey struct {
	namespace string
	resource  Resource
}

// feeds are the open ones of a client.
type feeds struct {
	mu   sync.Mutex
	open map[feedKey]*feed
}

// feed is the objects of one type in one namespace.
type feed struct {
	key      feedKey
	informer cache.SharedIndexInformer
	stop     context.CancelFunc
	users    int // guarded by feeds.mu

	mu sync.Mutex
	// err is how the latest request ended.
	err error
}

// Follow begins to follow the types in a namespace, and calls changed, which must not take long, from another
// goroutine with every object that comes, goes or changes. What cannot be listed is told by
// [Follower.Unseen]. The follower has to be stopped.
func (c *Client) Follow(ctx context.Context, namespace string, changed func(*unstructured.Unstructured), resources ...Resource) *Follower {
	f := &Follower{client: c, resources: resources}
	for _, r := range resources {
		feed := c.openFeed(ctx, feedKey{namespace, r})
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

// openFeed returns the feed of a key, which lives longer than the context of who asks first.
func (c *Client) openFeed(ctx context.Context, key feedKey) *feed {
	c.feeds.mu.Lock()
	defer c.feeds.mu.Unlock()
	if f, ok := c.feeds.open[key]; ok {
		f.users++
		return f
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	f := &feed{key: key, stop: stop, users: 1}
	objects := c.dynamic.Resource(key.resource.GroupVersion().WithResource(key.resource.Plural)).Namespace(key.namespace)
	f.informer = cache.NewSharedIndexInformer(&cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			list, err := objects.List(ctx, o)
			return list, f.noted("list", err)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			stream, err := objects.Watch(ctx, o)
			return stream, f.noted("watch", err)
		},
	}, &unstructured.Unstructured{}, 0, cache.Indexers{belongs: belonging})
	if err := f.informer.SetTransform(withoutManagedFields); err != nil {
		f.note(err)
	}
	if c.feeds.open == nil {
		c.feeds.open = map[feedKey]*feed{}
	}
	c.feeds.open[key] = f
	go f.informer.RunWithContext(running)
	return f
}

// withoutManagedFields spares memory: nobody looks at these of what others made.
func withoutManagedFields(obj any) (any, error) {
	if u, ok := obj.(*unstructured.Unstructured); ok {
		u.SetManagedFields(nil)
	}
	return obj, nil
}

func (f *feed) note(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

func (f *feed) noted(verb string, err error) error {
	if err != nil {
		err = requestError(verb, f.key.resource, f.key.namespace, "", err)
	}
	f.note(err)
	return err
}

func (f *feed) problem() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// Stop ends the follower, and the watches that nobody else uses.
func (f *Follower) Stop() {
	f.client.feeds.mu.Lock()
	defer f.client.feeds.mu.Unlock()
	for i, feed := range f.feeds {
		if f.handlers[i] != nil {
			_ = feed.informer.RemoveEventHandler(f.handlers[i]) // It fails for what is no handler of ours only.
		}
		if feed.users--; feed.users == 0 {
			feed.stop()
			delete(f.client.feeds.open, feed.key)
		}
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

// belongs is the index of objects by what they belong to.
const belongs = "belongs"

func belonging(item any) ([]string, error) {
	o, ok := item.(*unstructured.Unstructured)
	if !ok {
		return nil, nil
	}
	var uids []string
	for _, uid := range BelongsTo(o) {
		uids = append(uids, string(uid))
	}
	return uids, nil
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
