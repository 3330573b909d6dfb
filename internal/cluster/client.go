package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/transport"
	"k8s.io/klog/v2"
)

// Client talks to one API server. It is safe for concurrent use.
type Client struct {
	rest         rest.Interface
	dynamic      dynamic.Interface
	fieldManager string
	pace         pace
	crds         crdCache
	established  sync.Map // the types, as Resource, that are known to be served
	asked        sync.Map // what was answered about a type, as a function, for Serves
	feeds        feeds
	// listings are those that view makes at the moment.
	listings singleflight.Group
}

// pace is how fast waits proceed.
type pace struct {
	// first and max bound the pause after a failed request; it doubles from one to the next.
	first, max time.Duration
	// recheck is the longest time between two looks at an object.
	recheck time.Duration
	// request bounds one request of a wait, and session one watch, so that a server that
	// has gone silent does not stop it.
	request, session time.Duration
	// refusals is how many requests in a row may be refused (unauthorized, forbidden,
	// type not served, invalid) before a wait gives up. An API server that has just
	// started refuses what it has not loaded yet.
	refusals int
	// patience is how long an apply is repeated while what it meets may pass.
	patience time.Duration
	// linger is how long a watch that is shared goes on without a user, and silence how long the
	// refusal of one stands.
	linger, silence time.Duration
}

var defaultPace = pace{
	first:    250 * time.Millisecond,
	max:      8 * time.Second,
	recheck:  10 * time.Second,
	request:  30 * time.Second,
	session:  5 * time.Minute,
	refusals: 7,
	patience: 30 * time.Second,
	linger:   5 * time.Second,
	silence:  30 * time.Second,
}

// silence keeps client-go's own log off standard error, which Terraform shows to nobody
// or, when a plugin crashes, to everybody.
var silence = sync.OnceFunc(func() {
	klog.SetSlogLogger(slog.New(slog.DiscardHandler))
})

// New returns a client. It reads the files the settings name but makes no request.
// Errors are those of [Config.REST].
func New(cfg Config) (*Client, error) {
	silence()
	settings, err := cfg.REST()
	if err != nil {
		return nil, err
	}
	client, err := restClient(settings)
	if err != nil {
		return nil, &ConfigError{Detail: "the connection settings cannot be used: " + err.Error(), Err: err}
	}
	manager := cfg.FieldManager
	if manager == "" {
		manager = DefaultFieldManager
	}
	return &Client{rest: client, dynamic: dynamic.New(client), fieldManager: manager, pace: defaultPace}, nil
}

// restClient returns the client that both the dynamic client and plain paths use.
func restClient(settings *rest.Config) (rest.Interface, error) {
	settings = dynamic.ConfigFor(settings)
	settings.RateLimiter = newThrottle(settings)
	if file := settings.BearerTokenFile; file != "" {
		// What rest makes of the file keeps a token for a minute, refused or not.
		settings.BearerToken, settings.BearerTokenFile = "", ""
		settings.Wrap(transport.ResettableTokenSourceWrapTransport(transport.NewCachedFileTokenSource(file)))
	}
	client, err := rest.HTTPClientFor(settings)
	if err != nil {
		return nil, err
	}
	return rest.UnversionedRESTClientForConfigAndClient(settings, client)
}

// ask makes a request about an object. The error says what was asked for.
func (c *Client) ask(verb string, r Resource, namespace, name string, request func(dynamic.ResourceInterface) error) error {
	objects, err := c.at(r, namespace, name)
	if err != nil {
		return err
	}
	if err := request(objects); err != nil {
		return requestError(verb, r, namespace, name, err)
	}
	return nil
}

// patch sends the patch of an object and returns the outcome.
func (c *Client) patch(ctx context.Context, verb string, r Resource, namespace, name string, kind types.PatchType, body any, o metav1.PatchOptions) (*unstructured.Unstructured, error) {
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encoding %s: %w", subject(r, namespace, name), err)
	}
	var live *unstructured.Unstructured
	err = c.ask(verb, r, namespace, name, func(objects dynamic.ResourceInterface) (err error) {
		live, err = objects.Patch(ctx, name, kind, raw, o)
		return err
	})
	return live, err
}

// at returns where an object is, or why there can be none of that name.
func (c *Client) at(r Resource, namespace, name string) (dynamic.ResourceInterface, error) {
	resource := c.dynamic.Resource(r.GroupVersion().WithResource(r.Plural))
	if problems := rest.IsValidPathSegmentName(name); name == "" || len(problems) > 0 {
		return nil, fmt.Errorf("%q is not the name of an object %s", name, strings.Join(problems, ", "))
	}
	if !r.Namespaced {
		return resource, nil
	}
	if namespace == "" {
		return nil, errors.New(r.Kind + " " + name + " needs a namespace")
	}
	return resource.Namespace(namespace), nil
}
