//go:build firsthour

package firsthour

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestGettingStarted does what the guide for newcomers says, and sees what it promises.
func TestGettingStarted(t *testing.T) {
	s := newStranger(t)
	copyKubeconfig(t, s.cluster(t), s.home)
	guide := s.open(t, "docs/guides/getting-started.md")
	guide.follow(t, "make mirror\n")

	t.Log("the five lines")
	guide.dir = s.folder(t, "endpoint")
	config := guide.block(t, "## Write the configuration", "terraform")
	mistake := strings.Replace(config, guide.promised(t, "change `(\\w+)` to"), guide.promised(t, "change `\\w+` to\n`(\\w+)`"), 1)
	put(t, filepath.Join(guide.dir, "main.tf"), mistake)
	guide.here(t, "terraform init")
	contains(t, "the first mistake", s.fail(t, guide.exports+"cd '"+guide.dir+"'\nterraform plan"), `spec of inference_endpoint.assistant has no attribute "served_name"`)
	put(t, filepath.Join(guide.dir, "main.tf"), config)
	contains(t, "a plan without a cluster", guide.follow(t, "terraform init\n"), "Plan: 1 to add", "kind: Deployment", "kind: Service")
	endpoint := guide.promised(t, "`endpoint`: `(http://[^`]+)`")
	contains(t, "apply", guide.follow(t, "export KUBE_CONFIG_PATH="), "Apply complete!", `endpoint = "`+endpoint+`"`)
	contains(t, "the answer", guide.ask(t), "No model runs here", `"model":"qwen"`)
	contains(t, "what clients need", guide.here(t, "terraform state show inference_endpoint.assistant"),
		`openai_base_url = "`+guide.promised(t, "`openai_base_url`, here `(http://[^`]+)`")+`"`, `served_model_name = "qwen"`)
	contains(t, "destroy", guide.follow(t, "terraform destroy\n"), "Destroy complete! Resources: 1 destroyed.")

	t.Log("two resources")
	guide.dir = s.folder(t, "getting-started")
	put(t, filepath.Join(guide.dir, "main.tf"), guide.block(t, "## Two resources", "terraform"))
	guide.here(t, "terraform init")
	contains(t, "apply", guide.here(t, "terraform apply"), "Apply complete!", `endpoint = "`+guide.promised(t, "output `endpoint`\nis `(http://[^`]+)`")+`"`)
	drift := guide.follow(t, "kubectl scale ")
	contains(t, "a plan after kubectl", drift, guide.promised(t, `(Deployment/chat: spec\.replicas is 1 instead of 2.*)\n`))
	contains(t, "repair", guide.here(t, "terraform apply"), "1 changed")
	contains(t, "a plan after the repair", guide.here(t, "terraform plan"), "No changes.")
	guide.here(t, "terraform destroy")
}

// ask sends the question of the page to the Service that it forwards a port to, through the API server's proxy: a simulated pod
// has no kubelet that would forward one.
func (r *reader) ask(t *testing.T) string {
	t.Helper()
	forward := regexp.MustCompile(`port-forward service/(\S+) (\d+)\n`).FindStringSubmatch(r.shell(t, "kubectl port-forward "))
	question := regexp.MustCompile(`(?s)curl http://localhost:(\d+)(/\S+) .*-d '([^']+)'`).FindStringSubmatch(r.shell(t, "curl "))
	if forward == nil || question == nil || forward[2] != question[1] {
		t.Fatalf("the page forwards %q and asks %q", forward, question)
	}
	put(t, filepath.Join(r.dir, "question.json"), question[3])
	return r.here(t, "kubectl create --raw '/api/v1/namespaces/default/services/"+forward[1]+":"+forward[2]+"/proxy"+question[2]+"' -f question.json")
}

// TestUpgrades pins a release as the guide says.
func TestUpgrades(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/upgrades.md")
	s.run(t, "make mirror")
	guide.exports = "export TF_CLI_CONFIG_FILE=" + s.clone + "/.build/terraformrc\n"
	guide.dir = s.folder(t, "upgrades")
	readme := s.open(t, "README.md")
	put(t, filepath.Join(guide.dir, "main.tf"), readme.block(t, "# ", "hcl")+guide.block(t, "## Upgrade the provider", "terraform"))
	contains(t, "upgrade", guide.follow(t, "terraform init -upgrade\n"), `Finding inferops/inference versions matching "~> 0.1.0"`, "Plan: 1 to add")
}

// TestOpenTofu installs the provider for the other command line, and plans with it.
func TestOpenTofu(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/opentofu.md")
	guide.follow(t, "make mirror\n")
	guide.dir = s.folder(t, "opentofu")
	readme := s.open(t, "README.md")
	put(t, filepath.Join(guide.dir, "main.tf"), guide.block(t, "## Installation", "terraform")+readme.block(t, "# ", "hcl"))
	contains(t, "init", guide.follow(t, "tofu init\n"), "OpenTofu has been successfully initialized!")
	contains(t, "plan", guide.here(t, "tofu plan"), "Plan: 1 to add")
}

// TestSecurity gives a pipeline the two identities of the guide.
func TestSecurity(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/security.md")
	guide.exports = "export KUBECONFIG=" + s.cluster(t) + "\n"
	guide.here(t, "kubectl create namespace llm")
	contains(t, "roles", guide.follow(t, "kubectl apply -f examples/rbac/"), "clusterrole.rbac.authorization.k8s.io/inference-plan created", "rolebinding.rbac.authorization.k8s.io/inference-apply created")
	for account, can := range map[string]map[string]string{
		"inference-plan":  {"get playgrounds.inference.llmaz.io": "yes", "patch playgrounds.inference.llmaz.io": "no", "get secrets": "no"},
		"inference-apply": {"patch playgrounds.inference.llmaz.io": "yes", "delete playgrounds.inference.llmaz.io": "yes", "get secrets": "no"},
	} {
		for what, want := range can {
			said := guide.here(t, "kubectl auth can-i "+what+" -n llm --as system:serviceaccount:ci:"+account+" || true")
			if got := strings.TrimSpace(said); got != want && !strings.HasSuffix(got, "\n"+want) {
				t.Errorf("%s may %s: %s, want %s", account, what, got, want)
			}
		}
	}
}

// TestClusters asks which nodes have GPUs.
func TestClusters(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/clusters.md")
	guide.exports = "export KUBECONFIG=" + s.cluster(t) + "\n"
	contains(t, "the nodes", guide.follow(t, "kubectl get nodes "), "NODE GPUS", "cpu-0 <none>", "gpu-0 8")
}

// TestTasks serves the first of the common tasks and asks it as the page says. The other commands are of the same form: the
// acceptance tests apply every task, and ask it.
func TestTasks(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/tasks.md")
	s.run(t, "make mirror")
	guide.exports = "export TF_CLI_CONFIG_FILE=" + s.clone + "/.build/terraformrc KUBE_CONFIG_PATH=" + s.cluster(t) + " KUBECONFIG=" + s.cluster(t) + "\n"
	guide.dir = s.folder(t, "tasks")
	put(t, filepath.Join(guide.dir, "main.tf"), guide.block(t, "## A chat model on one GPU", "terraform"))
	contains(t, "apply", guide.here(t, "terraform init\nterraform apply"), "Apply complete!")
	contains(t, "the answer", guide.follow(t, "kubectl create --raw "), `"object":"chat.completion"`, `"model":"Qwen/Qwen2.5-7B-Instruct"`)
	guide.here(t, "terraform destroy")
	for _, match := range shellBlocks.FindAllStringSubmatch(guide.text, -1) {
		if strings.HasPrefix(match[1], "kubectl create --raw ") {
			followed[guide.page] = append(followed[guide.page], match[1])
		}
	}
}

// TestCookbook puts plans to a policy, and writes what a GitOps controller reads.
func TestCookbook(t *testing.T) {
	s := newStranger(t)
	guide := s.open(t, "docs/guides/cookbook.md")
	s.run(t, "make mirror")
	guide.exports = "export TF_CLI_CONFIG_FILE=" + s.clone + "/.build/terraformrc\n"

	guide.dir = s.folder(t, "policy")
	put(t, filepath.Join(guide.dir, "main.tf"), requires+guide.block(t, "## Policies", "terraform"))
	guide.here(t, "terraform init")
	contains(t, "the plan", guide.follow(t, "terraform plan -out")+guide.here(t, "cat plan.json"), `"planned_disruption":{`, `"effect":"none"`, `"accelerators":{"nvidia.com/gpu":{"max":2,"min":2}}`)
	guide.here(t, "cp "+s.clone+"/examples/cookbook/policy/inference.rego .")
	// The command is in the middle of a sentence of the guide.
	const evaluate = "opa eval --data inference.rego --input plan.json data.inference.deny"
	contains(t, "the guide", guide.text, "`"+evaluate+"`")
	contains(t, "what the policy has against two GPUs", guide.here(t, evaluate), `"value": []`)
	guide.here(t, "sed -i 's/count = 1/count = 5/' main.tf")
	guide.follow(t, "terraform plan -out")
	contains(t, "what the policy has against ten GPUs", guide.here(t, evaluate), "the plan takes 10 GPUs, at most 8 are allowed")

	guide.dir = s.folder(t, "gitops")
	put(t, filepath.Join(guide.dir, "main.tf"), requires+guide.block(t, "## GitOps", "terraform"))
	guide.here(t, "terraform init")
	guide.follow(t, "terraform apply\nterraform output")
	contains(t, "the workloads", guide.here(t, "cat assistant.yaml"), "kind: Deployment", "kind: Service", "Qwen/Qwen2.5-7B-Instruct")
}
