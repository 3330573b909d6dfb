package llmkube

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
var readyRules = map[string]observe.Rule{"model": modelReady, "service": serviceReady}

// readyPhases are the judgements that the states in the names of fixtures call for.
var readyPhases = map[string]observe.Phase{
	"creating": observe.NotDone, "ready": observe.Ready, "failed": observe.Failed, "stale": observe.NotDone,
}

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"model-creating":                   "LLMKube reports nothing",
	"model-creating-pending":           "phase Pending; Progressing=True (PVCNotBound): claim weights is Pending",
	"model-ready":                      "Available=True (WorkloadResolved)",
	"model-ready-degraded_lingers":     "Available=True (ModelReady)",
	"model-failed":                     "Degraded=True (PVCNotFound): claim weights not found",
	"model-failed-prefetch":            "Progressing=False (PrefetchFailed): job m-prefetch failed",
	"model-stale":                      "the change has not been seen yet; before it: Available=True",
	"model-stale-failed":               "the change has not been seen yet; before it: Degraded=True",
	"service-creating":                 "phase Creating; Progressing=True (Creating)",
	"service-creating-no_status":       "LLMKube reports nothing",
	"service-creating-waiting_for_gpu": "phase WaitingForGPU (nvidia.com/gpu: 1)",
	"service-creating-model_comes":     "Degraded=True (Failed): Model not found",
	"service-creating-some_ready":      "phase Progressing; Progressing=True (Creating): 1/2",
	"service-creating-below_minimum":   "phase Progressing; Progressing=True (Creating): 1/2",
	"service-ready":                    "Available=True (InferenceReady)",
	"service-ready-autoscaled":         "3 pods are ready, as many as the autoscaler wants at least",
	"service-ready-stopped":            "phase Stopped, as asked for",
	"service-ready-suspended":          "phase Suspended, as asked for",
	"service-failed":                   "Degraded=True (Failed): Failed to create Deployment",
	"service-stale":                    "the change has not been seen yet; before it: Available=True",
	"service-stale-replicas":           "1 of 2 pods are ready",
	"service-stale-suspended":          "phase Suspended, although pods are wanted",
	"service-stale-autoscaled":         "the change has not been seen yet",
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
			if err != nil {
				t.Errorf("%s has no fixture: %v", name, err)
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
