package llmaz

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
var readyRules = map[string]observe.Rule{
	"open_model":      openModelReady,
	"backend_runtime": backendRuntimeReady,
	"playground":      playgroundReady,
	"service":         serviceReady,
}

// readyPhases are the judgements that the states in the names of fixtures call for.
var readyPhases = map[string]observe.Phase{
	"creating": observe.NotDone, "ready": observe.Ready, "failed": observe.Failed, "stale": observe.NotDone,
}

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"open_model-ready":                 "the OpenModel exists",
	"backend_runtime-ready":            "the BackendRuntime exists",
	"playground-creating":              "Progressing=True (Pending): Waiting for inferenceService ready",
	"playground-creating-no_condition": "see whether its runtime",
	"playground-creating-again":        "Available=False (PlaygroundNotReady): Playground is not ready",
	"playground-ready":                 "Available=True (PlaygroundReady)",
	"playground-failed":                "Progressing=False (AbortProcessing): model qwenn not found",
	"playground-failed-after_ready":    "Progressing=False (AbortProcessing): model qwenn not found",
	"playground-stale":                 "1 replicas exist, 3 are wanted",
	"service-creating":                 "Progressing=True (ServiceInProgress)",
	"service-creating-no_condition":    "see whether the claimed models exist",
	"service-creating-again":           "Available=False (ServiceNotReady): Waiting for leaderWorkerSet ready",
	"service-ready":                    "Available=True (ServiceReady)",
	"service-ready-v0_1_0":             "Available=True (ServiceReady)",
	"service-ready-scaled_to_zero":     "Available=True (ServiceReady)",
	"service-stale":                    "2 replicas exist, 4 are wanted",
}

// statesWithout says which states a kind does not have, and why.
var statesWithout = map[string]string{
	"open_model-creating":      "it is ready as soon as it exists",
	"open_model-failed":        "it is ready as soon as it exists",
	"open_model-stale":         "it is ready as soon as it exists",
	"backend_runtime-creating": "it is ready as soon as it exists",
	"backend_runtime-failed":   "it is ready as soon as it exists",
	"backend_runtime-stale":    "it is ready as soon as it exists",
	"service-failed":           "the controller has no condition for failure",
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
