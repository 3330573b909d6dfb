//go:build firsthour

package firsthour

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestReadme runs the commands of README.md in their order, with a mistake that people make before some.
func TestReadme(t *testing.T) {
	s := newStranger(t)
	readme := s.open(t, "README.md")

	t.Log("the two commands")
	commands := readme.shell(t, "make demo ")
	if !strings.Contains(commands, "\nmake test ") { // which takes half an hour, and CI runs it
		t.Errorf("README.md no longer has `make test` beside `make demo`:\n%s", commands)
	}
	help := "\n" + s.run(t, "make help")
	for _, command := range regexp.MustCompile("(?m)(?:^|`)(make ([a-z-]+))").FindAllStringSubmatch(readme.text, -1) {
		if !strings.Contains(help, "\n  "+command[2]+" ") {
			t.Errorf("README.md has %q, which `make help` does not list:\n%s", command[1], help)
		}
	}
	s.run(t, "make demo-stop") // that of other tests
	contains(t, "without terraform", s.fail(t, "make demo TERRAFORM="), "neither terraform nor tofu is in PATH: install one")
	contains(t, "make demo", s.run(t, "make demo"), "Everything was as expected")

	t.Log("a cluster that stays")
	for _, command := range []string{"make demo KEEP=1", "make demo-stop"} {
		if !strings.Contains(readme.text, "`"+command+"`") {
			t.Errorf("README.md no longer has %q", command)
		}
	}
	kubeconfig := s.cluster(t)

	t.Log("the configuration of the page")
	readme.follow(t, "make mirror\n")
	readme.dir = s.folder(t, "readme")
	put(t, filepath.Join(readme.dir, "main.tf"), readme.block(t, "## Use it", "hcl")+readme.block(t, "# ", "hcl"))
	readme.here(t, "terraform init")
	said := s.fail(t, readme.exports+"cd '"+readme.dir+"'\nterraform apply")
	if !strings.Contains(said, "~/.kube/config") && !strings.Contains(said, filepath.Join(s.home, ".kube", "config")) {
		t.Errorf("without a kubeconfig: %s", said)
	}
	copyKubeconfig(t, kubeconfig, s.home)
	readme.here(t, "terraform apply")
	contains(t, "the endpoint", readme.here(t, "terraform state show inference_endpoint.assistant"), readme.promised(t, "`(http://[^`]+)`"))
	contains(t, "a plan after the apply", readme.here(t, "terraform plan"), "No changes.")

	t.Log("what exists")
	readme.here(t, "terraform destroy")
	quickstart, err := os.ReadFile(filepath.Join(s.clone, "examples", "quickstart", "main.tf"))
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(readme.dir, "main.tf"), strings.Replace(string(quickstart), `"direct"`, `"operator"`, 1))
	readme.exports += "export KUBE_CONFIG_PATH=" + kubeconfig + "\n"
	readme.here(t, "terraform init")
	readme.here(t, "terraform apply -target inference_open_model.qwen")
	readme.here(t, "kubectl create -f - <<EOF\n"+playground+"EOF\n")
	contains(t, "an apply beside an object of the same name", s.fail(t, readme.exports+"cd '"+readme.dir+"'\nterraform apply"), `import { to = inference_playground.chat id = "default/chat" }`)
	contains(t, "import", readme.follow(t, "terraform import "), "Import successful!")
	readme.here(t, "terraform destroy")
}

// playground is what somebody made with kubectl.
const playground = `apiVersion: inference.llmaz.io/v1alpha1
kind: Playground
metadata: {name: chat, namespace: default}
spec: {replicas: 2, modelClaim: {modelName: qwen2-5-0-5b}}
`

// copyKubeconfig puts a kubeconfig where people have theirs.
func copyKubeconfig(t *testing.T, kubeconfig, home string) {
	t.Helper()
	raw, err := os.ReadFile(kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(home, ".kube", "config"), string(raw))
}
