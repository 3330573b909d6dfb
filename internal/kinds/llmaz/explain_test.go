package llmaz

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// Models with flavors, and objects that claim them.
const (
	oneFlavor  = `{apiVersion: llmaz.io/v1alpha1, kind: OpenModel, metadata: {name: qwen}, spec: {inferenceConfig: {flavors: [{name: a10, limits: {nvidia.com/gpu: 8}, nodeSelector: {gpu: a10}}]}}}`
	twoFlavors = `{apiVersion: llmaz.io/v1alpha1, kind: OpenModel, metadata: {name: qwen}, spec: {inferenceConfig: {flavors: [{name: a10, limits: {nvidia.com/gpu: 1}}, {name: h100, limits: {nvidia.com/gpu: 8, cpu: 200}}]}}}`
	noFlavor   = `{apiVersion: llmaz.io/v1alpha1, kind: OpenModel, metadata: {name: qwen}, spec: {}}`
	claiming   = `{apiVersion: inference.llmaz.io/v1alpha1, kind: Playground, metadata: {name: chat, namespace: llm}, spec: {modelClaim: {modelName: qwen}}}`
	choosing   = `{apiVersion: inference.llmaz.io/v1alpha1, kind: Playground, metadata: {name: chat, namespace: llm}, spec: {modelClaim: {modelName: qwen, inferenceFlavors: [h100]}}}`
	leading    = `{apiVersion: inference.llmaz.io/v1alpha1, kind: Service, metadata: {name: chat, namespace: llm}, spec: {workloadTemplate: {leaderTemplate: {spec: {containers: [{name: model-runner, image: "example.org/leader:1"}]}}, workerTemplate: {spec: {containers: [{name: model-runner, image: "example.org/worker:1"}]}}}}}`
	grouped    = `{apiVersion: inference.llmaz.io/v1alpha1, kind: Service, metadata: {name: chat, namespace: llm}, spec: {modelClaims: {models: [{name: draft, role: draft}, {name: qwen}]}, workloadTemplate: {leaderTemplate: {}, workerTemplate: {}}}}`
)

var (
	noGPU    = tree.Cause{Reason: tree.NoNode, Lacks: []string{"nvidia.com/gpu"}}
	noMemory = tree.Cause{Reason: tree.NotScheduled, Lacks: []string{"memory"}}
	noLabel  = tree.Cause{Reason: tree.NoNode, Unlabelled: true}
)

// TestPlaygroundNodes shows where pods of playgrounds have from what they ask of nodes.
func TestPlaygroundNodes(t *testing.T) {
	own := kinds.Place{Field: "spec.backendRuntimeConfig.resources"}
	in := func(field string) kinds.Place {
		return kinds.Place{Field: "spec.inferenceConfig.flavors" + field, Kind: "OpenModel", Name: "qwen", By: "spec.modelClaim.modelName"}
	}
	other := kinds.Place{Field: "spec.modelClaim.inferenceFlavors", Chooses: "flavor"}
	kindstest.Explains(t, Kinds(), "playground", map[string]kindstest.Blamed{
		"flavor": {
			Reason: "the only flavor has the number", Object: claiming, References: []string{oneFlavor}, Cause: noGPU,
			Want: []kinds.Place{in("[0].limits[nvidia.com/gpu]")},
		},
		"claimed flavor": {
			Reason: "the second flavor is claimed, and the first asks for less", Object: choosing, References: []string{twoFlavors}, Cause: noGPU,
			Want: []kinds.Place{in("[1].limits[nvidia.com/gpu]"), other},
		},
		"preferred flavor": {
			Reason: "without a claim the first flavor counts, which says nothing of processors", Object: claiming, References: []string{twoFlavors},
			Cause: tree.Cause{Reason: tree.NoNode, Lacks: []string{"cpu"}}, Want: []kinds.Place{own},
		},
		"both": {
			Reason: "the flavor has one number, and the runtime or the playground the other", Object: choosing, References: []string{twoFlavors},
			Cause: tree.Cause{Reason: tree.NoNode, Lacks: []string{"cpu", "memory"}}, Want: []kinds.Place{in("[1].limits[cpu]"), own, other},
		},
		"no flavor": {Reason: "the resources are the playground's", Object: claiming, References: []string{noFlavor}, Cause: noGPU, Want: []kinds.Place{own}},
		"memory":    {Reason: "the flavor says nothing of it", Object: claiming, References: []string{oneFlavor}, Cause: noMemory, Want: []kinds.Place{own}},
		"unknown model": {
			Reason: "its flavors may have the number, or the playground", Object: claiming, Cause: noGPU, Want: []kinds.Place{in(""), own},
		},
		"labels": {
			Reason: "direct mode makes them of the flavor", Object: claiming, References: []string{oneFlavor}, Direct: true, Cause: noLabel,
			Want: []kinds.Place{in("[0].nodeSelector")},
		},
		"labels of an operator": {Reason: "llmaz does not make them of the flavor", Object: claiming, References: []string{oneFlavor}, Cause: noLabel},
		"taint":                 {Reason: "a playground has no tolerations", Object: claiming, References: []string{oneFlavor}, Cause: tree.Cause{Reason: tree.NotScheduled}},
	})
}

// TestServiceNodes shows it for pods that are described in full.
func TestServiceNodes(t *testing.T) {
	kindstest.Explains(t, Kinds(), "service", map[string]kindstest.Blamed{
		"flavor": {
			Reason: "that of the main model wins over the template", Object: grouped, References: []string{oneFlavor}, Cause: noGPU,
			Want: []kinds.Place{{Field: "spec.inferenceConfig.flavors[0].limits[nvidia.com/gpu]", Kind: "OpenModel", Name: "qwen", By: "spec.modelClaims.models[1].name"}},
		},
		"image of the leader": {
			Reason: "its template names it", Object: leading, Cause: tree.Cause{Reason: tree.Image, Image: "example.org/leader:1", Container: "model-runner"},
			Want: []kinds.Place{{Field: "spec.workloadTemplate.leaderTemplate.spec.containers[0].image"}},
		},
		"image of nobody": {
			Reason: "admission may have changed it", Object: leading, Cause: tree.Cause{Reason: tree.Image, Image: "mirror.example.org/leader:1", Container: "model-runner"},
			Want: []kinds.Place{{Field: "spec.workloadTemplate.workerTemplate"}},
		},
		"worker": {Reason: "the flavor says nothing of it", Object: grouped, References: []string{oneFlavor}, Cause: noMemory, Want: []kinds.Place{{Field: "spec.workloadTemplate.workerTemplate"}}},
		"leader": {
			Reason: "the first pod of a group has a template of its own", Object: grouped, References: []string{oneFlavor},
			Cause: tree.Cause{Reason: tree.NoNode, Lacks: []string{"memory"}, Labels: map[string]string{"leaderworkerset.sigs.k8s.io/worker-index": "0"}},
			Want:  []kinds.Place{{Field: "spec.workloadTemplate.leaderTemplate"}},
		},
	})
}

// TestPlaygroundImageBlamed shows which fields the image of an engine comes from.
func TestPlaygroundImageBlamed(t *testing.T) {
	const (
		runtime   = `{apiVersion: inference.llmaz.io/v1alpha1, kind: BackendRuntime, metadata: {name: ours}, spec: {image: example.org/engine, version: v1}}`
		chosen    = `{apiVersion: inference.llmaz.io/v1alpha1, kind: Playground, metadata: {name: chat, namespace: llm}, spec: {backendRuntimeConfig: {backendName: ours}}}`
		versioned = `{apiVersion: inference.llmaz.io/v1alpha1, kind: Playground, metadata: {name: chat, namespace: llm}, spec: {backendRuntimeConfig: {backendName: ours, version: v2}}}`
	)
	in := func(field string) kinds.Place {
		return kinds.Place{Field: field, Kind: "BackendRuntime", Name: "ours", By: "spec.backendRuntimeConfig.backendName"}
	}
	other := kinds.Place{Field: "spec.backendRuntimeConfig.version", Chooses: "version"}
	version := kinds.Place{Field: "spec.backendRuntimeConfig.version"}
	kindstest.Explains(t, Kinds(), "playground", map[string]kindstest.Blamed{
		"version of the runtime": {
			Reason: "the runtime has both parts", Object: chosen, References: []string{runtime}, Cause: tree.Cause{Reason: tree.Image, Image: "example.org/engine:v1", Container: "model-runner"},
			Want: []kinds.Place{in("spec.image"), in("spec.version"), other},
		},
		"version of the playground": {
			Reason: "it wins over that of the runtime", Object: versioned, References: []string{runtime}, Cause: tree.Cause{Reason: tree.Image, Image: "example.org/engine:v2", Container: "model-runner"},
			Want: []kinds.Place{version, in("spec.image")},
		},
		"worker of a group": {
			Reason: "it runs the same", Object: chosen, References: []string{runtime}, Cause: tree.Cause{Reason: tree.Image, Image: "example.org/engine:v1", Container: "model-runner-worker"},
			Want: []kinds.Place{in("spec.image"), in("spec.version"), other},
		},
		"shipped runtime": {
			Reason: "nobody configures its image here", Object: claiming, Cause: tree.Cause{Reason: tree.Image, Image: "vllm/vllm-openai:v0", Container: "model-runner"}, Want: []kinds.Place{version},
		},
		"another registry": {
			Reason: "admission may have changed it, and the runtime has it all the same", Object: chosen, References: []string{runtime}, Cause: tree.Cause{Reason: tree.Image, Image: "mirror.example.org/engine:v1", Container: "model-runner"},
			Want: []kinds.Place{in("spec.image"), in("spec.version"), other},
		},
		"loader": {Reason: "it is the operator's", Object: chosen, References: []string{runtime}, Cause: tree.Cause{Reason: tree.Image, Container: "model-loader"}},
		"loader of direct mode": {
			Reason: "an option has it", Object: chosen, References: []string{runtime}, Direct: true, Cause: tree.Cause{Reason: tree.Image, Container: "model-loader"}, Want: []kinds.Place{{Field: "direct.loaderImage"}},
		},
	})
}
