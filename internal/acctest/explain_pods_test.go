//go:build unix

package acctest_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// silentOperator has the definition of Kthena, and nobody who makes pods.
var silentOperator = acctest.Options{CRDs: ".build/crds/workload.serving.volcano.sh_modelservings.yaml"}

// unborn is an object whose pods never come, or never get a node.
type unborn struct {
	reason string
	// pod are further fields of the pods, in HCL.
	pod string
	// namespace is "default" unless it is set.
	namespace string
	// cause and change are patterns and text of the diagnosis; change names a field of the pods by a verb of fmt.
	cause, change string
	// waits is true where the wait goes on until its time is up.
	waits bool
}

func (u unborn) place() string {
	if u.namespace == "" {
		return "default"
	}
	return u.namespace
}

// expect finds what is said of the object in the warnings of an apply.
func (u unborn) expect(t *testing.T, out acctest.Outcome, kind, name, at string) {
	t.Helper()
	summary := neverWill
	if u.waits {
		summary = notInTime
	}
	subject := fmt.Sprintf("%s %s/%s ", kind, u.place(), name)
	i := slices.IndexFunc(out.Diagnostics, func(d tfjson.Diagnostic) bool { return d.Summary == summary && strings.Contains(d.Detail, subject) })
	if i < 0 {
		t.Errorf("%s, but there is no warning %q of %s: %s", u.reason, summary, subject, out.Log)
		return
	}
	expectSays(t, u.reason, out.Diagnostics[i].Detail, "Probable cause: "+u.cause, "To change: "+regexp.QuoteMeta(strings.ReplaceAll(u.change, "%s", at)))
}

// TestAccPodsNeverCome has Kthena, which is silent about pods that the API server refuses: the wait ends with what a dry run
// of such a pod is told.
func TestAccPodsNeverCome(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaReal)
	c.EnsureNamespace(t, "never-come")
	put(t, c, acctest.Object{Resource: quotaType, Namespace: "never-come", Name: "none"}, "v1", "ResourceQuota",
		map[string]any{"spec": map[string]any{"hard": map[string]any{"pods": "0"}}})
	cases := map[string]unborn{
		"never-class": {
			reason: "a RuntimeClass does not exist", pod: `runtime_class_name = "absent"`,
			cause:  `ModelServing/never-class cannot make its pods, RuntimeClass absent does not exist: pods "never-class" is forbidden: pod rejected: RuntimeClass "absent" not found`,
			change: "create it, or correct `%s.runtime_class_name`",
		},
		"never-account": {
			reason: "a service account does not exist", pod: `service_account_name = "absent"`,
			cause:  `ModelServing/never-account cannot make its pods, ServiceAccount absent does not exist: pods "never-account" is forbidden: error looking up service account default/absent`,
			change: "create it, or correct `%s.service_account_name`",
		},
		"never-valid": {
			reason: "the API server finds the pod invalid, which the CustomResourceDefinition does not", pod: `hostname = "not_valid"`,
			cause:  `ModelServing/never-valid cannot make what it needs, which is not valid: Pod "never-valid" is invalid: spec.hostname: Invalid value`,
			change: "correct what the message says in `%s.hostname`",
		},
		"never-quota": {
			reason: "the namespace has no room", namespace: "never-come",
			cause:  `ModelServing/never-quota cannot make its pods, the quota of the namespace does not allow it: pods "never-quota" is forbidden: exceeded quota: none`,
			change: "lower what the pods ask for in `spec.replicas`, or raise the quota",
		},
		"never-scheduled": {
			reason: "the pods are left to Volcano unless something else is said, and the cluster does not have it",
			cause:  `no scheduler has looked at Pod/never-scheduled-0-decode-0-0, which is left to the scheduler volcano; the cluster does not have it`,
			change: "install the scheduler, or name another in `spec.scheduler_name`",
		},
	}
	config := c.Provider("")
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		u, scheduler := cases[name], `scheduler_name = "default-scheduler"`
		if name == "never-scheduled" {
			scheduler = ""
		}
		config += fmt.Sprintf(`
resource "inference_model_serving" %[1]q {
  metadata = { name = %[1]q, namespace = %[2]q }
  spec = {
    replicas = 1
    %[5]s
    template = { roles = [{
      name           = "decode", worker_replicas = 0
      entry_template = { spec = merge({ containers = [{ name = "engine", image = "example.org/server" }] }, { %[3]s }) }
    }] }
  }
  %[4]s
}
`, name, u.place(), u.pod, patient, scheduler)
	}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, config)
	out := tf.MustApply(t)
	for name, u := range cases {
		u.expect(t, out, "ModelServing", name, "spec.template.roles[0].entry_template.spec")
		expectKept(t, tf, "inference_model_serving."+name, false)
	}
}

// TestAccPodsNeverComeWithoutPermission has an identity that may not create pods, not even as a dry run: it says so,
// and waits as it would have. With the role for it nothing is left to say.
func TestAccPodsNeverComeWithoutPermission(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, silentOperator)
	const user = "no-dry-run"
	put(t, c, acctest.Object{Resource: clusterRoleType, Name: user}, "rbac.authorization.k8s.io/v1", "ClusterRole", map[string]any{"rules": []any{
		map[string]any{"apiGroups": []any{"workload.serving.volcano.sh"}, "resources": []any{"modelservings"}, "verbs": []any{"*"}},
		map[string]any{"apiGroups": []any{"apiextensions.k8s.io"}, "resources": []any{"customresourcedefinitions"}, "verbs": []any{"get"}},
	}})
	for _, file := range []string{"diagnosis.yaml", "diagnosis-dry-run.yaml"} {
		for _, object := range manifestsOf(t, "rbac/"+file) {
			applyRBAC(t, c, object)
		}
	}
	bind(t, c, user, user, "")
	bind(t, c, "inference-diagnosis", user, "")
	untilMay(t, c, user, "default", "patch", "workload.serving.volcano.sh", "modelservings")
	untilMay(t, c, user, "default", "watch", "", "pods")
	tf := acctest.NewTerraform(t)
	config := c.Provider(fmt.Sprintf("  impersonate = { user = %q }", user)) + fmt.Sprintf(`
resource "inference_model_serving" "it" {
  metadata = { name = %q, namespace = "default" }
  spec = {
    replicas       = 1
    scheduler_name = "default-scheduler"
    template = { roles = [{
      name           = "decode", worker_replicas = 0
      entry_template = { spec = { containers = [{ name = "engine", image = "example.org/server" }] } }
    }] }
  }
  timeouts = { create = "20s", update = "20s" }
}
`, user)
	tf.Configure(t, config)
	warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, notInTime)
	expectSays(t, "nobody may try a pod", warned.Detail,
		`pods: the identity of the provider block may not create them; grant it create on pods of the API group ""; a pod that does not come is tried as a dry run, which makes none`)
	if strings.Contains(warned.Detail, "Probable cause") {
		t.Errorf("a pod that could not be tried is no cause: %s", warned.Detail)
	}
	expectKept(t, tf, "inference_model_serving.it", false)

	bind(t, c, "inference-diagnosis-dry-run", user, "default")
	untilMay(t, c, user, "default", "create", "", "pods")
	tf.Configure(t, config+"\n# again\n")
	warned = tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, notInTime)
	if strings.Contains(warned.Detail, "Not seen") {
		t.Errorf("with both roles, something is not seen: %s", warned.Detail)
	}
}

// TestAccPodsLack has pods in direct mode that lack what they refer to.
func TestAccPodsLack(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	put(t, c, acctest.Object{Resource: claimType, Namespace: "default", Name: "unbound"}, "v1", "PersistentVolumeClaim", map[string]any{"spec": map[string]any{
		"accessModes": []any{"ReadWriteOnce"}, "storageClassName": "", "resources": map[string]any{"requests": map[string]any{"storage": "1Pi"}},
	}})
	volume := func(claim string) string {
		return fmt.Sprintf(`volumes = [{ name = "weights", persistent_volume_claim = { claim_name = %q } }]`, claim)
	}
	cases := map[string]unborn{
		"lack-account": {
			reason: "a service account does not exist", pod: `service_account_name = "absent"`,
			cause:  `StatefulSet/lack-account cannot make its pods, ServiceAccount absent does not exist: `,
			change: "create it, or correct `%s.service_account_name`",
		},
		"lack-class": {
			reason: "a RuntimeClass does not exist", pod: `runtime_class_name = "absent"`,
			cause:  `StatefulSet/lack-class cannot make its pods, RuntimeClass absent does not exist: `,
			change: "create it, or correct `%s.runtime_class_name`",
		},
		"lack-priority": {
			reason: "a PriorityClass does not exist", pod: `priority_class_name = "absent"`,
			cause:  `StatefulSet/lack-priority cannot make its pods, PriorityClass absent does not exist: `,
			change: "create it, or correct `%s.priority_class_name`",
		},
		"lack-claim": {
			reason: "a claim does not exist", pod: volume("absent"),
			cause:  `PersistentVolumeClaim absent does not exist, which Pod/lack-claim-0 uses`,
			change: "create it, or correct `%s.volumes[0].persistent_volume_claim.claim_name`",
		},
		"lack-volume": {
			reason: "a claim has no volume, which may still come", pod: volume("unbound"), waits: true,
			cause:  `PersistentVolumeClaim unbound has no volume, which Pod/lack-volume-0 waits for: no persistent volumes available for this claim and no storage class is set`,
			change: "give the claim a volume, or name another in `%s.volumes[0].persistent_volume_claim.claim_name`",
		},
		"lack-volcano": {
			reason: "the cluster does not have the scheduler", pod: `scheduler_name = "volcano"`,
			cause:  `no scheduler has looked at Pod/lack-volcano-0, which is left to the scheduler volcano; the cluster does not have it`,
			change: "install the scheduler, or name another in `%s.scheduler_name`",
		},
		"lack-scheduler": {
			reason: "nobody has looked at the pod, and whether somebody will is not known", pod: `scheduler_name = "mine"`, waits: true,
			cause:  `no scheduler has looked at Pod/lack-scheduler-0, which is left to the scheduler mine\.`,
			change: "install the scheduler, or name another in `%s.scheduler_name`",
		},
	}
	config := c.Provider(`mode = "direct"`) + `
resource "inference_open_model" "it" {
  metadata = { name = "lack" }
  spec     = { family_name = "qwen3", source = { model_hub = { model_id = "Qwen/Qwen3-8B" } } }
}
`
	for _, name := range slices.Sorted(maps.Keys(cases)) {
		u := cases[name]
		timeouts := patient
		if u.waits {
			timeouts = `timeouts = { create = "40s", delete = "60s" }`
		}
		config += fmt.Sprintf(`
resource "inference_service" %[1]q {
  metadata = { name = %[1]q, namespace = "default" }
  spec = {
    model_claims = { models = [{ name = inference_open_model.it.metadata.name }] }
    workload_template = {
      worker_template = { spec = merge({ containers = [{ name = "model-runner", image = "example.org/server", ports = [{ container_port = 8080 }] }] }, { %[2]s }) }
    }
  }
  references = [inference_open_model.it.manifest]
  direct      = { workload = "LeaderWorkerSet" }
  %[3]s
}
`, name, u.pod, timeouts)
	}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, config)
	out := tf.MustApply(t)
	for name, u := range cases {
		u.expect(t, out, "Service", name, "spec.workload_template.worker_template.spec")
		expectKept(t, tf, "inference_service."+name, false)
	}
}
