//go:build unix

package acctest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

const rbacGroup = "rbac.authorization.k8s.io"

// manifestsOf reads the objects of a file of examples.
func manifestsOf(t *testing.T, file string) []*unstructured.Unstructured {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(acctest.Root(t), "examples", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	var out []*unstructured.Unstructured
	for part := range strings.SplitSeq(string(raw), "\n---\n") {
		object := &unstructured.Unstructured{}
		if err := yaml.Unmarshal([]byte(part), &object.Object); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		out = append(out, object)
	}
	return out
}

// applyRBAC makes an object until the test ends, as `kubectl create` does.
func applyRBAC(t *testing.T, c *acctest.Cluster, object *unstructured.Unstructured) {
	t.Helper()
	plural, _ := apimeta.UnsafeGuessKindToResource(object.GroupVersionKind())
	o := acctest.Object{Resource: plural, Namespace: object.GetNamespace(), Name: object.GetName()}
	c.Create(t, o, "kubectl-create", object.Object)
	t.Cleanup(func() { c.Delete(t, o) })
}

// bind grants a ClusterRole to an identity: in a namespace, or in the whole cluster when that is empty.
func bind(t *testing.T, c *acctest.Cluster, role, user, namespace string) {
	t.Helper()
	kind, metadata := "ClusterRoleBinding", map[string]any{"name": user + "-" + role}
	if namespace != "" {
		kind, metadata["namespace"] = "RoleBinding", namespace
	}
	applyRBAC(t, c, &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": rbacGroup + "/v1", "kind": kind, "metadata": metadata,
		"roleRef":  map[string]any{"apiGroup": rbacGroup, "kind": "ClusterRole", "name": role},
		"subjects": []any{map[string]any{"apiGroup": rbacGroup, "kind": "User", "name": user}},
	}})
}

// untilMay waits until the API server's authorizer knows that an identity may do something.
func untilMay(t *testing.T, c *acctest.Cluster, user, namespace, verb, group, resource string) {
	t.Helper()
	reviews := c.Objects.Resource(schema.GroupVersionResource{Group: "authorization.k8s.io", Version: "v1", Resource: "subjectaccessreviews"})
	err := wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
		review, err := reviews.Create(ctx, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview",
			"spec": map[string]any{"user": user, "resourceAttributes": map[string]any{"namespace": namespace, "verb": verb, "group": group, "resource": resource}},
		}}, metav1.CreateOptions{})
		if err != nil {
			return false, err
		}
		allowed, _, err := unstructured.NestedBool(review.Object, "status", "allowed")
		return allowed, err
	})
	if err != nil {
		t.Fatalf("%s may not %s %s: %v", user, verb, resource, err)
	}
}

// roleCase is a configuration in one mode with the identities of the manifests.
type roleCase struct {
	mode, planner, applier string
	// refusal and denied are what an apply of the planner ends with, live an object of the configuration, and edit a change of it by hand with its drift.
	refusal, denied string
	live            acctest.Object
	edit, body      string
}

func (r roleCase) config(c *acctest.Cluster, user string, replicas int) string {
	return c.Provider(fmt.Sprintf("  mode = %q\n  impersonate = { user = %q }", r.mode, user)) + fmt.Sprintf(`
resource "inference_open_model" "it" {
  metadata = { name = "permitted-%[1]s" }
  spec = {
    family_name      = "qwen2"
    source           = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } }
    inference_config = { flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "1" } }] }
  }
}

resource "inference_playground" "it" {
  metadata    = { name = "permitted-%[1]s", namespace = "llm" }
  spec        = { replicas = %[2]d, model_claim = { model_name = inference_open_model.it.metadata.name } }
  references = [inference_open_model.it.manifest]
  %[3]s
}
`, r.mode, replicas, r.body)
}

// TestAccRoles takes a model through its life with the roles of examples/rbac, bound as bindings.yaml does: the role
// of plans plans, tells drift and applies nothing, and that of applies creates, updates and destroys without a warning
// about permissions.
func TestAccRoles(t *testing.T) {
	c := acctest.Start(t, ours)
	c.EnsureNamespace(t, "llm")
	for _, file := range []string{"plan.yaml", "apply-cluster.yaml", "apply-operator.yaml", "apply-direct.yaml", "bindings.yaml"} {
		for _, object := range manifestsOf(t, "rbac/"+file) {
			applyRBAC(t, c, object)
		}
	}
	const planner, applier, direct = "system:serviceaccount:ci:inference-plan", "system:serviceaccount:ci:inference-apply", "direct-applier"
	bind(t, c, "inference-apply-cluster", direct, "")
	bind(t, c, "inference-apply-direct", direct, "llm")
	untilMay(t, c, planner, "llm", "get", "inference.llmaz.io", "playgrounds")
	untilMay(t, c, applier, "llm", "patch", "inference.llmaz.io", "playgrounds")
	untilMay(t, c, direct, "llm", "patch", "apps", "deployments")
	for _, r := range []roleCase{
		{
			mode: "operator", planner: planner, applier: applier,
			refusal: "API release not known", denied: `cannot get resource "customresourcedefinitions"`,
			live: llmaz("playgrounds", "llm", "permitted-operator"), edit: `{"spec":{"replicas":4}}`,
		},
		{
			mode: "direct", planner: planner, applier: direct,
			refusal: "Permission denied by the cluster", denied: `cannot patch resource`,
			live: acctest.Object{Resource: deploymentType, Namespace: "llm", Name: "permitted-direct"}, edit: `{"spec":{"paused":true}}`,
			body: `direct = { workload = "Deployment" }`,
		},
	} {
		t.Run(r.mode, func(t *testing.T) { r.run(t, c) })
	}
}

func (r roleCase) run(t *testing.T, c *acctest.Cluster) {
	tf := acctest.NewTerraform(t)
	t.Cleanup(func() { tf.Configure(t, r.config(c, r.applier, 1)) }) // what is left is destroyed with this
	silent := func(what string, out acctest.Outcome) {
		t.Helper()
		expectPermitted(t, what, out)
	}
	tf.Configure(t, r.config(c, r.planner, 1))
	silent("a plan of a creation", tf.TryPlan(t))
	if refused := tf.Apply(t); refused.OK || !strings.Contains(refused.Find(t, "error", r.refusal).Detail, r.denied) {
		t.Errorf("the role of plans applies: %s", refused.Log)
	}
	tf.Configure(t, r.config(c, r.applier, 1))
	silent("a creation", tf.Apply(t))
	tf.Configure(t, r.config(c, r.planner, 1))
	unchanged := tf.TryPlan(t)
	silent("a plan of what exists", unchanged)
	if len(unchanged.Actions) > 0 {
		t.Errorf("a plan of what exists has %v", unchanged.Actions)
	}
	c.Edit(t, r.live, "kubectl-edit", r.edit)
	edited := tf.TryPlan(t)
	silent("a plan of drift", edited)
	if !strings.Contains(edited.Log, "kubectl-edit") {
		t.Errorf("a plan does not tell the edit: %s", edited.Log)
	}
	tf.Configure(t, r.config(c, r.applier, 2))
	silent("an update", tf.Apply(t))
	silent("a destruction", tf.Destroy(t))
}

// expectPermitted finds no word about permissions in what went well.
func expectPermitted(t *testing.T, what string, out acctest.Outcome) {
	t.Helper()
	if !out.OK {
		t.Fatalf("%s: %s", what, out.Log)
	}
	for _, d := range out.Diagnostics {
		if strings.Contains(d.Summary+d.Detail, "ermission") || strings.Contains(d.Detail, "forbidden") || strings.Contains(d.Detail, "may not") {
			t.Errorf("%s: %s: %s", what, d.Summary, d.Detail)
		}
	}
}

// TestAccRoleOfPickers makes and destroys a pool with its endpoint picker, which is given a Role that elects a leader.
func TestAccRoleOfPickers(t *testing.T) {
	c := acctest.Start(t, withoutOperator)
	c.EnsureNamespace(t, "llm")
	const user = "picker-applier"
	for _, role := range []string{"apply-cluster", "apply-direct", "apply-direct-picker"} {
		for _, object := range manifestsOf(t, "rbac/"+role+".yaml") {
			applyRBAC(t, c, object)
		}
	}
	bind(t, c, "inference-apply-cluster", user, "")
	bind(t, c, "inference-apply-direct", user, "llm")
	bind(t, c, "inference-apply-direct-picker", user, "llm")
	untilMay(t, c, user, "llm", "patch", rbacGroup, "roles")
	tf := acctest.NewTerraform(t)
	tf.Configure(t, c.Provider(fmt.Sprintf("  mode = \"direct\"\n  impersonate = { user = %q }", user))+`
resource "inference_pool" "it" {
  metadata = { name = "permitted", namespace = "llm" }
  spec     = { selector = { match_labels = { app = "qwen" } }, target_ports = [{ number = 8000 }] }
  direct   = { replicas = 2, resources = { requests = { cpu = "100m" } } }
}
`)
	expectPermitted(t, "a creation", tf.Apply(t))
	expectPermitted(t, "a destruction", tf.Destroy(t))
}

// TestAccRoleOfEndpoints makes, changes and destroys an endpoint with a route and a pool, and with devices by dynamic resource
// allocation, by the same roles.
func TestAccRoleOfEndpoints(t *testing.T) {
	c := acctest.Start(t, gateways)
	c.EnsureNamespace(t, "llm")
	const user = "endpoint-applier"
	for _, role := range []string{"apply-cluster", "apply-direct", "apply-direct-picker"} {
		for _, object := range manifestsOf(t, "rbac/"+role+".yaml") {
			applyRBAC(t, c, object)
		}
	}
	bind(t, c, "inference-apply-cluster", user, "")
	for _, role := range []string{"inference-apply-direct", "inference-apply-direct-picker"} {
		bind(t, c, role, user, "llm")
	}
	untilMay(t, c, user, "llm", "patch", rbacGroup, "roles")
	tf := acctest.NewTerraform(t)
	config := func(spec string) string {
		return c.Provider(fmt.Sprintf("  impersonate = { user = %q }", user)) + fmt.Sprintf(`
resource "inference_endpoint" "it" {
  metadata = { name = "permitted", namespace = "llm" }
  spec = {
    model = { repository = "Qwen/Qwen2.5-0.5B-Instruct" }
    route = { gateways = [{ name = "public" }], pool = { resources = { requests = { cpu = "100m" } } } }
    %s
  }
  wait = { until = "ready" }
}
`, spec)
	}
	tf.Configure(t, config("accelerators = { count = 1 }"))
	expectPermitted(t, "a creation", tf.Apply(t))
	tf.Configure(t, config(`accelerators = { count = 1, device_class = "gpu.example.com" }`))
	expectPermitted(t, "a plan of a change", tf.TryPlan(t))
	expectPermitted(t, "a destruction", tf.Destroy(t))
}

// TestAccRolesWithoutVerb takes one verb away from the role of applies: the message says which one, and of what.
func TestAccRolesWithoutVerb(t *testing.T) {
	c := acctest.Start(t, ours)
	config := func(user string) string {
		return c.Provider(fmt.Sprintf("  api_releases = { llmaz = \"v0.1.4\" }\n  impersonate = { user = %q }", user)) + fmt.Sprintf(`
resource "inference_open_model" "it" {
  metadata = { name = %q }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } } }
}
`, user)
	}
	for verb, want := range map[string]struct{ summary, detail string }{
		"create": {"Permission denied by the cluster", `cannot create resource "openmodels"`},
		"patch":  {"Permission denied by the cluster", `cannot patch resource "openmodels"`},
		"get":    {"Permission denied by the cluster", `cannot get resource "openmodels"`},
		"delete": {"Permission denied by the cluster", `cannot delete resource "openmodels"`},
	} {
		t.Run(verb, func(t *testing.T) {
			user := "without-" + verb
			for _, object := range manifestsOf(t, "rbac/apply-cluster.yaml") {
				object.SetName(user)
				rules, _, _ := unstructured.NestedSlice(object.Object, "rules")
				for _, rule := range rules {
					r, _ := rule.(map[string]any)
					verbs, _ := r["verbs"].([]any)
					r["verbs"] = slices.DeleteFunc(verbs, func(v any) bool { return v == verb })
				}
				rules = slices.DeleteFunc(rules, func(rule any) bool { return len(rule.(map[string]any)["verbs"].([]any)) == 0 })
				object.Object["rules"] = rules
				applyRBAC(t, c, object)
			}
			bind(t, c, user, user, "")
			untilMay(t, c, user, "", "list", "llmaz.io", "openmodels")
			tf := acctest.NewTerraform(t)
			t.Cleanup(func() {
				tf.Configure(t, strings.Replace(config(user), fmt.Sprintf("impersonate = { user = %q }", user), "", 1))
			})
			tf.Configure(t, config(user))
			out := tf.Apply(t)
			if out.OK {
				out = tf.Destroy(t)
			}
			if out.OK {
				t.Fatalf("nothing is refused: %s", out.Log)
			}
			refused := out.Find(t, "error", want.summary)
			if !strings.Contains(refused.Detail, want.detail) || !strings.Contains(refused.Detail, "Grant the permission to the identity of the provider block") {
				t.Errorf("want %q in %q", want.detail, refused.Detail)
			}
		})
	}
}
