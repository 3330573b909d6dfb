//go:build unix

package acctest_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var update = flag.Bool("update", false, "write the recordings")

// masks put one text in the place of what differs from run to run: times, durations, the parts of names that Kubernetes
// makes up, and events that are no warnings, whose order is theirs. The guides that show recordings say so.
var masks = []struct {
	pattern *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`), "2026-01-02T03:04:05Z"},
	{regexp.MustCompile(`\bafter \d+m?\d*s\b`), "after 10s"},
	{regexp.MustCompile(`\b([a-z]+)-[0-9a-f]{8,10}-[0-9a-z]{5}\b`), "$1-6c8f9d7b5d-x2k4p"},
	{regexp.MustCompile(`\b([a-z]+)-[0-9a-f]{8,10}\b`), "$1-6c8f9d7b5d"},
	{regexp.MustCompile(`(?m)[ \t]+$`), ""},
	{regexp.MustCompile(`(?m)(^  Normal .*\n)+`), "  ...\n"},
}

// overrides is what the CLI says about where the harness has the provider.
var overrides = regexp.MustCompile(`(?s)\nWarning: Provider development overrides are in effect\n.*?published\nreleases\.\n`)

// messages are the warnings and errors of a command as a terminal shows them, without what comes before and after them.
func messages(t *testing.T, out acctest.Outcome) string {
	t.Helper()
	text := overrides.ReplaceAllString("\n"+out.Log, "")
	at := regexp.MustCompile(`(?m)^(Warning|Error): `).FindStringIndex(text)
	if at == nil {
		t.Fatalf("there is no message in %s", out.Log)
	}
	text, _, _ = strings.Cut(text[at[0]:], "\nApply complete!")
	return text
}

// cutObjects leaves out what a diagnosis lists of objects and events, which are many and come in any order.
func cutObjects(text string) string {
	return regexp.MustCompile(`(?ms)^Objects:$.*?^The object`).ReplaceAllString(text, "...\n\nThe object")
}

// blockOf is a block of a plan as a terminal shows it, from the line with its name on to the brace that closes it.
func blockOf(t *testing.T, out acctest.Outcome, name string) string {
	t.Helper()
	lines := strings.Split(out.Log, "\n")
	first := slices.IndexFunc(lines, func(line string) bool { return regexp.MustCompile(`^ +[~+] ` + name + ` .*\{$`).MatchString(line) })
	if first < 0 {
		t.Fatalf("there is no %s in %s", name, out.Log)
	}
	indent := len(lines[first]) - len(strings.TrimLeft(lines[first], " "))
	var block []string
	for _, line := range lines[first:] {
		block = append(block, line[min(indent, len(line)):])
		if line == strings.Repeat(" ", indent+2)+"}" {
			break
		}
	}
	return strings.Join(block, "\n")
}

// quickstartOf is the configuration of the guide for newcomers, line by line, with the cluster in the place of the comment
// about it.
func quickstartOf(t *testing.T, c *acctest.Cluster) string {
	t.Helper()
	return requiredProvider + strings.Replace(readExample(t, c, filepath.Join("quickstart", "main.tf")), whereItIs, "", 1)
}

const whereItIs = "# Where the cluster is comes from KUBE_CONFIG_PATH. No operator is needed in direct mode.\n"

// expectRecording compares a command and what it printed with the file that the guides include. -update writes it.
func expectRecording(t *testing.T, name, head, printed string) {
	t.Helper()
	got := head + "\n\n" + strings.TrimSpace(printed) + "\n"
	for _, mask := range masks {
		got = mask.pattern.ReplaceAllString(got, mask.text)
	}
	file := filepath.Join(acctest.Root(t), "templates", "recordings", name+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the guides show another output of %s; when it is right, run `make recordings docs` (-guide +run):\n%s", name, diff)
	}
}

// instead is a change of a configuration as a diff, and the changed configuration.
func instead(t *testing.T, config string, lines ...string) (changed, diff string) {
	t.Helper()
	changed = config
	for i := 0; i < len(lines); i += 2 {
		if !strings.Contains(changed, lines[i]+"\n") {
			t.Fatalf("the configuration has no %q", lines[i])
		}
		replacement := lines[i+1]
		diff += "- " + strings.TrimSpace(lines[i]) + "\n"
		if replacement != "" {
			diff += "+ " + strings.TrimSpace(replacement) + "\n"
			replacement += "\n"
		}
		changed = strings.Replace(changed, lines[i]+"\n", replacement, 1)
	}
	return changed, diff + "\n"
}

// Lines of the quickstart in which the mistakes are.
const (
	directProvider = `  mode = "direct"`
	oneGPU         = `      flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "1" } }]`
	twoReplicas    = `    replicas    = 2`
)

// TestAccMistakes makes a common mistake at every step of the guide for newcomers, and records what is said about it.
func TestAccMistakes(t *testing.T) {
	c := acctest.Start(t, withoutOperator)
	quickstart := quickstartOf(t, c)
	for name, mistake := range map[string]struct {
		lines   []string
		command string
	}{
		"mistake-name":       {[]string{`  metadata = { name = "chat", namespace = "default" }`, `  name     = "chat"`}, "plan"},
		"mistake-nested":     {[]string{twoReplicas, `    replica     = 2`}, "plan"},
		"mistake-quantity":   {[]string{oneGPU, strings.Replace(oneGPU, `"1"`, `"one"`, 1)}, "plan"},
		"mistake-argument":   {[]string{twoReplicas, `    backend_runtime_config = { version = "v0.10.0", args = ["--max-model-length", "4096"] }`}, "plan"},
		"mistake-merged":     {[]string{twoReplicas, `    backend_runtime_config = { args = ["--enable-reasoning"] }`}, "plan"},
		"mistake-model":      {[]string{twoReplicas, `    backend_runtime_config = { args = ["--max-model-len", "131072"] }`}, "plan"},
		"mistake-capacity":   {[]string{directProvider, "  mode           = \"direct\"\n  capacity_check = \"error\"", oneGPU, strings.Replace(oneGPU, `"1"`, `"14"`, 1)}, "plan"},
		"mistake-value":      {[]string{twoReplicas, `    replicas    = -1`}, "plan"},
		"mistake-definition": {[]string{`  references = [inference_open_model.qwen.manifest]`, ""}, "plan"},
		"mistake-node":       {[]string{oneGPU, strings.Replace(oneGPU, `"1"`, `"14"`, 1)}, "apply"},
	} {
		t.Run(name, func(t *testing.T) {
			tf := acctest.NewManaged(t)
			config, diff := instead(t, quickstart, mistake.lines...)
			tf.AddRoot(t, map[string]string{"main.tf": config})
			command := []string{mistake.command}
			if mistake.command == "apply" {
				command = append(command, "-auto-approve")
			}
			expectRecording(t, name, diff+"$ terraform "+mistake.command, cutObjects(messages(t, tf.Say(t, command...))))
		})
	}
	t.Run("mistake-policy", func(t *testing.T) {
		install(t, c, `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: one-replica}
spec:
  matchConstraints:
    resourceRules:
    - {apiGroups: [apps], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: [deployments]}
  validations:
  - {expression: "object.spec.replicas <= 1", message: "spec.replicas must be 1 in this cluster"}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: one-replica}
spec: {policyName: one-replica, validationActions: [Deny]}`)
		tf := acctest.NewManaged(t)
		config, diff := instead(t, quickstart, directProvider, "  mode            = \"direct\"\n  plan_validation = \"server\"")
		tf.AddRoot(t, map[string]string{"main.tf": config})
		untilPolicy(t, c, tf, func(o acctest.Outcome) bool { return !o.OK })
		expectRecording(t, "mistake-policy", diff+"$ terraform plan", messages(t, tf.Say(t, "plan")))
	})
	t.Run("mistake-claims", func(t *testing.T) {
		tf := acctest.NewManaged(t)
		tf.AddRoot(t, map[string]string{"main.tf": twoPools, "versions.tf": requiredProvider + c.Provider("")})
		expectRecording(t, "mistake-claims", twoPools+"$ terraform plan", messages(t, tf.Say(t, "plan")))
	})
	t.Run("mistake-cluster", func(t *testing.T) {
		tf := acctest.NewManaged(t)
		tf.AddRoot(t, map[string]string{"main.tf": strings.Replace(quickstart, "  config_path = \""+c.Kubeconfig+"\"\n", "  # KUBE_CONFIG_PATH\n", 1)})
		expectRecording(t, "mistake-cluster", "$ terraform apply", messages(t, tf.Say(t, "apply", "-auto-approve")))
	})
}

// twoPools is a configuration in which two objects set the replicas of a third one.
const twoPools = `resource "inference_llmkube_model_pool" "day" {
  metadata = { name = "day", namespace = "llm" }
  spec     = { members = [{ inference_service_ref = { name = "chat" } }, { inference_service_ref = { name = "code" } }] }
}

resource "inference_llmkube_model_pool" "night" {
  metadata   = { name = "night", namespace = "llm" }
  spec       = { members = [{ inference_service_ref = { name = "chat" } }, { inference_service_ref = { name = "batch" } }] }
  depends_on = [inference_llmkube_model_pool.day]
}

`

// session is the configuration of the picture in README.md, with an argument that the engine does not have.
const session = `resource "inference_endpoint" "assistant" {
  metadata = { name = "assistant" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators = { count = 1 }
    engine       = { image = "vllm/vllm-openai:v0.25.1", args = ["--max-model-length", "8192"] }
  }
}

data "inference_probe" "assistant" {
  url      = inference_endpoint.assistant.endpoint
  protocol = "openai_chat"
  prompt   = "What is the capital of France?"
}

output "answer" { value = data.inference_probe.assistant.answer }
`

// TestAccSession records what README.md shows: a mistake that the plan finds, an apply that waits until the model serves, and
// what it answers, which the stand-in for a model says.
func TestAccSession(t *testing.T) {
	c := acctest.Start(t, withoutOperator)
	tf := acctest.NewManaged(t)
	configure := func(text string) {
		tf.AddRoot(t, map[string]string{"main.tf": text, "versions.tf": requiredProvider + c.Provider("")})
	}
	configure(session)
	recorded := session + "\n$ terraform plan\n\n" + strings.TrimSpace(messages(t, tf.Say(t, "plan")))
	recorded += "\n\n$ sed -i s/--max-model-length/--max-model-len/ main.tf\n$ terraform apply -auto-approve\n\n"
	configure(strings.Replace(session, "--max-model-length", "--max-model-len", 1))
	applied := tf.Say(t, "apply", "-auto-approve").Log
	_, applied, _ = strings.Cut(applied, "Changes to Outputs:")
	_, applied, _ = strings.Cut(applied, "\n\n")
	expectRecording(t, "session", "$ cat main.tf", recorded+strings.TrimSpace(applied))
}

// TestAccRecordings records what a plan tells about a change, about drift and about a model that cannot serve.
func TestAccRecordings(t *testing.T) {
	c := acctest.Start(t, withoutOperator)
	quickstart := quickstartOf(t, c)
	tf := acctest.NewManaged(t)
	configure := func(text string) { tf.AddRoot(t, map[string]string{"main.tf": text}) }
	configure(quickstart)
	tf.MustApply(t)
	t.Run("disruption", func(t *testing.T) {
		config, diff := instead(t, quickstart, oneGPU, strings.Replace(oneGPU, `"1"`, `"2"`, 1))
		configure(config)
		expectRecording(t, "disruption", diff+"$ terraform plan", blockOf(t, tf.Say(t, "plan"), "planned_disruption"))
	})
	t.Run("drift", func(t *testing.T) {
		configure(quickstart)
		c.Scale(t, acctest.Object{Resource: deploymentType, Namespace: "default", Name: "chat"}, "kubectl", 1)
		expectRecording(t, "drift", "$ kubectl scale deployment chat --replicas=1\n$ terraform plan", messages(t, tf.Say(t, "plan")))
	})
	t.Run("diagnosis", func(t *testing.T) {
		failing := acctest.NewManaged(t)
		p := playground{name: "server", replicas: 1, image: "example.org/localcluster/no-pull", direct: `workload = "Deployment"`, body: patient}
		failing.Configure(t, p.config(c))
		expectRecording(t, "diagnosis", "$ terraform apply", messages(t, failing.Say(t, "apply", "-auto-approve")))
	})
}
