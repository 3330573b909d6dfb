package cluster

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apimachinery/pkg/watch"
)

// WaitError says that a wait ended with its context.
type WaitError struct {
	Resource        Resource
	Namespace, Name string
	// Last is the problem that the latest request had; nil when the API server answered.
	Last error
	// Err is the error of the context.
	Err error
}

// Error returns what was waited for, how the wait ended and the last problem.
func (e *WaitError) Error() string {
	text := fmt.Sprintf("waiting for %s: %v", subject(e.Resource, e.Namespace, e.Name), e.Err)
	if e.Last != nil {
		text += fmt.Sprintf(" (last problem: %v)", e.Last)
	}
	return text
}

// Unwrap returns the error of the context and the last problem.
func (e *WaitError) Unwrap() []error {
	if e.Last == nil {
		return []error{e.Err}
	}
	return []error{e.Err, e.Last}
}

// Until calls done with the live object until it returns true or an error, which Until
// returns as it is. done gets nil while the object does not exist. It is called on every
// change, and again every ten seconds or sooner, because what it looks at besides the
// object may have changed; it must not change the object.
//
// Until survives everything that may pass: an API server that restarts, refused and
// broken connections, throttling, server errors, expired watches. A request that is
// refused (unauthorized, forbidden, type not served) is repeated a few times and then
// returned. When the context ends first, the error is a [WaitError].
func (c *Client) Until(ctx context.Context, r Resource, namespace, name string, done func(*unstructured.Unstructured) (bool, error)) error {
	return c.UntilWoken(ctx, r, namespace, name, nil, done)
}

// UntilWoken is [Client.Until], and calls done also when wake says that something else has changed that it looks at.
func (c *Client) UntilWoken(
	ctx context.Context, r Resource, namespace, name string, wake <-chan struct{}, done func(*unstructured.Unstructured) (bool, error),
) error {
	if _, err := c.at(r, namespace, name); err != nil {
		return err
	}
	w := &waiter{client: c, resource: r, namespace: namespace, name: name, wake: wake, done: done}
	w.backoff = c.pace.backoff()
	for {
		finished, err := w.round(ctx)
		if finished || err != nil {
			return err
		}
		if err := sleep(ctx, w.backoff.Step()); err != nil {
			return w.ended(err)
		}
	}
}

// backoff returns the pauses between attempts: first, doubled each time, at most max.
func (p pace) backoff() wait.Backoff {
	return wait.Backoff{Duration: p.first, Factor: 2, Jitter: 0.2, Steps: math.MaxInt32, Cap: p.max}
}

// waiter is one call of Until.
type waiter struct {
	client          *Client
	resource        Resource
	namespace, name string
	wake            <-chan struct{}
	done            func(*unstructured.Unstructured) (bool, error)

	backoff wait.Backoff
	last    error // the problem of the latest request
	refused int   // refusals in a row
	live    *unstructured.Unstructured
}

// round reads the object and follows it until the watch ends. It returns an error only
// for what ends the wait.
func (w *waiter) round(ctx context.Context) (bool, error) {
	request, cancel := context.WithTimeout(ctx, w.client.pace.request)
	live, err := w.client.Get(request, w.resource, w.namespace, w.name)
	cancel()
	if ctx.Err() != nil {
		return false, w.ended(ctx.Err())
	}
	if err != nil && !IsNotFound(err) {
		return false, w.problem(err)
	}
	w.last, w.refused, w.live = nil, 0, live
	if finished, err := w.done(w.live); finished || err != nil {
		return finished, err
	}
	return w.follow(ctx)
}

// follow watches from the state that was read until the watch ends for any reason.
func (w *waiter) follow(ctx context.Context) (bool, error) {
	pace := w.client.pace
	session, cancel := context.WithTimeout(ctx, pace.session)
	defer cancel()
	stream, err := w.watch(session, cancel)
	if err != nil && ctx.Err() != nil {
		return false, w.ended(ctx.Err())
	}
	if IsForbidden(err) {
		// Whoever may read but not watch gets the object polled.
		if err := sleep(ctx, pace.recheck); err != nil {
			return false, w.ended(err)
		}
		w.backoff = pace.backoff()
		return false, nil
	}
	if err != nil {
		return false, w.problem(err)
	}
	defer stream.Stop()
	recheck := time.NewTicker(pace.recheck)
	defer recheck.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, w.ended(ctx.Err())
		case <-recheck.C:
		case <-w.wake:
		case event, open := <-stream.ResultChan():
			if !open {
				return false, nil
			}
			if again := w.observe(event); !again {
				return false, nil
			}
		}
		w.last, w.backoff = nil, pace.backoff()
		if finished, err := w.done(w.live); finished || err != nil {
			return finished, err
		}
	}
}

// watch opens a watch of the one object. The session is cancelled when the API server does
// not answer in time.
func (w *waiter) watch(session context.Context, cancel context.CancelFunc) (watch.Interface, error) {
	objects, err := w.client.at(w.resource, w.namespace, w.name)
	if err != nil {
		return nil, err
	}
	options := metav1.ListOptions{FieldSelector: fields.OneTermEqualSelector("metadata.name", w.name).String()}
	// Without a resourceVersion the watch begins with the state of the moment, so an
	// object that appears between the read and the watch is not missed.
	if w.live != nil {
		options.ResourceVersion = w.live.GetResourceVersion()
	}
	timeout := time.AfterFunc(w.client.pace.request, cancel)
	defer timeout.Stop()
	stream, err := objects.Watch(session, options)
	if errors.Is(err, context.Canceled) {
		err = errNoAnswer
	}
	if err != nil {
		return nil, requestError("watch", w.resource, w.namespace, w.name, err)
	}
	return stream, nil
}

// errNoAnswer stands for a watch that was given up before the API server answered.
var errNoAnswer = errors.New("the server did not answer in time")

// observe takes an event in, and returns false when the watch cannot go on.
func (w *waiter) observe(event watch.Event) bool {
	switch event.Type {
	case watch.Added, watch.Modified:
		live, ok := event.Object.(*unstructured.Unstructured)
		if ok {
			w.live = live
		}
		return ok
	case watch.Deleted:
		w.live = nil
		return true
	case watch.Bookmark:
		return true
	default:
		// Reading the object again cures an expired watch, and tells of anything worse.
		w.last = requestError("watch", w.resource, w.namespace, w.name, apierrors.FromObject(event.Object))
		return false
	}
}

// problem remembers what went wrong, and returns it once it will not pass by itself.
func (w *waiter) problem(err error) error {
	w.last = err
	if answer, _ := status(err); IsUnreachable(err) || answer.Code >= http.StatusInternalServerError {
		w.refused = 0
		return nil
	}
	w.refused++
	if w.refused < w.client.pace.refusals {
		return nil
	}
	return err
}

// ended returns the error of a wait whose context is over.
func (w *waiter) ended(err error) error {
	return &WaitError{Resource: w.resource, Namespace: w.namespace, Name: w.name, Last: w.last, Err: err}
}

// sleep pauses, and returns the error of the context if that ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
