package llmaz

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

func TestMutate(t *testing.T) {
	cases := map[string]struct {
		reason, plural, in, want string
	}{
		"quantities of a model": {
			reason: "Quantities in any spelling become canonical strings, and the label follows the family.",
			plural: "openmodels",
			in: `
metadata: {labels: {keep: me, llmaz.io/model-family-name: stale}}
spec: {familyName: qwen2, inferenceConfig: {flavors: [{name: a, limits: {cpu: 0.5, memory: 1024Mi, nvidia.com/gpu: 4}}]}}`,
			want: `
metadata: {labels: {keep: me, llmaz.io/model-family-name: qwen2}}
spec: {familyName: qwen2, inferenceConfig: {flavors: [{name: a, limits: {cpu: 500m, memory: 1Gi, nvidia.com/gpu: "4"}}]}}`,
		},
		"first generation of a model": {
			reason: "v0.1.0 calls the limits requests.",
			plural: "openmodels",
			in:     `{spec: {familyName: f, inferenceConfig: {flavors: [{requests: {cpu: 1000m}}]}}}`,
			want:   `{metadata: {labels: {llmaz.io/model-family-name: f}}, spec: {familyName: f, inferenceConfig: {flavors: [{requests: {cpu: "1"}}]}}}`,
		},
		"playground with one model": {
			reason: "The label names the model claimed; numbers that are no quantity stay.",
			plural: "playgrounds",
			in:     `{spec: {replicas: 1, modelClaim: {modelName: m}, backendRuntimeConfig: {sharedMemorySize: 2048Mi, resources: {limits: {cpu: 2000m}}}}}`,
			want:   `{metadata: {labels: {llmaz.io/model-name: m}}, spec: {replicas: 1, modelClaim: {modelName: m}, backendRuntimeConfig: {sharedMemorySize: 2Gi, resources: {limits: {cpu: "2"}}}}}`,
		},
		"playground with several models": {
			reason: "The last model with role main, which is the default role, gives the label.",
			plural: "playgrounds",
			in:     `{spec: {modelClaims: {models: [{name: a, role: main}, {name: b}, {name: c, role: draft}]}}}`,
			want:   `{metadata: {labels: {llmaz.io/model-name: b}}, spec: {modelClaims: {models: [{name: a, role: main}, {name: b}, {name: c, role: draft}]}}}`,
		},
		"metrics of a playground": {
			reason: "Targets of metrics are quantities too, below a union of types.",
			plural: "playgrounds",
			in: `
metadata: {labels: {llmaz.io/model-name: m}}
spec: {modelClaim: {modelName: m}, elasticConfig: {scaleTrigger: {hpa: {metrics: [{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: 1000m}}}]}}}}`,
			want: `
metadata: {labels: {llmaz.io/model-name: m}}
spec: {modelClaim: {modelName: m}, elasticConfig: {scaleTrigger: {hpa: {metrics: [{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: "1"}}}]}}}}`,
		},
		"runtime": {
			reason: "Every preset is rewritten; a BackendRuntime gets no label.",
			plural: "backendruntimes",
			in:     `{spec: {recommendedConfigs: [{name: a, resources: {requests: {memory: 1024Ki}}}, {name: b, sharedMemorySize: 1024Mi}]}}`,
			want:   `{spec: {recommendedConfigs: [{name: a, resources: {requests: {memory: 1Mi}}}, {name: b, sharedMemorySize: 1Gi}]}}`,
		},
		"service": {
			reason: "Containers of both templates get resources, and fields that the Go type does not know are kept.",
			plural: "services",
			in: `
spec: {workloadTemplate: {
  leaderTemplate: {spec: {containers: [{name: l}]}},
  workerTemplate: {spec: {initContainers: [{name: i}], containers: [{name: model-runner, fromTheFuture: 1, resources: {limits: {nvidia.com/gpu: 1}}}]}}}}`,
			want: `
spec: {workloadTemplate: {
  leaderTemplate: {metadata: {}, spec: {containers: [{name: l, resources: {}}]}},
  workerTemplate: {metadata: {}, spec: {initContainers: [{name: i, resources: {}}], containers: [{name: model-runner, fromTheFuture: 1, resources: {limits: {nvidia.com/gpu: "1"}}}]}}}}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			object, want := parse(t, tc.in), parse(t, tc.want)
			if err := Mutate(tc.plural, object); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, object); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func TestMutateRefusesWhatIsNoQuantity(t *testing.T) {
	object := parse(t, `{spec: {backendRuntimeConfig: {sharedMemorySize: much}}}`)
	err := Mutate("playgrounds", object)
	if err == nil || !strings.HasPrefix(err.Error(), "spec.backendRuntimeConfig.sharedMemorySize: quantities must match") {
		t.Errorf("the error must say where: %v", err)
	}
}

func parse(t *testing.T, text string) map[string]any {
	t.Helper()
	var object map[string]any
	if err := yaml.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	return object
}
