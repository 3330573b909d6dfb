//go:build unix

package acctest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/standin"
)

var (
	taskHead   = regexp.MustCompile(`(?m)^## (.+)$`)
	taskConfig = regexp.MustCompile("(?ms)^```terraform\n(.*?)^```$")
	taskAsk    = regexp.MustCompile("(?ms)^```shell\nkubectl create --raw (\\S+) -f - <<'EOF'\n(.*?)^EOF\n```$")
	taskAnswer = regexp.MustCompile("(?ms)^```json\n(.*?)^```$")
)

// TestAccTasks does what the page of common tasks says: it applies each configuration as it stands there until the model answers,
// sends the request of the command, and finds in the answer what the page expects.
func TestAccTasks(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(acctest.Root(t), "docs", "guides", "tasks.md"))
	if err != nil {
		t.Fatal(err)
	}
	c := acctest.Start(t, gateways)
	scaled := schema.GroupVersionResource{Group: "keda.sh", Version: "v1alpha1", Resource: "scaledobjects"}
	defer define(t, c, scaled, "ScaledObject")()
	untilServed(t, c, scaled)
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
	if err != nil {
		t.Fatal(err)
	}
	client, err := discovery.NewDiscoveryClientForConfig(config)
	if err != nil {
		t.Fatal(err)
	}
	page, count := string(raw), 0
	for i, head := range taskHead.FindAllStringSubmatchIndex(page, -1) {
		section := page[head[1]:]
		if next := taskHead.FindStringIndex(section); next != nil {
			section = section[:next[0]]
		}
		text := taskConfig.FindStringSubmatch(section)
		if text == nil {
			continue
		}
		count++
		t.Run(page[head[2]:head[3]], func(t *testing.T) {
			ask, answer := taskAsk.FindStringSubmatch(section), taskAnswer.FindStringSubmatch(section)
			if ask == nil || answer == nil {
				t.Fatalf("the task %d does not end with a question and its answer", i+1)
			}
			provideVolumes(t, c, "20Gi")
			tf := acctest.NewTerraform(t)
			tf.Configure(t, c.Provider("")+withoutRequirement(text[1]))
			tf.SetVariables(t, standin.Variables(text[1]))
			expectReady(t, tf)
			said, err := client.RESTClient().Post().SetHeader("Content-Type", "application/json").RequestURI(ask[1]).Body([]byte(ask[2])).DoRaw(t.Context())
			if err != nil {
				t.Fatalf("%s: %v", said, err)
			}
			var got, want any
			if err := json.Unmarshal(said, &got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(answer[1]), &want); err != nil {
				t.Fatal(err)
			}
			if !promised(got, want) {
				t.Errorf("it answers %s, and the page says %s", said, answer[1])
			}
			if out := tf.Destroy(t); !out.OK {
				t.Error(out.Log)
			}
		})
	}
	if count != 10 {
		t.Errorf("the page has %d tasks", count)
	}
}

// withoutRequirement leaves out the block that the harness has itself.
func withoutRequirement(text string) string {
	_, rest, _ := strings.Cut(text, "\n}\n")
	return rest
}

// promised reports whether an answer has all that a page shows of it. "..." is any text, and there may be further fields.
func promised(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		has, ok := got.(map[string]any)
		for key, value := range want {
			ok = ok && promised(has[key], value)
		}
		return ok
	case []any:
		has, ok := got.([]any)
		if !ok || len(has) != len(want) {
			return false
		}
		for i := range want {
			ok = ok && promised(has[i], want[i])
		}
		return ok
	case string:
		if _, text := got.(string); want == "..." {
			return text
		}
	}
	return reflect.DeepEqual(got, want)
}
