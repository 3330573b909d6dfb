package main

import (
	"context"
	"fmt"
	"strconv"
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
	editor     = "kubectl-edit"
	container  = "vllm"
	editedPath = "spec.replicas"
	scaled     = 2
)

var replicasPath = []string{"spec", "replicas"}

// editObject scales the model server, as `kubectl edit` does.
func (d *demo) editObject(ctx context.Context) error {
	began := time.Now()
	object, err := d.cluster.workload(ctx)
	if err != nil {
		return err
	}
	from, err := replicasOf(object)
	if err != nil {
		return err
	}
	if err := unstructured.SetNestedField(object.Object, int64(scaled), replicasPath...); err != nil {
		return err
	}
	resources := d.cluster.objects.Resource(deployments).Namespace(namespace)
	if _, err := resources.Update(ctx, object, metav1.UpdateOptions{FieldManager: editor}); err != nil {
		return err
	}
	d.edited = edit{
		object: "Deployment/" + endpointName, path: editedPath, manager: editor,
		from: from, to: strconv.Itoa(scaled), began: began, ended: time.Now(),
	}
	detail("%s sets the replicas in %s from %s to %d", editor, d.edited.object, from, scaled)
	return nil
}

// replicas returns the live number of replicas of the model server.
func (c *cluster) replicas(ctx context.Context) (string, error) {
	object, err := c.workload(ctx)
	if err != nil {
		return "", err
	}
	return replicasOf(object)
}

func replicasOf(object *unstructured.Unstructured) (string, error) {
	n, found, err := unstructured.NestedInt64(object.Object, replicasPath...)
	if err != nil || !found {
		return "", fmt.Errorf("%s %s has no replicas that could be edited: %w", object.GetKind(), object.GetName(), err)
	}
	return strconv.FormatInt(n, 10), nil
}
