//go:build unix

package acctest_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tfjson "github.com/hashicorp/terraform-json"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// canary is a token that nobody else has.
const canary = "hf_canary_5b0e7f2c91"

// expectNoCanary fails where a text has the token, as it is or as Secrets and hashes spell it.
func expectNoCanary(t *testing.T, when string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		for _, spelling := range []string{canary, base64.StdEncoding.EncodeToString([]byte(canary)), hex.EncodeToString([]byte(canary))} {
			if i := strings.Index(text, spelling); i >= 0 {
				t.Errorf("%s, %s tells the token: ...%s...", when, name, text[max(0, i-200):min(len(text), i+200)])
			}
		}
	}
}

// canaryConfig is a playground with the token in an ephemeral variable, as people give it.
func canaryConfig(c *acctest.Cluster, mode string) string {
	it := gated{name: "canary-" + mode, namespace: "canary-" + mode, mode: mode, credentials: "hugging_face = { token = var.token }"}
	return it.config(c) + `
variable "token" {
  type      = string
  ephemeral = true
  sensitive = true
}

output "told" {
  value = jsonencode([inference_playground.it.rendered, inference_playground.it.manifest, inference_playground.it.drift, inference_playground.it.secrets])
}
`
}

// TestAccCredentialsCanary looks for a token in everything that Terraform and the provider
// print, log at their most talkative and keep, from the first plan to the destruction.
func TestAccCredentialsCanary(t *testing.T) {
	c := acctest.Start(t, newest)
	for _, mode := range []string{"operator", "direct"} {
		t.Run(mode, func(t *testing.T) {
			namespace := "canary-" + mode
			c.EnsureNamespace(t, namespace)
			tf := acctest.NewManaged(t)
			tf.Trace()
			tf.Configure(t, canaryConfig(c, mode))
			tf.SetVariables(t, fmt.Sprintf("token = %q", canary))
			run := func(when string, command func(*testing.T) acctest.Outcome) {
				t.Helper()
				out := command(t)
				if !out.OK {
					t.Fatalf("%s: %s", when, out.Log)
				}
				left := tf.Left(t)
				left["the output"] = out.Log
				if !strings.Contains(left["log"], "[TRACE]") {
					t.Errorf("%s, nothing is traced", when)
				}
				expectNoCanary(t, when, left)
				expectNoCanary(t, when, map[string]string{"the shown state": tf.Shown(t)})
			}
			run("planning a creation", tf.SavedPlan)
			expectNoCanary(t, "planning a creation", map[string]string{"the shown plan": tf.Shown(t, "plan")})
			run("applying", tf.Apply)
			c.Edit(t, hubSecret(namespace), "kubectl-edit", `{"stringData":{"HF_TOKEN":"hf_stolen"}}`)
			run("planning a repair", tf.SavedPlan)
			expectNoCanary(t, "planning a repair", map[string]string{"the shown plan": tf.Shown(t, "plan")})
			run("repairing", tf.Apply)
			run("destroying", tf.Destroy)
		})
	}
}

// TestAccCredentialsEchoed has the API server refuse the Secret in words that repeat the token.
func TestAccCredentialsEchoed(t *testing.T) {
	c := acctest.Start(t, newest)
	c.EnsureNamespace(t, "canary-operator")
	refuse(t, c, "canary-operator")
	tf := acctest.NewManaged(t)
	tf.Trace()
	tf.Configure(t, canaryConfig(c, "operator"))
	tf.SetVariables(t, fmt.Sprintf("token = %q", canary))
	out := tf.Apply(t)
	said := out.Find(t, tfjson.DiagnosticSeverityError, "Object rejected by the cluster")
	if !strings.HasPrefix(said.Detail, "Secret canary-operator/modelhub-secret was refused.") || !strings.Contains(said.Detail, "no such token here: (sensitive value).") {
		t.Errorf("the refusal is not told: %s", said.Detail)
	}
	left := tf.Left(t)
	left["the output"] = out.Log
	expectNoCanary(t, "refused", left)
}

// refuse makes the API server refuse Secrets of a namespace in words that repeat their token, until the test ends.
func refuse(t *testing.T, c *acctest.Cluster, namespace string) {
	t.Helper()
	admission := func(plural, kind string, spec map[string]any) {
		o := acctest.Object{Resource: schema.GroupVersionResource{Group: "admissionregistration.k8s.io", Version: "v1", Resource: plural}, Name: "echo-" + namespace}
		c.Create(t, o, "acctest", map[string]any{
			"apiVersion": "admissionregistration.k8s.io/v1", "kind": kind, "metadata": map[string]any{"name": o.Name}, "spec": spec,
		})
		t.Cleanup(func() { c.Delete(t, o) })
	}
	admission("validatingadmissionpolicies", "ValidatingAdmissionPolicy", map[string]any{
		"failurePolicy": "Fail",
		"matchConstraints": map[string]any{
			"namespaceSelector": map[string]any{"matchLabels": map[string]any{"kubernetes.io/metadata.name": namespace}},
			"resourceRules":     []any{map[string]any{"apiGroups": []any{""}, "apiVersions": []any{"v1"}, "operations": []any{"CREATE", "UPDATE"}, "resources": []any{"secrets"}}},
		},
		"validations": []any{map[string]any{"expression": "false", "messageExpression": "'no such token here: ' + string(object.data.HF_TOKEN)"}},
	})
	admission("validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", map[string]any{
		"policyName": "echo-" + namespace, "validationActions": []any{"Deny"},
	})
	probe := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "probe"}, "stringData": map[string]any{"HF_TOKEN": "x"},
	}}
	for range 2000 {
		if _, err := c.Objects.Resource(secretType).Namespace(namespace).Create(t.Context(), probe, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}); err != nil {
			return
		}
	}
	t.Fatal("the policy does not come into force")
}

// TestAccCredentialsUnread refreshes and plans as somebody who may read playgrounds and no Secrets:
// that tampering does not show is told, and nothing fails.
func TestAccCredentialsUnread(t *testing.T) {
	c := acctest.Start(t, newest)
	it := gated{name: "unread-token", namespace: "unread-token", mode: "operator"}.with(`hugging_face = { token = "hf_mine" }`)
	c.EnsureNamespace(t, it.namespace)
	allow(t, c, "playground-reader", llmaz("playgrounds", "", "").Resource, "get")
	tf := acctest.NewManaged(t)
	tf.Configure(t, it.config(c))
	tf.MustApply(t)
	tf.Configure(t, strings.Replace(it.config(c), "config_path", "impersonate = { user = \"playground-reader\" }\n  config_path", 1))
	c.Delete(t, hubSecret(it.namespace))
	out := tf.Preview(t)
	said := out.Find(t, tfjson.DiagnosticSeverityWarning, "Secret cannot be read")
	if !strings.Contains(said.Detail, "Secret unread-token/modelhub-secret could not be read") || len(out.Actions) > 0 {
		t.Errorf("planned %v, and said: %s", out.Actions, said.Detail)
	}
	tf.Configure(t, it.config(c))
	if out := tf.Preview(t); out.Actions[playgroundAddress] != "update" {
		t.Errorf("who may read Secrets plans %v, want an update", out.Actions)
	}
}

// TestAccCredentialsOrder makes the Secret before its reader and deletes it after. When the state is lost, neither is
// taken over; the import of the reader brings its Secret along, with the value of then.
func TestAccCredentialsOrder(t *testing.T) {
	c := acctest.Start(t, newest)
	it := gated{name: "ordered-token", namespace: "ordered-token", mode: "operator"}
	c.EnsureNamespace(t, it.namespace)
	before := time.Now()
	tf := acctest.NewManaged(t)
	tf.Configure(t, it.with(`hugging_face = { token = "hf_lost" }`).config(c))
	tf.MustApply(t)
	tf.LoseState(t)
	found := it.with(`hugging_face = { token = "hf_found" }`).config(c)
	tf.Configure(t, found)
	refused(t, tf.Apply(t), "Secret exists already", "the state was lost", `id = "ordered-token/ordered-token"`)
	if err := secretHas(t, c, hubSecret(it.namespace), map[string]string{"HF_TOKEN": "hf_lost"})(nil); err != nil {
		t.Error(err)
	}
	tf.Configure(t, found+"import {\n  to = inference_playground.it\n  id = \"ordered-token/ordered-token\"\n}\n")
	tf.MustApply(t)
	if err := secretHas(t, c, hubSecret(it.namespace), map[string]string{"HF_TOKEN": "hf_found"})(nil); err != nil {
		t.Error(err)
	}
	if out := tf.Destroy(t); !out.OK {
		t.Fatal(out.Log)
	}
	first := func(verb, resource string) int {
		i := slices.IndexFunc(c.RequestsSince(t, before), func(r acctest.Request) bool { return r.Verb == verb && r.Resource == resource && r.Code < 300 })
		if i < 0 {
			t.Errorf("there is no %s of %s", verb, resource)
		}
		return i
	}
	if first("patch", "secrets") > first("patch", "playgrounds") {
		t.Error("the playground is made before the Secret that it reads")
	}
	if first("delete", "secrets") < first("delete", "playgrounds") {
		t.Error("the Secret is deleted before the playground that reads it")
	}
}
