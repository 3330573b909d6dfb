//go:build firsthour

package firsthour

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The objects of a chart: one that goes over to Terraform, and one that stays.
const (
	model = `apiVersion: llmaz.io/v1alpha1
kind: OpenModel
metadata:
  name: from-{{ .Release.Name }}
  labels: {team: search, app.kubernetes.io/managed-by: {{ .Release.Service }}}
spec:
  familyName: qwen2
  source: {modelHub: {modelID: Qwen/Qwen2.5-0.5B-Instruct}}
`
	remains = `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}-remains", namespace: default}
data: {still: here}
`
)

// TestMigrationFromHelm takes the steps of the guide with the two generations of Helm that are in use: the first patches
// objects, the second applies them on the server.
func TestMigrationFromHelm(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/migration.md")
	s.run(t, "make mirror")
	kubeconfig := s.cluster(t)
	for _, helm := range []string{"helm3", "helm4"} {
		t.Run(helm, func(t *testing.T) {
			guide.dir = s.folder(t, helm)
			guide.exports = "export KUBECONFIG=" + kubeconfig + " TF_CLI_CONFIG_FILE=" + s.clone + "/.build/terraformrc\n"
			chart := filepath.Join(guide.dir, "chart")
			put(t, filepath.Join(chart, "Chart.yaml"), "{apiVersion: v2, name: models, version: 0.1.0}\n")
			put(t, filepath.Join(chart, "templates", "remains.yaml"), remains)
			put(t, filepath.Join(chart, "templates", "model.yaml"), model)
			guide.here(t, helm+" install "+helm+" chart")

			t.Log("1. the annotation")
			keep := strings.Replace(model, "  labels:", "  annotations: {helm.sh/resource-policy: keep}\n  labels:", 1)
			put(t, filepath.Join(chart, "templates", "model.yaml"), keep)
			guide.here(t, helm+" upgrade "+helm+" chart")

			t.Log("2. the configuration")
			tf := filepath.Join(guide.dir, "main.tf")
			put(t, tf, requires+strings.NewReplacer(
				`"inference_playground"`, `"inference_open_model"`, `name      = "chat"`, `name      = "from-`+helm+`"`, `  namespace = "default"`+"\n", "",
			).Replace(guide.block(t, "## Print the configuration", "terraform")))
			guide.here(t, "terraform init\nterraform apply")
			printed := guide.here(t, "terraform output -raw adopt")
			guide.here(t, "rm terraform.tfstate*")

			t.Log("3. the first apply")
			put(t, tf, requires+printed)
			contains(t, "the first apply", guide.here(t, "terraform apply"), "1 imported, 0 added", "0 destroyed")
			contains(t, "a plan after it", guide.here(t, "terraform plan"), "No changes.")

			t.Log("4. out of the chart")
			guide.here(t, "rm chart/templates/model.yaml\n"+helm+" upgrade "+helm+" chart")
			contains(t, "a plan after the upgrade", guide.here(t, "terraform plan"), "No changes.")

			t.Log("5. without Helm's marks")
			marks := regexp.MustCompile(`"(?:meta\.helm\.sh/[a-z-]+|helm\.sh/resource-policy|app\.kubernetes\.io/managed-by)" *= *"[^"]*",?`)
			put(t, tf, requires+marks.ReplaceAllString(printed, ""))
			contains(t, "the last apply", guide.here(t, "terraform apply"), "1 changed, 0 destroyed")
			contains(t, "a plan after it", guide.here(t, "terraform plan"), "No changes.")
			live := guide.here(t, "kubectl get openmodel from-"+helm+" -o jsonpath='{.metadata.labels} {.metadata.annotations}'")
			if strings.TrimSpace(live) != `{"team":"search"}` {
				t.Errorf("left are the labels and annotations %s", live)
			}
			guide.here(t, "terraform destroy\n"+helm+" uninstall "+helm)
		})
	}
}

// TestMigrationToEndpoint puts an endpoint beside a playground, leads a Service from the one to the other, and asks by its name.
func TestMigrationToEndpoint(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/migration.md")
	s.run(t, "make mirror")
	guide.exports = "export TF_CLI_CONFIG_FILE=" + s.clone + "/.build/terraformrc KUBE_CONFIG_PATH=" + s.cluster(t) + " KUBECONFIG=" + s.cluster(t) + "\n"
	guide.dir = s.folder(t, "endpoint")
	tf := filepath.Join(guide.dir, "main.tf")
	both := guide.block(t, "**1. Add the endpoint**", "terraform")
	put(t, tf, requires+both)
	contains(t, "the apply", guide.here(t, "terraform init\nterraform apply"), "3 added")
	for _, step := range []string{"**2. Give clients a name that stays.**", "**3. Lead the requests to the endpoint.**"} {
		put(t, filepath.Join(guide.dir, "service.yaml"), guide.block(t, step, "yaml"))
		guide.here(t, "kubectl apply -f service.yaml")
	}
	_, endpoint, _ := strings.Cut(both, "resource \"inference_endpoint\"")
	put(t, tf, requires+"resource \"inference_endpoint\""+endpoint)
	contains(t, "the last apply", guide.here(t, "terraform apply"), "2 destroyed")
	contains(t, "the answer", guide.follow(t, "kubectl create --raw "), `"object":"chat.completion"`, `"model":"qwen3-8b"`)
	guide.here(t, "kubectl delete -f service.yaml\nterraform destroy")
}

const requires = `terraform {
  required_providers {
    inference = { source = "inferops/inference" }
  }
}

`
