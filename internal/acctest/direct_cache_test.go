//go:build unix

package acctest_test

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDirectCache keeps the weights on a claim. The cluster has nobody who provides
// volumes, so the pods wait until somebody makes one; the claim itself is as it should be until
// then, and it is the workload that says that it is not ready.
func TestAccDirectCache(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{
		name: "cached", replicas: 1, direct: "workload = \"Deployment\"\n    cache = { size = \"1Gi\" }",
		body: `timeouts = { create = "5s", update = "60s", delete = "60s" }`,
	}
	volume := acctest.Object{Resource: volumeType, Name: p.name}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, p.config(c))
	warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, "Object did not become ready in time")
	if want := regexp.MustCompile(`Last seen: Deployment/cached: 0 of 1 replicas are available`); !want.MatchString(warned.Detail) {
		t.Errorf("the warning does not say %s: %s", want, warned.Detail)
	}
	before := p.uids(t, c, claimType, deploymentType, serviceType)

	c.Create(t, volume, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "PersistentVolume", "metadata": map[string]any{"name": p.name},
		"spec": map[string]any{
			"capacity": map[string]any{"storage": "1Gi"}, "accessModes": []any{"ReadWriteOnce"},
			"persistentVolumeReclaimPolicy": "Retain", "hostPath": map[string]any{"path": "/cache"},
			"claimRef": map[string]any{"namespace": "default", "name": p.of(claimType).Name},
		},
	})
	defer c.Delete(t, volume)
	tf.MustApply(t)
	if ready := tf.Resource(t, playgroundAddress).AttributeValues["ready"]; ready != true {
		t.Errorf("ready is %v once there is a volume", ready)
	}
	if err := differs("phase of the claim", "Bound", c.Field(t, p.of(claimType), "status", "phase")); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(before, p.uids(t, c, claimType, deploymentType, serviceType)); diff != "" {
		t.Errorf("objects were made again (-before +after):\n%s", diff)
	}
	if err := podsRun(t, c, p)(nil); err != nil {
		t.Error(err)
	}
	tf.Destroy(t)
	if err := goneWithoutTrace(t, c, p)(nil); err != nil {
		t.Error(err)
	}
}
