package acctest_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccEndpointPredownload downloads the weights before there are pods, and those of a changed model while the former one still
// serves. A download that does not end, or fails, is explained, and the next apply goes on with it.
func TestAccEndpointPredownload(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, bare)
	const name = "endpoint-fetch"
	workload := acctest.Object{Resource: workloadTypes["Deployment"], Namespace: "default", Name: name}
	provideVolume(t, c, name, name+"-models")
	tf := acctest.NewTerraform(t)
	config := func(behaviour, further string) string {
		return endpointConfig(c, name, fmt.Sprintf("%s\n    cache = { size = \"1Gi\", predownload = { retries = 0, image = \"example.org/localcluster/%s\" } }", further, behaviour))
	}
	impatient := func(text string) string { return strings.Replace(text, `create = "60s"`, `create = "6s"`, 1) }
	ready := func(want bool) {
		t.Helper()
		if got := tf.Resource(t, endpointAddress).AttributeValues["ready"]; got != want {
			t.Errorf("ready is %v, want %t", got, want)
		}
	}
	warns := func(out acctest.Outcome, pattern string) {
		t.Helper()
		for _, d := range out.Diagnostics {
			if d.Severity == tfjson.DiagnosticSeverityWarning && regexp.MustCompile(pattern).MatchString(d.Detail) {
				return
			}
		}
		t.Errorf("nothing warns of %s: %s", pattern, out.Log)
	}

	// No pods of the endpoint while the download is under way.
	tf.Configure(t, impatient(config("pending", "")))
	warns(tf.MustApply(t), `Job/endpoint-fetch-download-[0-9a-f]{8}: 1 pods are active`)
	if c.Get(t, workload) != nil {
		t.Error("pods start before the weights are there")
	}
	ready(false)

	// The next apply goes on, and the Job before is gone.
	tf.Configure(t, config("good", ""))
	tf.MustApply(t)
	ready(true)
	first, err := onlyJob(t, c, name)
	if err != nil {
		t.Fatal(err)
	}
	before := c.Get(t, workload)

	// A changed model that cannot be downloaded leaves the pods alone.
	tf.Configure(t, config("crash", `context_length = 4096`))
	out := tf.MustApply(t)
	warns(out, `(?s)cannot become ready.*container predownload of Pod/endpoint-fetch-download-\S+`)
	failed := jobsOf(t, c, name)
	if after := c.Get(t, workload); after.GetGeneration() != before.GetGeneration() || len(failed) != 2 || failed[first.GetName()] != string(first.GetUID()) {
		t.Errorf("the Deployment is of generation %d after %d, the Jobs are %v", after.GetGeneration(), before.GetGeneration(), failed)
	}
	ready(false)

	// The next apply tries again, since what it failed for may have changed elsewhere.
	warns(tf.MustApply(t), `cannot become ready`)
	for job, uid := range jobsOf(t, c, name) {
		if job != first.GetName() && failed[job] == uid {
			t.Errorf("the Job %s that has failed was left as it was", job)
		}
	}

	tf.Configure(t, config("good", `context_length = 4096`))
	tf.MustApply(t)
	ready(true)
	if after := c.Get(t, workload); after.GetGeneration() == before.GetGeneration() || after.GetUID() != before.GetUID() {
		t.Errorf("the Deployment is %s of generation %d after %s of %d", after.GetUID(), after.GetGeneration(), before.GetUID(), before.GetGeneration())
	}
	if out := tf.Destroy(t); !out.OK {
		t.Error(out.Log)
	}
	if err := differs("what is left", []string(nil), madeIn(t, c, name, jobType, claimType, podType, workload.Resource)); err != nil {
		t.Error(err)
	}
}

// jobsOf are the UIDs of the Jobs whose names begin with a prefix.
func jobsOf(t *testing.T, c *acctest.Cluster, prefix string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, id := range madeIn(t, c, prefix, jobType) {
		name := strings.TrimPrefix(id, "jobs/")
		out[name] = string(c.Get(t, acctest.Object{Resource: jobType, Namespace: "default", Name: name}).GetUID())
	}
	return out
}

// provideVolume makes a volume for a claim, which nobody provides in the local control plane.
func provideVolume(t *testing.T, c *acctest.Cluster, name, claim string) {
	t.Helper()
	volume := acctest.Object{Resource: volumeType, Name: name}
	c.Create(t, volume, "acctest", map[string]any{
		"apiVersion": "v1", "kind": "PersistentVolume", "metadata": map[string]any{"name": name},
		"spec": map[string]any{
			"capacity": map[string]any{"storage": "1Gi"}, "accessModes": []any{"ReadWriteOnce"},
			"persistentVolumeReclaimPolicy": "Retain", "hostPath": map[string]any{"path": "/cache"},
			"claimRef": map[string]any{"namespace": "default", "name": claim},
		},
	})
	t.Cleanup(func() { c.Delete(t, volume) })
}
