package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
)

// ReplacedError says that the object was deleted and made anew by somebody else.
type ReplacedError struct {
	// Want is the UID of the object that is gone, Have that of the one in its place.
	Want, Have types.UID
	// Live is the object in its place.
	Live *unstructured.Unstructured
	// Err is the refusal of the API server.
	Err error
}

// Error returns both UIDs.
func (e *ReplacedError) Error() string {
	return fmt.Sprintf("the object with UID %s was replaced by one with UID %s: %v", e.Want, e.Have, e.Err)
}

// Unwrap returns the refusal of the API server.
func (e *ReplacedError) Unwrap() error { return e.Err }

// delete asks for the deletion of the object with that UID, with a policy for its dependents; an empty UID means whatever object has
// the name. It returns as soon as the API server has agreed, see [Client.WaitGone]. An object that does not exist is a
// success; one with another UID is a [ReplacedError] and is left alone.
func (c *Client) delete(ctx context.Context, r Resource, namespace, name string, uid types.UID, policy metav1.DeletionPropagation) error {
	options := metav1.DeleteOptions{PropagationPolicy: &policy}
	if uid != "" {
		options.Preconditions = &metav1.Preconditions{UID: &uid}
	}
	err := c.ask("delete", r, namespace, name, func(objects dynamic.ResourceInterface) error {
		return objects.Delete(ctx, name, options)
	})
	if err == nil || IsNotFound(err) {
		return nil
	}
	if uid == "" || !isConflict(err) {
		return err
	}
	live, getErr := c.Get(ctx, r, namespace, name)
	switch {
	case IsNotFound(getErr):
		return nil
	case getErr == nil && live.GetUID() != uid:
		return &ReplacedError{Want: uid, Have: live.GetUID(), Live: live, Err: err}
	default:
		return err
	}
}

// NotGoneError says that an object still exists although its deletion was waited for.
type NotGoneError struct {
	// DeletionTimestamp is when the deletion was asked for; zero when it was not.
	DeletionTimestamp time.Time
	// Finalizers are what the deletion waits for.
	Finalizers []string
	// Managers are the field managers that set the finalizers, where that is recorded.
	Managers map[string]string
	// Err is how the wait ended, usually a [WaitError].
	Err error
}

// Error returns since when the object is being deleted and what blocks it.
func (e *NotGoneError) Error() string {
	switch {
	case e.DeletionTimestamp.IsZero():
		return fmt.Sprintf("the object exists and its deletion has not begun: %v", e.Err)
	case len(e.Finalizers) == 0:
		return fmt.Sprintf("the object is being deleted since %s: %v", e.DeletionTimestamp.UTC().Format(time.RFC3339), e.Err)
	default:
		return fmt.Sprintf("the object is being deleted since %s and waits for its finalizers %s: %v",
			e.DeletionTimestamp.UTC().Format(time.RFC3339), strings.Join(e.Finalizers, ", "), e.Err)
	}
}

// Unwrap returns how the wait ended.
func (e *NotGoneError) Unwrap() error { return e.Err }

// WaitGone waits until the object with that UID is gone; an empty UID means any object
// of that name. When the wait ends before, and the object was seen, the error is a
// [NotGoneError].
func (c *Client) WaitGone(ctx context.Context, r Resource, namespace, name string, uid types.UID) error {
	var last *unstructured.Unstructured
	err := c.Until(ctx, r, namespace, name, func(live *unstructured.Unstructured) (bool, error) {
		last = live
		return live == nil || uid != "" && live.GetUID() != uid, nil
	})
	if err == nil || last == nil {
		return err
	}
	return NotGone(last, err)
}

// NotGone tells what the deletion of a live object waits for; err is how a wait for it ended, nil without one.
func NotGone(live *unstructured.Unstructured, err error) *NotGoneError {
	gone := &NotGoneError{Finalizers: live.GetFinalizers(), Managers: finalizerManagers(live), Err: err}
	if t := live.GetDeletionTimestamp(); t != nil {
		gone.DeletionTimestamp = t.Time
	}
	return gone
}

// Remove deletes the object with that UID, with a policy for its dependents, and waits until it is gone as [Client.WaitGone] does.
// An object that does not exist is a success; one with another UID is a [ReplacedError] and is left alone. All deletions in a namespace see that by one watch, so that each costs one request.
func (c *Client) Remove(ctx context.Context, r Resource, namespace, name string, uid types.UID, policy metav1.DeletionPropagation) error {
	if !r.Namespaced {
		namespace = ""
	}
	f := c.openFeed(ctx, feedKey{namespace: namespace, resource: r, outlined: true})
	defer c.closeFeed(f)
	limited, cancel := context.WithTimeout(ctx, c.pace.request)
	// Only of an object that was seen does its absence say that it is gone.
	seen := f.settled(limited) == nil && f.has(name, uid)
	cancel()
	if err := c.delete(ctx, r, namespace, name, uid, policy); err != nil {
		return err
	}
	if seen && c.parted(ctx, f, name, uid) {
		return nil
	}
	if ctx.Err() != nil {
		return c.lastLook(ctx, r, namespace, name, uid)
	}
	return c.WaitGone(ctx, r, namespace, name, uid)
}

// parted waits until an object that a feed has seen is gone. It returns false when the feed does not tell.
func (c *Client) parted(ctx context.Context, f *feed, name string, uid types.UID) bool {
	parting := f.part(uid) // before the look
	recheck := time.NewTicker(c.pace.recheck)
	defer recheck.Stop()
	for f.has(name, uid) {
		select {
		case <-parting:
			return true
		case <-recheck.C:
			if f.problem() != nil {
				return false
			}
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// lastLookTimeout bounds the request that finds out what blocks a deletion.
const lastLookTimeout = 5 * time.Second

// lastLook says why an object is not gone although its time is over: a feed does not have all that tells.
func (c *Client) lastLook(ctx context.Context, r Resource, namespace, name string, uid types.UID) error {
	err := &WaitError{Resource: r, Namespace: namespace, Name: name, Err: ctx.Err()}
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastLookTimeout)
	defer cancel()
	live, problem := c.Get(limited, r, namespace, name)
	switch {
	case IsNotFound(problem) || problem == nil && live.GetUID() != uid:
		return nil
	case problem != nil:
		err.Last = problem
		return err
	}
	return NotGone(live, err)
}

// finalizerManagers returns who set each finalizer of an object, where that is recorded.
func finalizerManagers(live *unstructured.Unstructured) map[string]string {
	out := map[string]string{}
	for _, entry := range live.GetManagedFields() {
		var fields struct {
			Metadata struct {
				Finalizers map[string]any `json:"f:finalizers"`
			} `json:"f:metadata"`
		}
		if entry.FieldsV1 == nil || json.Unmarshal(entry.FieldsV1.GetRawBytes(), &fields) != nil {
			continue
		}
		for _, name := range live.GetFinalizers() {
			if _, set := fields.Metadata.Finalizers[`v:"`+name+`"`]; set {
				out[name] = entry.Manager
			}
		}
	}
	return out
}
