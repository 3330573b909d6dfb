package acctest

import (
	"crypto/rand"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

var (
	volumeType = schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumes"}
	claimType  = schema.GroupVersionResource{Version: "v1", Resource: "persistentvolumeclaims"}
	nodeType   = schema.GroupVersionResource{Version: "v1", Resource: "nodes"}
)

// ProvideVolume makes a volume until the test ends, and returns its name.
func (c *Cluster) ProvideVolume(t *testing.T, size string) string {
	t.Helper()
	volume := Object{Resource: volumeType, Name: strings.ToLower(rand.Text())}
	c.Create(t, volume, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "PersistentVolume", "metadata": map[string]any{"name": volume.Name},
		"spec": map[string]any{
			"capacity": map[string]any{"storage": size}, "accessModes": []any{"ReadWriteOnce", "ReadWriteMany"},
			"persistentVolumeReclaimPolicy": "Retain", "hostPath": map[string]any{"path": "/cache"},
		},
	})
	t.Cleanup(func() { c.Delete(t, volume) })
	return volume.Name
}

// ProvideResults makes the claim that a benchmark writes to, until the test ends. It names its
// volume: whatever the controller sees first, it does not take one that is meant for a model.
func (c *Cluster) ProvideResults(t *testing.T, namespace string) {
	t.Helper()
	results := Object{Resource: claimType, Namespace: namespace, Name: "benchmark-results"}
	c.Create(t, results, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": map[string]any{"name": results.Name, "namespace": results.Namespace},
		"spec": map[string]any{
			"accessModes": []any{"ReadWriteMany"}, "resources": map[string]any{"requests": map[string]any{"storage": "1Gi"}},
			"volumeName": c.ProvideVolume(t, "1Gi"),
		},
	})
	t.Cleanup(func() { c.Delete(t, results) })
}

// ProvideNode makes another simulated node with GPUs, until the test ends.
func (c *Cluster) ProvideNode(t *testing.T, name string) {
	t.Helper()
	node := c.Get(t, Object{Resource: nodeType, Name: "gpu-0"}).DeepCopy()
	node.SetName(name)
	node.SetResourceVersion("")
	node.SetUID("")
	node.SetManagedFields(nil)
	labels := node.GetLabels()
	labels["kubernetes.io/hostname"] = name
	node.SetLabels(labels)
	o := Object{Resource: nodeType, Name: name}
	c.Create(t, o, "acctest", node.Object)
	t.Cleanup(func() { c.Delete(t, o) })
}
