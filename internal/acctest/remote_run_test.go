//go:build unix

package acctest_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// documented returns the one configuration of a guide that has a text.
func documented(t *testing.T, guide, text string) string {
	t.Helper()
	var found []string
	for where, config := range documentedConfigs(t) {
		if strings.HasPrefix(where, "docs/guides/"+guide+".md,") && strings.Contains(config, text) {
			found = append(found, config)
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d configurations of the guide %s have %q, want one", len(found), guide, text)
	}
	return found[0]
}

// issueToken returns a token of a service account, as an issuer of OIDC tokens gives one to a run.
func issueToken(t *testing.T, c *acctest.Cluster, namespace, name string) string {
	t.Helper()
	request := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "metadata": map[string]any{"name": name}, "spec": map[string]any{"expirationSeconds": int64(3600)},
	}}
	issued, err := c.Objects.Resource(accountType).Namespace(namespace).Create(t.Context(), request, metav1.CreateOptions{}, "token")
	if err != nil {
		t.Fatal(err)
	}
	token, _, err := unstructured.NestedString(issued.Object, "status", "token")
	if err != nil || token == "" {
		t.Fatal("the cluster issues no token: ", err)
	}
	return token
}

// TestAccRemoteRun runs the configurations that the guide has for HCP Terraform as it does: no kubeconfig, nothing but variables and a
// token, a plan that one machine makes and another applies with a token of its own, and a token in a file for an alias.
func TestAccRemoteRun(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	c.EnsureNamespace(t, "llm")
	c.EnsureNamespace(t, "runs")
	account := acctest.Object{Resource: accountType, Namespace: "runs", Name: "run"}
	c.Create(t, account, "acctest", map[string]any{"apiVersion": "v1", "kind": "ServiceAccount", "metadata": map[string]any{"name": account.Name, "namespace": account.Namespace}})
	const user = "system:serviceaccount:runs:run"
	for _, file := range []string{"apply-cluster", "apply-operator"} {
		for _, object := range manifestsOf(t, "rbac/"+file+".yaml") {
			applyRBAC(t, c, object)
			namespace := "llm"
			if file == "apply-cluster" {
				namespace = ""
			}
			bind(t, c, object.GetName(), user, namespace)
		}
	}
	untilMay(t, c, user, "llm", "patch", "inference.llmaz.io", "playgrounds")
	connection, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	cluster := fmt.Sprintf("{ host = %q, ca = %q }", connection.Host, base64.StdEncoding.EncodeToString(connection.CAData))

	t.Run("two-machines", func(t *testing.T) {
		config := requiredProvider + documented(t, "authentication", "variable \"cluster\" {\n  type = object({ host = string, ca = string })") + `
resource "inference_open_model" "it" {
  metadata = { name = "remote-run" }
  spec     = { family_name = "qwen2", source = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } } }
}
`
		planning, applying := acctest.NewMachine(t), acctest.NewMachine(t)
		first, second := issueToken(t, c, "runs", "run"), issueToken(t, c, "runs", "run")
		ofFirst, ofSecond := []string{"KUBE_TOKEN=" + first}, []string{"KUBE_TOKEN=" + second}
		planning.Put(t, "main.tf", config)
		planning.Put(t, varsFile, "cluster = "+cluster)
		planning.MustRun(t, ofFirst, "init")
		planning.MustRun(t, ofFirst, "plan", "-out=tfplan")

		applying.Bring(t, planning, "main.tf", varsFile, lockFile, "tfplan")
		applying.MustRun(t, ofSecond, "init", "-lockfile=readonly")
		if plan := applying.MustRun(t, ofSecond, "show", "-json", "tfplan"); strings.Contains(plan, first) || !strings.Contains(plan, "remote-run") {
			t.Errorf("the plan has the token, or not the model: %s", plan)
		}
		applying.MustRun(t, ofSecond, "apply", "tfplan")
		applying.MustRun(t, ofSecond, "plan", "-detailed-exitcode") // which fails when there is something to do
		applying.MustRun(t, ofSecond, "apply", "-destroy", "-auto-approve")
	})
	t.Run("alias", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "token")
		if err := os.WriteFile(file, []byte(issueToken(t, c, "runs", "run")), 0o600); err != nil {
			t.Fatal(err)
		}
		tf := acctest.NewManaged(t)
		tf.AddRoot(t, map[string]string{"main.tf": requiredProvider + documented(t, "authentication", "variable \"tfc_kubernetes_dynamic_credentials\"")})
		tf.SetVariables(t, fmt.Sprintf("clusters = { east = %s }\ntfc_kubernetes_dynamic_credentials = { default = { token_path = \"/none\" }, aliases = { EAST = { token_path = %q } } }", cluster, file))
		tf.MustApply(t)
		expectNothingToDo(t, tf)
	})
}
