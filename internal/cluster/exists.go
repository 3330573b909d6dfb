package cluster

import (
	"context"
	"path"
)

// Exists reports whether there is an object of that name. It asks for the metadata alone,
// so that the content of a Secret stays where it is. Errors are those of [Client.Get], without
// the one of an object that does not exist.
func (c *Client) Exists(ctx context.Context, r Resource, namespace, name string) (bool, error) {
	if _, err := c.at(r, namespace, name); err != nil {
		return false, err
	}
	at := path.Join("/apis", r.GroupVersion().String())
	if r.Group == "" {
		at = path.Join("/api", r.Version)
	}
	if r.Namespaced {
		at = path.Join(at, "namespaces", namespace)
	}
	err := c.rest.Get().AbsPath(path.Join(at, r.Plural, name)).
		SetHeader("Accept", "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1").Do(ctx).Error()
	if err == nil {
		return true, nil
	}
	err = requestError("get", r, namespace, name, err)
	if IsNotFound(err) {
		return false, nil
	}
	return false, err
}
