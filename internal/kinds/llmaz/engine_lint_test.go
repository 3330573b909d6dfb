package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

var engineLintCases = map[string]kindstest.Case{
	"engine that is misconfigured": {
		Reason: "two hosts of two devices, two lengths, and an image that floats",
		Patch: `spec: {workloadTemplate: {size: 2, workerTemplate: {spec: {containers: [{name: model-runner, image: "registry:5000/a:latest", ports: [{containerPort: 8080}],
			args: [--tensor-parallel-size, "8", --max-model-len, "1024", --max-model-len, "2048"], resources: {limits: {nvidia.com/gpu: "2"}}}]}}}}`,
		Want: []string{
			"warning EL-1 spec.workloadTemplate.workerTemplate.spec.containers[0].args[0]: makes 8 parts, and the pods of a group have 4 accelerators: the engine does not start",
			`warning EL-2 spec.workloadTemplate.workerTemplate.spec.containers[0].args[4]: the context length is "2048" here and "1024"`,
			"warning EL-3 spec.workloadTemplate.workerTemplate.spec.containers[0].image: name a version or a digest",
		},
	},
	"engine that fits": {
		Reason: "leader and worker have a part on each device; data parallel copies are not counted",
		Patch: `spec: {workloadTemplate: {size: 2,
			leaderTemplate: {spec: {containers: [{name: model-runner, image: "a:1", ports: [{containerPort: 8080}], args: [--tp-size, "4", --dtype, auto], resources: {limits: {nvidia.com/gpu: "2"}}}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1", args: [--tp-size, "2", --dp-size, "4"], resources: {limits: {nvidia.com/gpu: "2"}}}]}}}}`,
		Near: []string{"EL-1", "EL-2", "EL-3"},
	},
}
