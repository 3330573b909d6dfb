package kthena

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

// readyRules has the rule of every kind by the name that its fixtures start with.
var readyRules = map[string]observe.Rule{"model_infer": ready, "model_serving": ready}

// readyPhases are the judgements that the states in the names of fixtures call for.
var readyPhases = map[string]observe.Phase{
	"creating": observe.NotDone, "ready": observe.Ready, "failed": observe.Failed, "stale": observe.NotDone,
}

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"model_infer-creating":                         "0 of 2 groups are available; Progerssing=True (GroupProgressing)",
	"model_infer-creating-no_status":               "its controller has seen generation 0 of 1",
	"model_infer-ready":                            "2 of 2 groups are available",
	"model_infer-stale":                            "its controller has seen generation 3 of 4",
	"model_serving-creating":                       "0 of 2 groups are available; Progressing=True (GroupProgressing)",
	"model_serving-creating-no_condition":          "the condition Available is not reported yet",
	"model_serving-creating-no_status":             "its controller has seen generation 0 of 1",
	"model_serving-creating-not_available":         "Available=False (AllGroupsReady)",
	"model_serving-creating-partition":             "2 of 3 groups are updated; UpdateInProgress=True",
	"model_serving-creating-role_update":           "1 of 2 groups are updated; UpdateInProgress=True (GroupsUpdating)",
	"model_serving-creating-scaling_down":          "3 groups exist, 1 are wanted",
	"model_serving-creating-too_few_groups":        "2 groups exist, 3 are wanted",
	"model_serving-ready":                          "2 of 2 groups are available",
	"model_serving-ready-created_without_groups":   "no groups are wanted, and none was ever there",
	"model_serving-ready-default_replicas":         "1 of 1 groups are available",
	"model_serving-ready-partition":                "4 of 4 groups are available",
	"model_serving-ready-partition_above_replicas": "2 of 2 groups are available",
	"model_serving-ready-partition_percentage":     "3 of 3 groups are available",
	"model_serving-ready-scaled_to_zero":           "0 of 0 groups are available",
	"model_serving-stale":                          "its controller has seen generation 3 of 4",
	"model_serving-stale-scaling_to_zero":          "its controller has seen generation 1 of 2",
}

// statesWithout says which states a kind does not have, and why.
var statesWithout = map[string]string{
	"model_infer-failed":   "the controller has no condition for failure",
	"model_serving-failed": "the controller has no condition for failure",
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
			rule, ok := readyRules[parts[0]]
			if !ok {
				t.Fatalf("there is no kind %s", parts[0])
			}
			got := rule(readObject(t, file))
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
}

func TestEveryKindHasAReadyFixtureForEveryState(t *testing.T) {
	for kind := range readyRules {
		for state := range readyPhases {
			name := kind + "-" + state
			_, err := os.Stat(filepath.Join("testdata", "ready", name+".yaml"))
			_, excused := statesWithout[name]
			if (err == nil) == excused {
				t.Errorf("%s: fixture exists = %v, excused = %v; want one of them", name, err == nil, excused)
			}
		}
	}
}

func readObject(t *testing.T, file string) *unstructured.Unstructured {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return parseObject(t, string(data))
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
