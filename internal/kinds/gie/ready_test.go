package gie

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

var readyRules = map[string]observe.Rule{"objective": objectiveReady, "pool": poolReady}

// readyPhases are the judgements that the states in the names of fixtures call for.
var readyPhases = map[string]observe.Phase{
	"creating": observe.NotDone, "ready": observe.Ready, "failed": observe.Failed, "stale": observe.NotDone,
}

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"objective-ready":                "the InferenceObjective exists",
	"objective-ready-default_status": "the InferenceObjective exists",
	"pool-ready":                     "accepted by Gateway edge/public, Gateway edge/internal",
	"pool-ready-no_parent":           "no Gateway has a route to it yet",
	"pool-ready-without_generation":  "accepted by Gateway edge/public",
	"pool-creating":                  "Gateway edge/public: Accepted=Unknown (Pending): Waiting for controller",
	"pool-creating-references":       "Gateway edge/public does not report ResolvedRefs yet",
	"pool-creating-second":           "Gateway edge/internal: Accepted=Unknown (Pending)",
	"pool-failed":                    "ResolvedRefs=False (InvalidExtensionRef): service llm/qwen-epp not found",
	"pool-failed-no_picker":          "Gateway edge/public: Accepted=False (EndpointPickerRefMissing)",
	"pool-stale":                     "Gateway edge/public has seen generation 3 of 4",
	"pool-stale-failed":              "Gateway edge/public has seen generation 1 of 2",
}

// statesWithout says which states a kind does not have, and why.
var statesWithout = map[string]string{
	"objective-creating": "it is ready as soon as it exists",
	"objective-failed":   "it is ready as soon as it exists",
	"objective-stale":    "it is ready as soon as it exists",
}

func TestReadyFixtures(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "ready", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	var seen []string
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		seen = append(seen, name)
		t.Run(name, func(t *testing.T) {
			parts := strings.Split(name, "-")
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := readyRules[parts[0]](parseObject(t, string(data)))
			if want, ok := readyPhases[parts[1]]; !ok || got.Phase != want {
				t.Errorf("phase = %s (%s), want %s", got.Phase, got.Message, want)
			}
			if want, ok := readyMessages[name]; !ok || !strings.Contains(got.Message, want) {
				t.Errorf("message = %q, want it to contain %q", got.Message, want)
			}
		})
	}
	for name := range readyMessages {
		if !slices.Contains(seen, name) {
			t.Errorf("there is no fixture %s", name)
		}
	}
	for kind := range readyRules {
		for state := range readyPhases {
			_, excused := statesWithout[kind+"-"+state]
			if slices.Contains(seen, kind+"-"+state) == excused {
				t.Errorf("%s-%s: want either a fixture or a reason for none", kind, state)
			}
		}
	}
}

func parseObject(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	object := &unstructured.Unstructured{}
	if err := object.UnmarshalJSON(data); err != nil {
		t.Fatal(err)
	}
	return object
}
