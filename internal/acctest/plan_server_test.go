//go:build unix

package acctest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tfjson "github.com/hashicorp/terraform-json"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

const byServer = `plan_validation = "server"`

// saying is a diagnostic that is expected, and what its detail has in that order.
type saying struct {
	severity tfjson.DiagnosticSeverity
	summary  string
	details  []string
}

const (
	failure = tfjson.DiagnosticSeverityError
	warning = tfjson.DiagnosticSeverityWarning
)

// expectSayings checks all diagnostics of a command, in any order.
func expectSayings(t *testing.T, out acctest.Outcome, want ...saying) {
	t.Helper()
	left := slices.Clone(out.Diagnostics)
	for _, w := range want {
		i := slices.IndexFunc(left, func(d tfjson.Diagnostic) bool {
			return d.Severity == w.severity && d.Summary == w.summary && says(w.details...).MatchString(d.Detail)
		})
		if i < 0 {
			t.Errorf("nothing says %s %q with %q", w.severity, w.summary, w.details)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	for _, d := range left {
		t.Errorf("unexpected %s %q: %s", d.Severity, d.Summary, d.Detail)
	}
	if failed := slices.ContainsFunc(want, func(w saying) bool { return w.severity == failure }); failed == out.OK || t.Failed() {
		t.Errorf("ended well: %t: %s", out.OK, out.Log)
	}
}

// install creates objects of the test's own, given as YAML documents, and removes them at its end.
func install(t *testing.T, c *acctest.Cluster, documents string) {
	t.Helper()
	plurals := map[string]string{
		"ValidatingAdmissionPolicy": "validatingadmissionpolicies", "ValidatingAdmissionPolicyBinding": "validatingadmissionpolicybindings",
		"MutatingAdmissionPolicy": "mutatingadmissionpolicies", "MutatingAdmissionPolicyBinding": "mutatingadmissionpolicybindings",
		"ResourceQuota": "resourcequotas", "LimitRange": "limitranges", "Node": "nodes", "Secret": "secrets", "Pod": "pods", "PriorityClass": "priorityclasses",
		"ClusterRole": "clusterroles", "ClusterRoleBinding": "clusterrolebindings",
	}
	for document := range strings.SplitSeq(documents, "\n---\n") {
		obj := map[string]any{}
		if err := yaml.Unmarshal([]byte(document), &obj); err != nil {
			t.Fatal(err)
		}
		group, version, grouped := strings.Cut(obj["apiVersion"].(string), "/")
		if !grouped {
			group, version = "", group
		}
		metadata := obj["metadata"].(map[string]any)
		namespace, _ := metadata["namespace"].(string)
		object := acctest.Object{
			Resource:  schema.GroupVersionResource{Group: group, Version: version, Resource: plurals[obj["kind"].(string)]},
			Namespace: namespace, Name: metadata["name"].(string),
		}
		c.Create(t, object, "acctest", obj)
		t.Cleanup(func() { c.Delete(t, object) })
	}
}

// policy is an admission policy about the playgrounds of one name, with its binding.
func policy(kind, name, rules, binding string) string {
	return fmt.Sprintf(`apiVersion: admissionregistration.k8s.io/v1
kind: %[1]s
metadata: {name: %[2]s}
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
    - {apiGroups: [inference.llmaz.io], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: [playgrounds]}
  matchConditions:
  - {name: one, expression: "object.metadata.name == '%[2]s'"}
%[3]s
---
apiVersion: admissionregistration.k8s.io/v1
kind: %[1]sBinding
metadata: {name: %[2]s}
spec: {policyName: %[2]s%[4]s}`, kind, name, rules, binding)
}

// untilPolicy waits until the API server has loaded a policy: a dry run of the edit then has the effect.
func untilPolicy(t *testing.T, c *acctest.Cluster, tf *acctest.Terraform, loaded func(acctest.Outcome) bool) acctest.Outcome {
	t.Helper()
	var out acctest.Outcome
	for range 20 {
		if out = tf.TryPlan(t); loaded(out) {
			return out
		}
	}
	t.Fatalf("the policy is not at work: %s", out.Log)
	return out
}

// planned is a playground in operator mode with those lines of spec.
func planned(c *acctest.Cluster, block, name, namespace, spec string) string {
	return c.Provider(byServer+"\n"+block) + fmt.Sprintf(`
resource "inference_playground" "it" {
  metadata = { name = %q, namespace = %q }
  spec = {
    model_claim = { model_name = "llama3" }
    %s
  }
  wait = { until = "accepted" }
}
`, name, namespace, spec)
}

func anything(o acctest.Outcome) bool { return len(o.Diagnostics) > 0 }

// TestAccPlanServer asks the API server about plans in operator mode.
func TestAccPlanServer(t *testing.T) {
	c := acctest.Start(t, newest)
	t.Run("a policy refuses a field", func(t *testing.T) {
		const name = "server-denied"
		install(t, c, policy("ValidatingAdmissionPolicy", name, `  validations:
  - {expression: "object.spec.replicas <= 4", message: "spec.replicas must be 4 or less in this cluster"}`, ", validationActions: [Deny]"))
		tf := acctest.NewTerraform(t)
		tf.Configure(t, planned(c, "", name, "default", "replicas = 5"))
		refused := saying{failure, "Value rejected by the cluster", []string{
			"spec.replicas of Playground default/server-denied was refused", "spec.replicas must be 4 or less in this cluster", "Change the value, or the policy that refuses it.",
		}}
		expectSayings(t, untilPolicy(t, c, tf, anything), refused)

		tf.Configure(t, planned(c, "", name, "default", "replicas = 1"))
		expectSayings(t, tf.MustApply(t))
		before := time.Now()
		expectSayings(t, tf.TryPlan(t))
		made := slices.DeleteFunc(c.RequestsSince(t, before), func(r acctest.Request) bool { return r.Resource != "playgrounds" })
		if len(made) != 1 || made[0].Verb != "get" {
			t.Errorf("a plan with nothing to do makes these requests: %v", made)
		}
		tf.Configure(t, planned(c, "", name, "default", "replicas = 6"))
		expectSayings(t, tf.TryPlan(t), refused)
		tf.Configure(t, planned(c, "", name, "default", "replicas = 1")) // for what is left to be destroyed
	})
	t.Run("a policy warns", func(t *testing.T) {
		const name = "server-warned"
		install(t, c, policy("ValidatingAdmissionPolicy", name, `  validations:
  - {expression: "object.spec.replicas <= 4", message: "many replicas"}`, ", validationActions: [Warn]"))
		tf := acctest.NewTerraform(t)
		tf.Configure(t, planned(c, "", name, "default", "replicas = 5"))
		expectSayings(t, untilPolicy(t, c, tf, anything), saying{
			warning, "Cluster warns of the object", []string{"To the dry run of Playground default/server-warned", "many replicas"},
		})
	})
	t.Run("a policy changes the object", func(t *testing.T) {
		const name = "server-changed"
		install(t, c, policy("MutatingAdmissionPolicy", name, `  reinvocationPolicy: Never
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: "Object{metadata: Object.metadata{labels: {'team': 'ml'}}, spec: Object.spec{replicas: 2, backendRuntimeConfig: Object.spec.backendRuntimeConfig{version: 'v9'}}}"`, ""))
		tf := acctest.NewTerraform(t)
		tf.Configure(t, planned(c, "", name, "default", "replicas = 1"))
		expectSayings(t, untilPolicy(t, c, tf, anything), saying{warning, "Admission changes the object", []string{
			"Admission will modify Playground default/server-changed before it is stored:",
			"spec.replicas: 1 becomes 2", `spec.backend_runtime_config: {"version":"v9"} is added`, `metadata.labels["team"]: "ml" is added`,
		}})
	})
	t.Run("a rule about an object in the cluster", func(t *testing.T) {
		model := llmaz("openmodels", "", "server-referred")
		live := liveModel(model.Name, nil, map[string]any{"modelID": "Qwen/Qwen2-7B"})
		live["spec"].(map[string]any)["familyName"] = "qwen2"
		live["spec"].(map[string]any)["inferenceConfig"] = map[string]any{"flavors": []any{map[string]any{"name": "a10"}, map[string]any{"name": "t4"}}}
		c.Create(t, model, "kubectl-create", live)
		t.Cleanup(func() { c.Delete(t, model) })
		tf := acctest.NewTerraform(t)
		config := planned(c, "", "server-referring", "default", `model_claim = { model_name = "server-referred", inference_flavors = ["t4", "b200"] }`)
		config = strings.Replace(config, `model_claim = { model_name = "llama3" }`, "", 1)
		tf.Configure(t, config)
		expectSayings(t, tf.TryPlan(t), saying{failure, "Reference not found", []string{
			"spec.model_claim.inference_flavors[1] of Playground default/server-referring", `"b200"`, "a10, t4", "(PG-C5). Read from the cluster, and not from `references`: OpenModel server-referred.",
		}})
		tf.Configure(t, strings.Replace(config, `"b200"`, `"a10"`, 1))
		expectSayings(t, tf.TryPlan(t))
	})
	t.Run("the cluster cannot be asked", func(t *testing.T) { testNotChecked(t, c) })
	t.Run("somebody else made the object", func(t *testing.T) {
		object := llmaz("openmodels", "", "server-foreign")
		live := liveModel(object.Name, nil, map[string]any{"modelID": "someone/else"})
		live["spec"].(map[string]any)["familyName"] = "other"
		c.Create(t, object, "kubectl-create", live)
		t.Cleanup(func() { c.Delete(t, object) })
		tf := acctest.NewTerraform(t)
		tf.Configure(t, strings.Replace(modelOf(c, object.Name, "", hubOfMeta, ""), "config_path", byServer+"\nconfig_path", 1))
		expectSayings(t, tf.TryPlan(t), saying{failure, "Object exists already", []string{"OpenModel server-foreign", `"kubectl-create"`}})
	})
}

// testNotChecked shows that a plan passes, and says so, when nobody can be asked.
func testNotChecked(t *testing.T, c *acctest.Cluster) {
	allow(t, c, "server-reader", llmaz("playgrounds", "", "").Resource, "get")
	allow(t, c, "server-applier", llmaz("playgrounds", "", "").Resource, "get", "create", "patch")
	const pin = "api_releases = { llmaz = \"v0.1.4\" }\n"
	cases := map[string]struct {
		reason, block, namespace string
		details                  []string
	}{
		"namespace": {"it may be made by the same apply", "", "not-made-yet", []string{`Playground not-made-yet/server-unasked: its namespace "not-made-yet" does not exist yet`}},
		"read-only": {
			"a plan may be made by somebody who may not apply", pin + `impersonate = { user = "server-reader" }`, "default",
			[]string{"Playground default/server-unasked: the permissions do not allow it", `User "server-reader" cannot patch resource "playgrounds"`},
		},
		"unreachable": {"the cluster may come back", pin + `host = "https://127.0.0.1:1"`, "default", []string{"Playground default/server-unasked", "connection refused"}},
	}
	t.Run("permissions of an apply", func(t *testing.T) {
		tf := acctest.NewTerraform(t)
		tf.Configure(t, planned(c, pin+`impersonate = { user = "server-applier" }`, "server-unasked", "default", "replicas = 1"))
		expectSayings(t, tf.TryPlan(t), saying{warning, "Cluster did not check the plan", []string{
			"the rules about OpenModel llama3: the permissions do not allow it", `User "server-applier" cannot get resource "openmodels"`,
		}})
	})
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			tf := acctest.NewTerraform(t)
			tf.Configure(t, planned(c, tc.block, "server-unasked", tc.namespace, "replicas = 1"))
			expectSayings(t, tf.TryPlan(t), saying{warning, "Cluster did not check the plan", append(tc.details, "The apply will show what the cluster says.")})
		})
	}
}

// aging is a cluster whose definitions a test makes older.
var aging = acctest.Options{CRDs: "shared:crds/llmaz/v0.1.4"}

// TestAccPlanSkew shows what a plan says of fields that the installed definition does not take.
func TestAccPlanSkew(t *testing.T) {
	c := acctest.Start(t, aging)
	crd := acctest.Object{Resource: schema.GroupVersionResource{Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"}, Name: "playgrounds.inference.llmaz.io"}
	versions := c.Get(t, crd).Object["spec"].(map[string]any)["versions"].([]any)
	properties := at(versions[0], "schema", "openAPIV3Schema", "properties", "spec", "properties").(map[string]any)
	delete(properties["backendRuntimeConfig"].(map[string]any)["properties"].(map[string]any), "envs")
	properties["replicas"].(map[string]any)["maximum"] = int64(4)
	raw, err := yaml.Marshal(map[string]any{"spec": map[string]any{"versions": versions}})
	if err != nil {
		t.Fatal(err)
	}
	patch, err := yaml.YAMLToJSON(raw)
	if err != nil {
		t.Fatal(err)
	}
	c.Edit(t, crd, "acctest", string(patch))
	const spec = `replicas = 5
    backend_runtime_config = { envs = [{ name = "A", value = "1" }] }`
	unknown := saying{failure, "Installed definition differs", []string{
		"spec.backend_runtime_config.envs of Playground", "playgrounds.inference.llmaz.io, version v1alpha1", "has no such field", "Install the definitions of the release that has the field",
	}}
	above := saying{failure, "Installed definition differs", []string{"spec.replicas of Playground", "4"}}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, planned(c, "", "skewed", "default", spec))
	expectSayings(t, untilPolicy(t, c, tf, func(o acctest.Outcome) bool { return len(o.Diagnostics) > 1 }), unknown, above)

	// Whoever may not apply is told what the definition says.
	everything := schema.GroupVersionResource{Group: "*", Resource: "*"}
	allow(t, c, "skew-reader", everything, "get")
	unknown.severity, above.severity = warning, warning
	tf.Configure(t, planned(c, `impersonate = { user = "skew-reader" }`, "skewed", "default", spec))
	expectSayings(t, tf.TryPlan(t), unknown, above, saying{warning, "Cluster did not check the plan", []string{"the permissions do not allow it"}})
}

// at follows names through maps.
func at(tree any, names ...string) any {
	for _, name := range names {
		tree = tree.(map[string]any)[name]
	}
	return tree
}

// TestAccPlanServerDirect asks the API server about the objects of direct mode.
func TestAccPlanServerDirect(t *testing.T) {
	c := acctest.Start(t, withoutOperator)
	const checked = byServer + "\n  capacity_check = \"error\""
	c.EnsureNamespace(t, "metered")
	t.Run("nothing to say", func(t *testing.T) {
		tf := acctest.NewTerraform(t)
		config := func(replicas int) string {
			return preflighted(c, checked, "default", "server-direct", replicas, "", `resources = { limits = { "nvidia.com/gpu" = 1 } }`)
		}
		tf.Configure(t, config(1))
		expectSayings(t, tf.TryPlan(t))
		expectSayings(t, tf.MustApply(t))
		expectSayings(t, tf.TryPlan(t))
		tf.Configure(t, config(2))
		expectSayings(t, tf.TryPlan(t))
		expectSayings(t, tf.MustApply(t))
	})
	t.Run("quota", func(t *testing.T) {
		install(t, c, `apiVersion: v1
kind: ResourceQuota
metadata: {name: workloads, namespace: metered}
spec: {hard: {count/deployments.apps: "0"}}`)
		quota := acctest.Object{Resource: schema.GroupVersionResource{Version: "v1", Resource: "resourcequotas"}, Namespace: "metered", Name: "workloads"}
		untilCounted(t, c, quota)
		tf := acctest.NewTerraform(t)
		tf.Configure(t, preflighted(c, byServer, "metered", "server-metered", 1, "", ""))
		expectSayings(t, tf.TryPlan(t), saying{failure, "Quota of the namespace is exceeded", []string{"Deployment metered/server-metered-0-server does not fit", "exceeded quota: workloads", "Raise the quota"}})
	})
	t.Run("a policy adds to pods", func(t *testing.T) {
		install(t, c, `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: server-added}
spec:
  failurePolicy: Fail
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: [deployments]}
  matchConditions:
  - {name: one, expression: "object.metadata.name.startsWith('server-added')"}
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: "Object{metadata: Object.metadata{labels: {'team': 'ml'}}}"
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: server-added}
spec: {policyName: server-added}`)
		tf := acctest.NewTerraform(t)
		tf.Configure(t, preflighted(c, byServer, "default", "server-added", 1, "", ""))
		expectSayings(t, untilPolicy(t, c, tf, anything), saying{warning, "Admission changes the object", []string{
			"ModelServing default/server-added", `Deployment/server-added-0-server: metadata.labels[team]: "ml" is added`,
		}})
	})
}

// untilCounted waits until the quota controller has counted what a quota bounds.
func untilCounted(t *testing.T, c *acctest.Cluster, quota acctest.Object) {
	t.Helper()
	err := wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
		return c.Field(t, quota, "status", "hard") != nil, nil
	})
	if err != nil {
		t.Fatalf("quota %s is not counted: %v", quota.Name, err)
	}
}

// TestAccPlanServerWebhook shows that what the webhooks of an operator spell their own way is no change, nor what they
// add to every object.
func TestAccPlanServerWebhook(t *testing.T) {
	c := acctest.Start(t, mutating)
	for _, typeName := range []string{"inference_open_model", "inference_playground", "inference_backend_runtime"} {
		namespace := ""
		if spellings[typeName].namespace != "" {
			namespace = `, namespace = "default"`
		}
		tf := acctest.NewTerraform(t)
		tf.Configure(t, c.Provider(byServer)+fmt.Sprintf("resource %q \"it\" {\n  metadata = { name = \"server-spelled\"%s }\n  spec = %s\n}\n", typeName, namespace, spellings[typeName].create))
		out := tf.TryPlan(t)
		out.Diagnostics = slices.DeleteFunc(out.Diagnostics, func(d tfjson.Diagnostic) bool {
			return strings.HasPrefix(d.Summary, "Value without its expected effect")
		})
		expectSayings(t, out)
	}
}
