package cluster

import (
	"context"
	"errors"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// ApplyOptions say how to apply. The zero value applies for real, under the client's
// field manager, and fails on conflicts.
type ApplyOptions struct {
	// Force takes fields over that another manager owns with another value.
	Force bool
	// DryRun asks for the outcome without storing it.
	DryRun bool
	// FieldManager overrides the client's.
	FieldManager string
}

// Apply makes the API server merge obj into the live object (server-side apply), or
// create it, and returns the outcome. A request that meets what may pass by itself, such as
// a broken connection or an API server that restarts, is repeated for half a minute; a dry
// run is not. The request carries exactly obj: fields that it
// leaves out and that this field manager owned before are removed. A field that the
// type does not have is an error, see [Causes]; a field that another manager owns with
// another value too, see [Conflicts].
func (c *Client) Apply(ctx context.Context, r Resource, obj *unstructured.Unstructured, o ApplyOptions) (*unstructured.Unstructured, error) {
	return c.apply(ctx, "apply", r, obj, o)
}

// ExistsError says that an object to be created exists already.
type ExistsError struct {
	// Live is the object that is in the way, as it was found; it may be on its way out,
	// which its deletionTimestamp tells.
	Live *unstructured.Unstructured
	// Err is the refusal of the API server.
	Err error
}

// Error returns which object is in the way.
func (e *ExistsError) Error() string {
	return "the object exists already: " + e.Err.Error()
}

// Unwrap returns the refusal of the API server.
func (e *ExistsError) Unwrap() error { return e.Err }

// Create is [Client.Apply] of an object that must not exist; if it does, the error is an
// [ExistsError] with the live object, and nothing is changed. Dry runs and Force keep
// their meaning; Force never takes an existing object over.
//
// The request carries the resourceVersion "1". An API server ignores it when it creates
// (k8s.io/apiserver pkg/registry/generic/registry/store.go@v0.36.3, Store.Update) and refuses
// the request with a conflict when an object exists, because no stored object has the
// first revision of the database. One request therefore decides atomically, unlike a
// look before the apply; and unlike a POST it records the fields under the Apply
// operation, so that later applies own them.
func (c *Client) Create(ctx context.Context, r Resource, obj *unstructured.Unstructured, o ApplyOptions) (*unstructured.Unstructured, error) {
	guarded := obj.DeepCopy()
	guarded.SetResourceVersion("1")
	created, err := c.apply(ctx, "create", r, guarded, o)
	if err == nil || !isConflict(err) {
		return created, err
	}
	live, getErr := c.Get(ctx, r, obj.GetNamespace(), obj.GetName())
	switch {
	case getErr == nil:
		return nil, &ExistsError{Live: live, Err: err}
	case IsNotFound(getErr):
		// The object went away between the two requests: the conflict is out of date.
		return c.apply(ctx, "create", r, guarded, o)
	default:
		return nil, errors.Join(err, getErr)
	}
}

func (c *Client) apply(ctx context.Context, verb string, r Resource, obj *unstructured.Unstructured, o ApplyOptions) (*unstructured.Unstructured, error) {
	options := metav1.PatchOptions{
		Force:           &o.Force,
		FieldManager:    c.fieldManager,
		FieldValidation: metav1.FieldValidationStrict,
	}
	if o.FieldManager != "" {
		options.FieldManager = o.FieldManager
	}
	if o.DryRun {
		options.DryRun = []string{metav1.DryRunAll}
	}
	var live *unstructured.Unstructured
	request := func() (err error) {
		live, err = c.patch(ctx, verb, r, obj.GetNamespace(), obj.GetName(), types.ApplyPatchType, obj, options)
		return err
	}
	repeat := c.patiently
	if o.DryRun {
		repeat = func(_ context.Context, request func() error) error { return request() }
	}
	err := repeat(ctx, request)
	return live, err
}
