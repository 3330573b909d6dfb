package cluster

import (
	"context"
	"errors"
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

// feedKey is what one feed is about.
type feedKey struct {
	// namespace is empty for the objects of all namespaces and for cluster-scoped ones.
	namespace string
	resource  Resource
	// outlined objects are kept without what only readiness and references need, see [outline].
	outlined bool
}

// feeds are the open ones of a client.
type feeds struct {
	mu   sync.Mutex
	open map[feedKey]*feed
}

// feed is the objects of one type in one namespace, kept up to date by a watch.
type feed struct {
	key      feedKey
	informer cache.SharedIndexInformer
	stop     context.CancelFunc
	// silence is how long a refusal stands before the API server is asked again.
	silence time.Duration
	users   int         // guarded by feeds.mu
	closing *time.Timer // guarded by feeds.mu

	mu sync.Mutex
	// err is how the latest request ended, and asked when.
	err   error
	asked time.Time
	// parting are closed when the object with the UID goes.
	parting map[types.UID]chan struct{}
}

// openFeed returns the feed of a key, which lives longer than the context of who asks first. It has to be given back.
func (c *Client) openFeed(ctx context.Context, key feedKey) *feed {
	c.feeds.mu.Lock()
	defer c.feeds.mu.Unlock()
	if f, ok := c.feeds.open[key]; ok {
		if f.closing != nil {
			f.closing.Stop()
		}
		f.users++
		return f
	}
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	f := &feed{key: key, stop: stop, silence: c.pace.silence, users: 1, parting: map[types.UID]chan struct{}{}}
	f.informer = cache.NewSharedIndexInformer(f.source(c), &unstructured.Unstructured{}, 0, cache.Indexers{belongs: belonging})
	transform := withoutManagedFields
	if key.outlined {
		transform = outlined
	}
	_, err := f.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: f.replaced, DeleteFunc: f.deleted})
	if err := errors.Join(err, f.informer.SetTransform(transform)); err != nil { // Only what runs already refuses either.
		f.note(err)
	}
	if c.feeds.open == nil {
		c.feeds.open = map[feedKey]*feed{}
	}
	c.feeds.open[key] = f
	go f.informer.RunWithContext(running)
	return f
}

// closeFeed gives a feed back. It ends some time after its last user, because the next resource of a run asks for the same.
func (c *Client) closeFeed(f *feed) {
	c.feeds.mu.Lock()
	defer c.feeds.mu.Unlock()
	if f.users--; f.users > 0 {
		return
	}
	end := func() {
		f.stop()
		delete(c.feeds.open, f.key)
	}
	if c.pace.linger == 0 {
		end()
		return
	}
	f.closing = time.AfterFunc(c.pace.linger, func() {
		c.feeds.mu.Lock()
		defer c.feeds.mu.Unlock()
		if f.users == 0 && c.feeds.open[f.key] == f {
			end()
		}
	})
}

// source is where the informer gets the objects from.
func (f *feed) source(c *Client) *cache.ListWatch {
	objects := c.dynamic.Resource(f.key.resource.GroupVersion().WithResource(f.key.resource.Plural)).Namespace(f.key.namespace)
	return &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error) {
			if err := f.refused(); err != nil {
				return nil, err
			}
			if o.ResourceVersion == "0" {
				o.ResourceVersion = "" // else an API server that lags behind may answer
			}
			list, err := objects.List(ctx, o)
			return list, f.noted("list", err)
		},
		WatchFuncWithContext: func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error) {
			if err := f.refused(); err != nil {
				return nil, err
			}
			stream, err := objects.Watch(ctx, o)
			if o.SendInitialEvents != nil && err != nil && !mayPass(err) {
				return stream, err // A list follows, and tells.
			}
			return stream, f.noted("watch", err)
		},
	}
}

func (f *feed) note(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err, f.asked = err, time.Now()
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

// refused returns the refusal that stands, so that a type that is not served, or that nobody may list, costs the same
// however often it is looked at.
func (f *feed) refused() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if (IsTypeMissing(f.err) || IsForbidden(f.err)) && time.Since(f.asked) < f.silence {
		return f.err
	}
	return nil
}

// settled waits until the objects were listed once, or could not be. An error says why they may not be those of the moment.
func (f *feed) settled(ctx context.Context) error {
	err := wait.PollUntilContextCancel(ctx, 10*time.Millisecond, true, func(context.Context) (bool, error) {
		return f.informer.HasSynced() || f.problem() != nil, nil
	})
	if err != nil {
		return requestError("list", f.key.resource, f.key.namespace, "", err)
	}
	return f.problem()
}

// has reports whether the object with that UID is there, as far as the feed knows.
func (f *feed) has(name string, uid types.UID) bool {
	item, _, _ := f.informer.GetStore().GetByKey(cache.NewObjectName(f.key.namespace, name).String()) // It never fails.
	live, ok := item.(*unstructured.Unstructured)
	return ok && live.GetUID() == uid
}

// part returns a channel that is closed when the object with the UID goes.
func (f *feed) part(uid types.UID) <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.parting[uid] == nil {
		f.parting[uid] = make(chan struct{})
	}
	return f.parting[uid]
}

func (f *feed) replaced(old, live any) {
	before, ok := old.(*unstructured.Unstructured)
	if after, is := live.(*unstructured.Unstructured); ok && is && before.GetUID() != after.GetUID() {
		f.deleted(old)
	}
}

func (f *feed) deleted(item any) {
	if last, ok := item.(cache.DeletedFinalStateUnknown); ok {
		item = last.Obj
	}
	gone, ok := item.(*unstructured.Unstructured)
	if !ok {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if waiting := f.parting[gone.GetUID()]; waiting != nil {
		close(waiting)
		delete(f.parting, gone.GetUID())
	}
}
