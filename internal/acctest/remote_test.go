//go:build unix

package acctest_test

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/faults"
)

// remote is a run as HCP Terraform does it: nobody's home and kubeconfig, a plan on one
// machine, its apply on another, and all that is known of the cluster in the environment or
// in variables.
type remote struct {
	// block is the configuration of the provider.
	block string
	// variables is the content of a file that is there whenever a plan is made.
	variables string
	// ephemeral variables are no part of a saved plan: they are there when it is applied, too.
	ephemeral bool
	// environment is that of every run.
	environment []string
	// before is done before the plan and before the apply, each time with another token.
	before func(t *testing.T, token string)
	// providers are the addresses of the provider blocks in use; each runs a model of its own.
	providers []string
}

// address is where a cluster is and how to trust it, without credentials.
type address struct{ host, ca string }

func (a address) lines() string {
	return fmt.Sprintf("host = %q\n  cluster_ca_certificate = base64decode(%q)\n", a.host, base64.StdEncoding.EncodeToString([]byte(a.ca)))
}

// TestAccRemoteRuns plans, applies, plans again and destroys, every time on a machine of its own.
func TestAccRemoteRuns(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	proxy := faults.New(t, c.Kubeconfig)
	at := address{proxy.URL, proxy.CA}
	files := t.TempDir()
	// One file for each cluster, which every machine has under the same path, with the token of the moment.
	tokens := map[string]string{"default": filepath.Join(files, "default"), "EU": filepath.Join(files, "eu")}
	rotate := func(t *testing.T, token string) {
		for _, file := range tokens {
			if err := os.WriteFile(file, []byte(token+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	const dynamic = `
variable "tfc_kubernetes_dynamic_credentials" {
  type = object({
    default = object({ token_path = string })
    aliases = map(object({ token_path = string }))
  })
}
`
	cases := map[string]remote{
		"environment": {
			block:       "provider \"inference\" {}\n",
			environment: []string{"KUBE_HOST=" + at.host, "KUBE_TOKEN=constant", "KUBE_CLUSTER_CA_CERT_DATA=" + at.ca},
			providers:   []string{"inference"},
		},
		"variables": {
			block: "variable \"host\" {}\nvariable \"ca\" {}\nvariable \"token\" { sensitive = true }\n" +
				"provider \"inference\" {\n  host = var.host\n  cluster_ca_certificate = base64decode(var.ca)\n  token = var.token\n}\n",
			variables: fmt.Sprintf("host = %q\nca = %q\ntoken = \"constant\"\n", at.host, base64.StdEncoding.EncodeToString([]byte(at.ca))),
			providers: []string{"inference"},
		},
		"ephemeral": {
			block: "variable \"token\" {\n  ephemeral = true\n}\n" +
				fmt.Sprintf("provider \"inference\" {\n  %s  token = var.token\n}\n", at.lines()),
			variables: "token = \"constant\"\n",
			ephemeral: true,
			providers: []string{"inference"},
		},
		"dynamic credentials": {
			block: dynamic + fmt.Sprintf("provider \"inference\" {\n  %s  token_path = var.tfc_kubernetes_dynamic_credentials.default.token_path\n}\n", at.lines()) +
				fmt.Sprintf("provider \"inference\" {\n  alias = \"eu\"\n  %s  token_path = var.tfc_kubernetes_dynamic_credentials.aliases[\"EU\"].token_path\n}\n", at.lines()),
			variables: fmt.Sprintf("tfc_kubernetes_dynamic_credentials = {\n  default = { token_path = %q }\n  aliases = { EU = { token_path = %q } }\n}\n", tokens["default"], tokens["EU"]),
			before:    rotate,
			providers: []string{"inference", "inference.eu"},
		},
	}
	for name, run := range cases {
		t.Run(name, func(t *testing.T) {
			run.config(t, strings.ReplaceAll("remote-"+name, " ", "-")).life(t, proxy)
		})
	}
}

// configured is a run with its configuration.
type configured struct {
	remote
	config string
}

func (r remote) config(t *testing.T, name string) configured {
	t.Helper()
	config := "terraform {\n  required_providers {\n    inference = { source = \"inferops/inference\" }\n  }\n}\n" + r.block
	for i, provider := range r.providers {
		config += fmt.Sprintf(`
resource "inference_open_model" "it%[1]d" {
  provider = %[2]s
  mode     = "direct"
  metadata = { name = "%[3]s-%[1]d" }
  spec = {
    family_name      = "qwen2"
    source           = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } }
    inference_config = { flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "1" } }] }
  }
}

resource "inference_playground" "it%[1]d" {
  provider    = %[2]s
  mode        = "direct"
  metadata    = { name = "%[3]s-%[1]d", namespace = "default" }
  references = [inference_open_model.it%[1]d.manifest]
  spec        = { replicas = 1, model_claim = { model_name = inference_open_model.it%[1]d.metadata.name } }
  direct      = { workload = "Deployment" }
}
`, i, provider, name)
	}
	return configured{r, config}
}

// on prepares a machine for one phase, whose token is the only one that the cluster takes.
func (r configured) on(t *testing.T, proxy *faults.Proxy, phase string) *acctest.Machine {
	t.Helper()
	token := "constant"
	if r.before != nil {
		token = "of-the-" + phase
		r.before(t, token)
	}
	proxy.Require(token)
	m := acctest.NewMachine(t)
	m.Put(t, "main.tf", r.config)
	t.Cleanup(func() {
		if left := m.Leftovers(t); len(left) > 0 {
			t.Errorf("the %s left files outside of its working directory: %v", phase, left)
		}
	})
	return m
}

const (
	lockFile  = ".terraform.lock.hcl"
	stateFile = "terraform.tfstate"
	varsFile  = "hcp.auto.tfvars"
)

// life is that of a workspace; the state is kept where the service keeps it, between the machines.
func (r configured) life(t *testing.T, proxy *faults.Proxy) {
	t.Helper()
	planning := r.on(t, proxy, "plan")
	planning.Put(t, varsFile, r.variables)
	planning.MustRun(t, r.environment, "init", "-input=false")
	planning.MustRun(t, r.environment, "plan", "-out=tfplan")

	applying := r.on(t, proxy, "apply")
	applying.Bring(t, planning, lockFile, "tfplan")
	if r.ephemeral {
		applying.Put(t, varsFile, r.variables)
	}
	applying.MustRun(t, r.environment, "init", "-input=false", "-lockfile=readonly")
	if out := applying.MustRun(t, r.environment, "apply", "tfplan"); !strings.Contains(out, fmt.Sprintf("%d added, 0 changed, 0 destroyed", 2*len(r.providers))) {
		t.Errorf("the apply did not make everything: %s", out)
	}

	again := r.on(t, proxy, "next-plan")
	again.Put(t, varsFile, r.variables)
	again.Bring(t, applying, lockFile, stateFile)
	again.MustRun(t, r.environment, "init", "-input=false", "-lockfile=readonly")
	if out := again.MustRun(t, r.environment, "plan"); !strings.Contains(out, "No changes.") {
		t.Errorf("another machine finds something to do: %s", out)
	}

	destroying := r.on(t, proxy, "destroy")
	destroying.Put(t, varsFile, r.variables)
	destroying.Bring(t, applying, lockFile, stateFile)
	destroying.MustRun(t, r.environment, "init", "-input=false", "-lockfile=readonly")
	if out := destroying.MustRun(t, r.environment, "apply", "-destroy", "-auto-approve"); !strings.Contains(out, fmt.Sprintf("%d destroyed", 2*len(r.providers))) {
		t.Errorf("the destruction left something: %s", out)
	}
}
