package cluster

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

var crdResource = Resource{
	GroupVersionKind: schema.GroupVersionKind{Group: "apiextensions.k8s.io", Version: "v1", Kind: "CustomResourceDefinition"},
	Plural:           "customresourcedefinitions",
}

// crdCache remembers the schemas that were found. Definitions are large (up to 2 MB),
// so at most one request for each is under way.
type crdCache struct {
	mu      sync.Mutex
	entries map[string]*crdEntry
}

type crdEntry struct {
	turn   chan struct{} // holds a token while nobody asks
	schema map[string]any
}

// CRD returns the OpenAPI v3 schema of a custom resource at its version, from the
// installed CustomResourceDefinition, and false when that does not exist or does not
// serve the version. A schema is fetched once in the life of the client; absence is not
// remembered, because the definition may be installed at any time. The result is shared
// and must not be changed.
func (c *Client) CRD(ctx context.Context, r Resource) (openAPI map[string]any, found bool, err error) {
	name := r.Plural + "." + r.Group
	entry := c.crds.entry(name + "/" + r.Version)
	select {
	case <-entry.turn:
		defer func() { entry.turn <- struct{}{} }()
	case <-ctx.Done():
		return nil, false, requestError("get", crdResource, "", name, ctx.Err())
	}
	if entry.schema != nil {
		return entry.schema, true, nil
	}
	crd, err := c.Get(ctx, crdResource, "", name)
	if IsNotFound(err) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	entry.schema = versionSchema(crd, r.Version)
	return entry.schema, entry.schema != nil, nil
}

// ReadCRD is the schema that [Client.CRD] has found of the type, nil when nobody has asked for it. It makes no request.
func (c *Client) ReadCRD(r Resource) map[string]any {
	entry := c.crds.entry(r.Plural + "." + r.Group + "/" + r.Version)
	<-entry.turn
	defer func() { entry.turn <- struct{}{} }()
	return entry.schema
}

func (c *crdCache) entry(key string) *crdEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	if entry, ok := c.entries[key]; ok {
		return entry
	}
	if c.entries == nil {
		c.entries = map[string]*crdEntry{}
	}
	entry := &crdEntry{turn: make(chan struct{}, 1)}
	entry.turn <- struct{}{}
	c.entries[key] = entry
	return entry
}

// versionSchema returns the schema of a served version, nil if there is none.
func versionSchema(crd *unstructured.Unstructured, version string) map[string]any {
	versions, _, _ := unstructured.NestedSlice(crd.Object, "spec", "versions")
	for _, v := range versions {
		entry, ok := v.(map[string]any)
		if !ok || entry["name"] != version || entry["served"] != true {
			continue
		}
		openAPI, _, _ := unstructured.NestedMap(entry, "schema", "openAPIV3Schema")
		return openAPI
	}
	return nil
}

// HasField reports whether a schema of OpenAPI v3 has a field. The path is dotted, such
// as "spec.template.spec.containers.image": items of lists and values of maps are
// entered without being named.
func HasField(openAPI map[string]any, path string) bool {
	for name := range strings.SplitSeq(path, ".") {
		openAPI = child(openAPI, name)
		if openAPI == nil {
			return false
		}
	}
	return true
}

// RequiresField reports whether a schema of OpenAPI v3 has a field and requires it in
// the object that holds it. The path is as in [HasField].
func RequiresField(openAPI map[string]any, path string) bool {
	names := strings.Split(path, ".")
	last := len(names) - 1
	for _, name := range names[:last] {
		openAPI = child(openAPI, name)
	}
	if child(openAPI, names[last]) == nil {
		return false
	}
	required, _ := holder(openAPI)["required"].([]any)
	return slices.Contains(required, any(names[last]))
}

// Accepts reports whether a schema of OpenAPI v3 has a field, and a pattern of it that a text matches. The path is as in [HasField].
func Accepts(openAPI map[string]any, path, text string) bool {
	for name := range strings.SplitSeq(path, ".") {
		openAPI = child(openAPI, name)
	}
	pattern, _ := openAPI["pattern"].(string)
	matches, err := regexp.MatchString(pattern, text)
	return pattern != "" && err == nil && matches
}

// child returns the schema of a field, below any lists and maps.
func child(openAPI map[string]any, name string) map[string]any {
	properties, _ := holder(openAPI)["properties"].(map[string]any)
	field, _ := properties[name].(map[string]any)
	return field
}

// holder returns the schema with properties, below any lists and maps; nil when there is none.
func holder(openAPI map[string]any) map[string]any {
	for openAPI != nil {
		if _, ok := openAPI["properties"].(map[string]any); ok {
			return openAPI
		}
		if items, ok := openAPI["items"].(map[string]any); ok {
			openAPI = items
			continue
		}
		openAPI, _ = openAPI["additionalProperties"].(map[string]any)
	}
	return nil
}

// WaitEstablished waits until the API server serves the type. It asks for objects of
// the type, which is cheap, and not for the definition, which is large. A client that
// may not list the type everywhere is answered before the API server looks at the type;
// the discovery document of the group decides then. Of several types, which are names
// of one kind, one is enough. What is served once is not asked for again. Errors are those
// of [Client.Until].
func (c *Client) WaitEstablished(ctx context.Context, alternatives ...Resource) error {
	w := &waiter{client: c, resource: alternatives[0], backoff: c.pace.backoff()}
	for {
		err := c.servedAny(ctx, alternatives)
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return w.ended(ctx.Err())
		case IsTypeMissing(err):
			w.last, w.refused = err, 0
		default:
			if err := w.problem(err); err != nil {
				return err
			}
		}
		if err := sleep(ctx, w.backoff.Step()); err != nil {
			return w.ended(err)
		}
	}
}

// Serves reports whether the API server serves the type. It asks once in the life of the client, whatever the answer.
func (c *Client) Serves(ctx context.Context, r Resource) (bool, error) {
	if _, known := c.established.Load(r); known {
		return true, nil
	}
	ask, _ := c.asked.LoadOrStore(r, sync.OnceValue(func() error { return c.servedAny(ctx, []Resource{r}) }))
	err := ask.(func() error)()
	if IsTypeMissing(err) {
		return false, nil
	}
	return err == nil, err
}

// servedAny returns nil when the API server serves one of the types.
func (c *Client) servedAny(ctx context.Context, alternatives []Resource) error {
	var last error
	for _, r := range alternatives {
		if _, known := c.established.Load(r); known {
			return nil
		}
		if last = c.served(ctx, r); last == nil {
			c.established.Store(r, true)
			return nil
		}
		if !IsTypeMissing(last) {
			return last
		}
	}
	return last
}

// served returns nil when the API server serves the type.
func (c *Client) served(ctx context.Context, r Resource) error {
	ctx, cancel := context.WithTimeout(ctx, c.pace.request)
	defer cancel()
	_, err := c.dynamic.Resource(r.GroupVersion().WithResource(r.Plural)).List(ctx, metav1.ListOptions{Limit: 1})
	if err == nil {
		return nil
	}
	err = requestError("list", r, "", "", err)
	if !IsForbidden(err) {
		return err
	}
	return c.discovered(ctx, r)
}

// discovered returns nil when the discovery document of the group and version lists the type.
func (c *Client) discovered(ctx context.Context, r Resource) error {
	path := "/apis/" + r.GroupVersion().String()
	if r.Group == "" {
		path = "/api/" + r.Version
	}
	body, err := c.rest.Get().AbsPath(path).Do(ctx).Raw()
	if err != nil {
		return requestError("discover", r, "", "", err)
	}
	var document metav1.APIResourceList
	if err := json.Unmarshal(body, &document); err != nil {
		return requestError("discover", r, "", "", err)
	}
	for _, served := range document.APIResources {
		if served.Name == r.Plural {
			return nil
		}
	}
	return requestError("discover", r, "", "", &meta.NoResourceMatchError{PartialResource: r.GroupVersion().WithResource(r.Plural)})
}
