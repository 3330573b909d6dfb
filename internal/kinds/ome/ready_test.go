package ome

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// readyPhases are the judgements that the states in the names of fixtures call for.
var readyPhases = map[string]observe.Phase{
	"creating": observe.NotDone, "ready": observe.Ready, "failed": observe.Failed, "stale": observe.NotDone,
}

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"accelerator_class-ready":        "the AcceleratorClass exists",
	"base_model-creating":            "state In_Transit: no node has the model yet",
	"base_model-failed":              "it failed on node-a, node-b",
	"base_model-ready":               "1 nodes have the model, 1 failed",
	"base_model-stale":               "the model is being deleted",
	"benchmark_job-creating":         "state Pending: there is no Job yet",
	"benchmark_job-creating-running": "state Running",
	"benchmark_job-failed":           "state Failed: Job has reached the specified backoff limit",
	"benchmark_job-ready":            "state Completed",
	"benchmark_job-stale":            "the benchmark is being deleted",
	"cluster_base_model-creating":    "state In_Transit: no node has the model yet",
	"cluster_base_model-failed":      "it failed on node-a, node-b",
	"cluster_base_model-ready":       "1 nodes have the model, 1 failed",
	"cluster_base_model-stale":       "the model is being deleted",
	"cluster_serving_runtime-ready":  "the ClusterServingRuntime exists",
	"fine_tuned_weight-ready":        "the FineTunedWeight exists",
	"ome_service-creating":           "Ready=False (Initializing): waiting for the engine",
	"ome_service-creating-no_status": "OME has not reported Ready; what it finds wrong with the service is told by its Events only",
	"ome_service-failed":             "model BlockedByFailedLoad: ModelLoadFailed at chat-engine-0: CUDA out of memory",
	"ome_service-ready":              "Ready=True",
	"ome_service-ready-multi_node":   "Ready=True",
	"ome_service-ready-virtual":      "Ready=True (VirtualDeployment)",
	"ome_service-stale":              "OME has not reported DecoderReady",
	"serving_runtime-ready":          "the ServingRuntime exists",
}

// justExist are the kinds that are ready as soon as they exist and so have no other state.
var justExist = map[string]bool{
	"fine_tuned_weight": true, "serving_runtime": true, "cluster_serving_runtime": true, "accelerator_class": true,
}

func TestReadyFixtures(t *testing.T) {
	rules := map[string]observe.Rule{}
	for _, k := range Kinds() {
		rules[k.TypeName] = k.Ready
	}
	files, err := filepath.Glob(filepath.Join("testdata", "ready", "*.yaml"))
	if err != nil || len(files) != len(readyMessages) {
		t.Fatalf("%d fixtures, %d messages: %v", len(files), len(readyMessages), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		t.Run(name, func(t *testing.T) {
			parts := strings.Split(name, "-")
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := rules[parts[0]](parseObject(t, string(data)))
			if want, ok := readyPhases[parts[1]]; !ok || got.Phase != want {
				t.Errorf("phase = %s (%s), want %s", got.Phase, got.Message, want)
			}
			if want, ok := readyMessages[name]; !ok || !strings.Contains(got.Message, want) {
				t.Errorf("message = %q, want it to contain %q", got.Message, want)
			}
		})
	}
}

func TestEveryKindHasAReadyFixtureForEveryState(t *testing.T) {
	for _, k := range Kinds() {
		for state := range readyPhases {
			_, found := readyMessages[k.TypeName+"-"+state]
			if want := state == "ready" || !justExist[k.TypeName]; found != want {
				t.Errorf("%s-%s: fixture exists = %t, want %t", k.TypeName, state, found, want)
			}
		}
	}
}

func TestServiceEndpoint(t *testing.T) {
	cases := map[string]struct{ reason, spec, want string }{
		"engine": {"The runtimes' port is 8080.", `{engine: {}}`, "http://chat.llm.svc:8080"},
		"router": {"The router is before the engine.", `{engine: {runner: {ports: [{containerPort: 1}]}}, router: {runner: {ports: [{containerPort: 30000}]}}}`, "http://chat.llm.svc:30000"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			object := parseObject(t, "apiVersion: ome.io/v1beta1\nkind: InferenceService\nmetadata: {name: chat, namespace: llm}\nspec: "+tc.spec)
			if got := serviceEndpoint(object, ""); got != tc.want {
				t.Errorf("%s: got %s, want %s", tc.reason, got, tc.want)
			}
		})
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
