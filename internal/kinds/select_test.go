package kinds_test

import (
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// TestSelection compares the selector of a pool with the pods of what the references have.
func TestSelection(t *testing.T) {
	const serving = `{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: ModelServing, metadata: {name: chat, namespace: llm}, spec: {template: {roles: [
		{name: first, workerReplicas: 0, entryTemplate: {metadata: {labels: {app: chat, stage: first}}}},
		{name: second, workerReplicas: 1, entryTemplate: {metadata: {labels: {app: chat, stage: second}}}, workerTemplate: {metadata: {labels: {app: chat}}}}]}}}`
	const booster = `{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: ModelBooster, metadata: {name: tiny, namespace: llm}, spec: {backend: {name: b, type: vLLM, modelURI: "hf://a/b", replicas: 1, workers: [{image: i, replicas: 1, pods: 1}]}}}`
	cases := map[string]struct {
		reason, labels string
		references     []string
		unknown        []string
		want           string
	}{
		"labels of a template":   {"the pods have them", `{app: chat}`, []string{serving}, nil, ""},
		"labels of one role":     {"its pods have both", `{app: chat, stage: second}`, []string{serving}, nil, ""},
		"labels of Kthena":       {"its pods have them", `{modelserving.volcano.sh/name: chat, modelserving.volcano.sh/entry: "true"}`, []string{serving}, nil, ""},
		"label of a controller":  {"nobody knows it before", `{app: chat, modelserving.volcano.sh/group-name: chat-0, pod-template-hash: a, apps.kubernetes.io/pod-index: "0"}`, []string{serving}, nil, ""},
		"misspelt value":         {"no pod has it", `{app: chatt}`, []string{serving}, nil, "selects no pod of ModelServing `chat` (its pods have app=chat, modelserving.volcano.sh/name=chat)"},
		"label that is nowhere":  {"no pod has it", `{app: chat, tier: a}`, []string{serving}, nil, "or leave the workload out of `references`"},
		"label of nobody":        {"it is of no controller", `{app: chat, example.com/tier: a}`, []string{serving}, nil, "selects no pod of ModelServing `chat`"},
		"labels of two roles":    {"no pod has both", `{stage: first, modelserving.volcano.sh/role: second}`, []string{serving}, nil, "selects no pod"},
		"pods of a booster":      {"they are of its ModelServing", `{modelserving.volcano.sh/name: tiny-b}`, []string{booster}, nil, ""},
		"name of a booster":      {"its ModelServing has another", `{modelserving.volcano.sh/name: tiny}`, []string{booster}, nil, "selects no pod of ModelBooster `tiny`"},
		"one of two":             {"it is enough", `{workload.serving.volcano.sh/model-name: tiny}`, []string{serving, booster}, nil, ""},
		"nothing is given":       {"nobody knows of pods", `{app: a}`, nil, nil, ""},
		"another namespace":      {"a pool of the namespace may have others", `{app: a}`, []string{strings.Replace(serving, "namespace: llm", "namespace: other", 1)}, nil, ""},
		"unknown reference":      {"it may have the pods", `{app: a}`, []string{serving}, []string{"references[1]"}, ""},
		"unknown label":          {"it may be right", `{app: a}`, []string{serving}, []string{"spec.selector.matchLabels[tier]"}, ""},
		"unknown name elsewhere": {"it does not matter", `{app: a}`, []string{serving}, []string{"metadata.name"}, "selects no pod"},
	}
	all := provider.Kinds()
	pool := all[slices.IndexFunc(all, func(k *kinds.Kind) bool { return k.TypeName == "pool" })]
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c := kinds.Candidate{Release: pool.Newest().Name, Object: read(t, `{apiVersion: inference.networking.k8s.io/v1, kind: InferencePool, metadata: {name: p, namespace: llm}, `+
				`spec: {targetPorts: [{number: 8000}], endpointPickerRef: {name: e, port: {number: 9002}}, selector: {matchLabels: `+tc.labels+`}}}`)}
			for _, text := range tc.references {
				c.References = append(c.References, read(t, text))
			}
			errs, warns := pool.Check(c, tc.unknown)
			if len(errs) > 0 || (len(warns) > 0) != (tc.want != "") {
				t.Fatalf("%s: errors %v, warnings %v", tc.reason, errs, warns)
			}
			if tc.want != "" && (warns[0].Field != "spec.selector.matchLabels" || !strings.Contains(warns[0].Detail, tc.want)) {
				t.Errorf("%s: want %q, got %s: %s", tc.reason, tc.want, warns[0].Field, warns[0].Detail)
			}
		})
	}
}

func read(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	object := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(text), &object.Object); err != nil {
		t.Fatal(err)
	}
	return object
}
