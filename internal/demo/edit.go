package main

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// edit is one change of one field, made by somebody other than Terraform.
type edit struct {
	// object is <kind>/<name>, path and values are as the provider prints them.
	object, path, manager, from, to string
	// began and ended are the times between which it was made.
	began, ended time.Time
}

const (
	editor       = "kubectl-edit"
	container    = "model-runner"
	editedPath   = `spec.template.spec.containers[name="` + container + `"].resources.limits[memory]`
	raisedMemory = "12Gi"
)

var (
	containersPath = []string{"spec", "template", "spec", "containers"}
	limitPath      = []string{"resources", "limits", "memory"}
)

// editObject raises the memory limit of the model server, as `kubectl edit` does.
func (d *demo) editObject(ctx context.Context) error {
	began := time.Now()
	object, err := d.cluster.workload(ctx)
	if err != nil {
		return err
	}
	from, err := setMemoryLimit(object, raisedMemory)
	if err != nil {
		return err
	}
	resources := d.cluster.objects.Resource(deployments).Namespace(namespace)
	if _, err := resources.Update(ctx, object, metav1.UpdateOptions{FieldManager: editor}); err != nil {
		return err
	}
	d.edited = edit{
		object: "Deployment/" + playgroundName, path: editedPath, manager: editor,
		from: from, to: raisedMemory, began: began, ended: time.Now(),
	}
	detail("%s raises the memory limit in %s from %s to %s", editor, d.edited.object, from, raisedMemory)
	return nil
}

// memoryLimit returns the live limit of the model server.
func (c *cluster) memoryLimit(ctx context.Context) (string, error) {
	object, err := c.workload(ctx)
	if err != nil {
		return "", err
	}
	_, runner, err := modelRunner(object)
	if err != nil {
		return "", err
	}
	limit, _, err := unstructured.NestedString(runner, limitPath...)
	return limit, err
}

// setMemoryLimit sets the limit of the model server and returns what it was.
func setMemoryLimit(object *unstructured.Unstructured, to string) (from string, err error) {
	containers, runner, err := modelRunner(object)
	if err != nil {
		return "", err
	}
	from, found, err := unstructured.NestedString(runner, limitPath...)
	if err != nil || !found {
		return "", fmt.Errorf("%s %s has no memory limit that could be edited: %w", object.GetKind(), object.GetName(), err)
	}
	if err := unstructured.SetNestedField(runner, to, limitPath...); err != nil {
		return "", err
	}
	return from, unstructured.SetNestedSlice(object.Object, containers, containersPath...)
}

// modelRunner returns a copy of the containers of a Deployment, and the model server among them.
func modelRunner(object *unstructured.Unstructured) (containers []any, runner map[string]any, err error) {
	containers, _, err = unstructured.NestedSlice(object.Object, containersPath...)
	if err != nil {
		return nil, nil, err
	}
	for _, item := range containers {
		if c, ok := item.(map[string]any); ok && c["name"] == container {
			return containers, c, nil
		}
	}
	return nil, nil, fmt.Errorf("%s %s has no container %s", object.GetKind(), object.GetName(), container)
}
