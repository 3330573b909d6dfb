package cluster

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// PodLabels are where the workloads that make pods have the labels of these.
var PodLabels = podLabels()

func podLabels() [][]string {
	var out [][]string
	for _, at := range workload.Templates() {
		out = append(out, append(slices.Clone(at), "metadata", "labels"))
	}
	return out
}

// storage is what a PersistentVolumeClaim asks for.
var storage = []string{"spec", "resources", "requests", "storage"}

// withoutManagedFields spares memory: nobody looks at these of what others made.
func withoutManagedFields(item any) (any, error) {
	if live, ok := item.(*unstructured.Unstructured); ok {
		live.SetManagedFields(nil)
	}
	return item, nil
}

// outlined leaves of an object its type, its metadata without annotations, the labels of its pods and the size of a
// claim. That is what a deletion looks at, and a tenth of a pod.
func outlined(item any) (any, error) {
	live, ok := item.(*unstructured.Unstructured)
	if !ok {
		return item, nil
	}
	out := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": live.GetAPIVersion(), "kind": live.GetKind(), "metadata": live.Object["metadata"],
	}}
	out.SetManagedFields(nil)
	out.SetAnnotations(nil)
	for _, at := range append(slices.Clip(PodLabels), storage) {
		if value, found, err := unstructured.NestedFieldNoCopy(live.Object, at...); found && err == nil {
			if err := unstructured.SetNestedField(out.Object, value, at...); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}
