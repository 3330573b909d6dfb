package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validService = `
apiVersion: inference.llmaz.io/v1alpha1
kind: Service
metadata: {name: qwen, namespace: llm}
spec:
  modelClaims: {models: [{name: qwen}]}
  workloadTemplate:
    workerTemplate: {spec: {containers: [{name: model-runner, image: "a:1"}, {name: proxy, image: "b:1"}]}}
`

// A leader beside the workers, as the pod's spec.
func leader(pod string) string {
	return `spec: {workloadTemplate: {leaderTemplate: {spec: ` + pod + `}}}`
}

// badPod has containers without an image and mounts of a volume that is not there.
const badPod = `{volumes: [{name: v}], containers: [{name: model-runner, volumeMounts: [{name: v, mountPath: /v}, {name: w, mountPath: /w}]}],
	initContainers: [{name: i, volumeMounts: [{name: v, mountPath: /v}, {name: w, mountPath: /w}]}]}`

// inBadPods is a finding in both containers of both templates.
func inBadPods(id, below, text string) []string {
	var found []string
	for _, template := range []string{"leaderTemplate", "workerTemplate"} {
		for _, list := range []string{"containers", "initContainers"} {
			found = append(found, id+" spec.workloadTemplate."+template+".spec."+list+"[0]."+below+": "+text)
		}
	}
	return found
}

var serviceCases = map[string]kindstest.Case{
	"valid": {
		Reason:  "one model and one group of one pod",
		Near:    []string{"SV-W1", "SV-W2", "SV-C1", "SV-C7", "PG-C2", "PG-C4", "N-1", "N-5", "DUP-3"},
		Release: "v0.1.4",
	},
	"no container of that name": {
		Reason: "llmaz injects into model-runner",
		Patch:  `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: vllm, image: "i:1"}]}}}}`,
		Want:   []string{"SV-W2 spec.workloadTemplate.workerTemplate.spec.containers: must be named `model-runner`"},
	},
	"main model and draft": {
		Reason: "one of each",
		Patch:  `spec: {modelClaims: {models: [{name: a}, {name: b, role: draft}]}}`,
		Near:   []string{"SV-W3", "SV-W4"},
	},
	"draft alone": {
		Reason: "no model answers",
		Patch:  `spec: {modelClaims: {models: [{name: b, role: draft}]}}`,
		Want: []string{
			"SV-W3 spec.modelClaims.models: exactly two models",
			"SV-W4 spec.modelClaims.models: 0 models have the role `main`",
		},
	},
	"two main models": {
		Reason: "the last one listed would answer, whatever was meant",
		Patch:  `spec: {modelClaims: {models: [{name: a}, {name: b}]}}`,
		Want:   []string{"PG-C4 spec.modelClaims.models: 2 models have the role `main`"},
	},
	"model whose name is no label value": {
		Reason: "the pods carry it as a label; the draft's is not on them",
		Patch:  `spec: {modelClaims: {models: [{name: a_}, {name: b_, role: draft}]}}`,
		Want:   []string{"PG-C2 spec.modelClaims.models[0].name: value of the label `llmaz.io/model-name`"},
	},
	"no claims": {
		Reason: "the controller would crash on it",
		Patch:  `spec: {modelClaims: null}`,
		Want:   []string{"SV-C1 spec.modelClaims: say what to serve"},
	},
	"claims without models": {
		Reason: "the controller would crash on it",
		Patch:  `spec: {modelClaims: {models: null, inferenceFlavors: [a]}}`,
		Want:   []string{"SV-C1 spec.modelClaims.models: list at least"},
	},
	"settings that are dropped": {
		Reason: "llmaz does not copy them",
		Patch:  `spec: {workloadTemplate: {restartPolicy: None, subGroupPolicy: {}}}`,
		Want: []string{
			"warning SV-C2 spec.workloadTemplate.restartPolicy: does not pass it on",
			"warning SV-C2 spec.workloadTemplate.subGroupPolicy: does not pass it on",
		},
	},
	"settings that are dropped by v0.1.0": {
		Reason: "it copied even less",
		Patch: `spec: {workloadTemplate: {startupPolicy: LeaderReady, networkConfig: {subdomainPolicy: UniquePerReplica}},
			rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 1, maxSurge: 1}}}`,
		Release: "v0.1.0",
		Want: []string{
			"warning SV-C2 spec.workloadTemplate.startupPolicy: v0.1.0 does not pass it on",
			"warning SV-C2 spec.workloadTemplate.networkConfig.subdomainPolicy: v0.1.0 does not pass it on",
			"warning SV-C2 spec.rolloutStrategy.rollingUpdateConfiguration: one group at a time",
		},
	},
	"dropped settings that change nothing": {
		Reason: "they say what happens anyway",
		Patch: `spec: {workloadTemplate: {restartPolicy: RecreateGroupOnPodRestart, startupPolicy: LeaderCreated, networkConfig: {subdomainPolicy: Shared}},
			rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 1, maxSurge: 0}}}`,
		Release: "v0.1.0",
		Near:    []string{"SV-C2"},
	},
	"leader that listens elsewhere": {
		Reason: "the Service in front sends to 8080; what the workers do is their own business",
		Patch:  leader(`{containers: [{name: model-runner, image: "i:1", ports: [{containerPort: 40000}, {containerPort: 8080, protocol: UDP}]}]}`), Release: "v0.1.4",
		Want: []string{"warning SV-C5 spec.workloadTemplate.leaderTemplate.spec.containers[0].ports: listen on 8080"},
	},
	"single host that listens elsewhere": {
		Reason: "without a leader template the workers' is that of the leader",
		Patch:  `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: model-runner, image: "i:1", ports: [{containerPort: 8000}]}]}}}}`, Release: "v0.1.4",
		Want: []string{"warning SV-C5 spec.workloadTemplate.workerTemplate.spec.containers[0].ports: listen on 8080"},
	},
	"single host that listens elsewhere beside a leader": {
		Reason: "requests go to the leader, which says nothing about its ports",
		Patch: `spec: {workloadTemplate: {leaderTemplate: {spec: {containers: [{name: model-runner, image: "i:1"}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, image: "i:1", ports: [{containerPort: 8000}]}]}}}}`,
		Release: "v0.1.4",
		Near:    []string{"SV-C5"},
	},
	"leader that listens elsewhere too": {
		Reason: "one port of the right number is enough",
		Patch:  leader(`{containers: [{name: model-runner, image: "i:1", ports: [{containerPort: 9000}, {containerPort: 8080, protocol: TCP}]}]}`), Release: "v0.1.4",
		Near: []string{"SV-C5", "SV-C6", "SV-C7"},
	},
	"leader that no Service fronts": {
		Reason: "v0.1.0 creates no Service of its own",
		Patch:  leader(`{containers: [{name: model-runner, image: "i:1", ports: [{containerPort: 40000}]}]}`), Release: "v0.1.0",
		Near: []string{"SV-C5"},
	},
	"leader without the container": {
		Reason: "it gets no model and no accelerators",
		Patch:  leader(`{containers: [{name: vllm, image: "i:1"}]}`),
		Want:   []string{"warning SV-C6 spec.workloadTemplate.leaderTemplate.spec.containers: neither the model volume nor accelerators"},
	},
	"pods that the API server refuses": {
		Reason: "neither llmaz nor the LeaderWorkerSet looks at images and volumes",
		Patch:  `spec: {workloadTemplate: {size: 2, leaderTemplate: {spec: ` + badPod + `}, workerTemplate: {spec: ` + badPod + `}}}`,
		Want:   append(inBadPods("POD-1", "image", "without one no pod can be created"), inBadPods("POD-2", "volumeMounts[1].name", "add it to `volumes`")...),
	},
	"workers of one host": {
		Reason: "a leader alone has none",
		Patch:  `spec: {workloadTemplate: {size: 1, leaderTemplate: {spec: {containers: [{name: model-runner, image: "i:1"}]}}, workerTemplate: {spec: {containers: [{name: model-runner}]}}}}`,
		Near:   []string{"POD-1", "POD-2"},
	},
	"mounts of the weights": {
		Reason: "llmaz adds their volume",
		Patch:  leader(`{volumes: [{name: v}], containers: [{name: model-runner, image: "i:1", volumeMounts: [{name: model-volume, mountPath: /a}, {name: v, mountPath: /b}]}]}`),
		Near:   []string{"POD-2"},
	},
	"containers in another order": {
		Reason: "the loader gets the environment of the first container",
		Patch: `spec: {workloadTemplate: {leaderTemplate: {spec: {containers: [{name: a, image: "i:1"}, {name: model-runner, image: "i:1"}]}},
			workerTemplate: {spec: {containers: [{name: a, image: "i:1"}, {name: b, image: "i:1"}, {name: model-runner, image: "i:1"}]}}}}`,
		Release: "v0.1.4",
		Want: []string{
			"warning SV-C7 spec.workloadTemplate.leaderTemplate.spec.containers[1].name: list this one first",
			"warning SV-C7 spec.workloadTemplate.workerTemplate.spec.containers[2].name: list this one first",
		},
	},
	"containers in another order without loader": {
		Reason: "nothing is copied",
		Patch: `{metadata: {annotations: {llmaz.io/skip-model-loader: "true"}},
			spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: a, image: "i:1"}, {name: model-runner, image: "i:1"}]}}}}}`,
		Release: "v0.1.4",
		Near:    []string{"SV-C7"},
	},
	"what llmaz adds itself": {
		Reason: "the API server refuses duplicates in the LeaderWorkerSet",
		Patch: `spec: {workloadTemplate: {
			leaderTemplate: {spec: {volumes: [{name: x}, {name: model-volume}], initContainers: [{name: model-loader, image: "i:1"}],
				containers: [{name: model-runner, image: "i:1", volumeMounts: [{name: x, mountPath: /workspace/models}]}]}},
			workerTemplate: {spec: {volumes: [{name: x}, {name: model-volume}], initContainers: [{name: model-loader-1, image: "i:1"}],
				containers: [{name: model-runner, image: "i:1", volumeMounts: [{name: x, mountPath: /workspace/models/}]}]}}}}`,
		Want: []string{
			"DUP-3 spec.workloadTemplate.leaderTemplate.spec.volumes[1].name: the volume for the weights",
			"DUP-3 spec.workloadTemplate.leaderTemplate.spec.initContainers[0].name: load the weights",
			"DUP-3 spec.workloadTemplate.leaderTemplate.spec.containers[0].volumeMounts[0].mountPath: mount the volume elsewhere",
			"DUP-3 spec.workloadTemplate.workerTemplate.spec.volumes[1].name: the volume for the weights",
			"DUP-3 spec.workloadTemplate.workerTemplate.spec.initContainers[0].name: load the weights",
			"DUP-3 spec.workloadTemplate.workerTemplate.spec.containers[0].volumeMounts[0].mountPath: mount the volume elsewhere",
		},
	},
	"almost what llmaz adds itself": {
		Reason: "other names, and a mount below the models in another container",
		Patch: `spec: {workloadTemplate: {workerTemplate: {spec: {volumes: [{name: x}, {name: model-volume-2}], initContainers: [{name: model-loader-x, image: "i:1"}, {name: model-loader-, image: "i:1"}],
			containers: [{name: model-runner, image: "i:1", volumeMounts: [{name: x, mountPath: /workspace/models/lora}]}, {name: b, image: "i:1", volumeMounts: [{name: x, mountPath: /workspace/models/}]}]}}}}`,
		Near: []string{"DUP-3"},
	},
	"what llmaz adds itself without loader": {
		Reason: "then it adds no volume either",
		Patch: `{metadata: {annotations: {llmaz.io/skip-model-loader: "true"}},
			spec: {workloadTemplate: {workerTemplate: {spec: {volumes: [{name: model-volume}], containers: [{name: model-runner, image: "i:1"}]}}}}}`,
		Near: []string{"DUP-3"},
	},
	"negative replicas": {
		Reason: "the LeaderWorkerSet refuses it later",
		Patch:  `spec: {replicas: -2}`,
		Want:   []string{"LWS-2 spec.replicas: 0 or more"},
	},
	"no replicas and a rollout that could not proceed": {
		Reason: "without groups there is nothing to roll out",
		Patch:  `spec: {replicas: 0, rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 0, maxSurge: 0}}}`,
		Near:   []string{"LWS-2", "LWS-6"},
	},
	"group of none": {
		Reason: "there is no group without a leader",
		Patch:  `spec: {workloadTemplate: {size: 0}}`,
		Want:   []string{"LWS-3 spec.workloadTemplate.size: 1 or more"},
	},
	"group of one": {
		Reason: "the leader alone",
		Patch:  `spec: {workloadTemplate: {size: 1}}`,
		Near:   []string{"LWS-3"},
	},
	"more pods than can be counted": {
		Reason: "65536 times 32768 is one more than an int32 holds",
		Patch:  `spec: {replicas: 65536, workloadTemplate: {size: 32768}}`,
		Want:   []string{"LWS-4 spec.replicas: must not exceed 2147483647"},
	},
	"as many pods as can be counted": {
		Reason: "one less",
		Patch:  `spec: {replicas: 1, workloadTemplate: {size: 2147483647}}`,
		Near:   []string{"LWS-4"},
	},
	"bounds of no form": {
		Reason: "a percentage has its sign and is at most 100",
		Patch:  `spec: {rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: "101%", maxSurge: "5"}}}`,
		Want: []string{
			"LWS-5 spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable: a percentage from `0%` to `100%`",
			"LWS-5 spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge: a percentage from `0%` to `100%`",
		},
	},
	"negative bound": {
		Reason: "a number of groups is not negative",
		Patch:  `spec: {rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxSurge: -1}}}`,
		Want:   []string{"LWS-5 spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge: 0 or more"},
	},
	"bounds at their ends": {
		Reason: "both forms, at their largest and smallest",
		Patch:  `spec: {rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: "100%", maxSurge: 0}}}`,
		Near:   []string{"LWS-5"},
	},
	"rollout that cannot proceed": {
		Reason: "30 % of 3 groups is less than one",
		Patch:  `spec: {replicas: 3, rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: "30%"}}}`,
		Want:   []string{"LWS-6 spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable: no group of 3 to be missing"},
	},
	"rollout that proceeds by surge": {
		Reason: "a percentage of the surge is rounded up",
		Patch:  `spec: {rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 0, maxSurge: "1%"}}}`,
		Near:   []string{"LWS-6"},
	},
	"subgroup that divides nothing": {
		Reason: "neither 8 nor 7 is a multiple of 3",
		Patch:  `spec: {workloadTemplate: {size: 8, subGroupPolicy: {subGroupSize: 3}}}`, Direct: true,
		Want: []string{"LWS-8 spec.workloadTemplate.subGroupPolicy.subGroupSize: 8, or that less the leader, 7"},
	},
	"subgroup of none": {
		Reason: "zero divides nothing",
		Patch:  `spec: {workloadTemplate: {size: 8, subGroupPolicy: {subGroupSize: 0}}}`, Direct: true,
		Want: []string{"LWS-8 spec.workloadTemplate.subGroupPolicy.subGroupSize: 8, or that less the leader, 7"},
	},
	"subgroup larger than the group": {
		Reason: "one pod less the leader is none, which everything divides",
		Patch:  `spec: {workloadTemplate: {subGroupPolicy: {subGroupSize: 3}}}`, Direct: true,
		Want: []string{"LWS-8 spec.workloadTemplate.subGroupPolicy.subGroupSize: 1, or that less the leader, 0"},
	},
	"subgroup without the leader": {
		Reason: "7 divides 8 less the leader",
		Patch:  `spec: {workloadTemplate: {size: 8, subGroupPolicy: {subGroupSize: 7}}}`, Direct: true,
		Near: []string{"LWS-8", "LWS-9"},
	},
	"subgroup without size": {
		Reason: "the webhook of the LeaderWorkerSet would crash on it",
		Patch:  `spec: {workloadTemplate: {subGroupPolicy: {}}}`, Direct: true,
		Want: []string{"LWS-9 spec.workloadTemplate.subGroupPolicy.subGroupSize: remove `sub_group_policy`"},
	},
	"name with an underscore": {
		Reason: "not a DNS label",
		Patch:  `metadata: {name: qwen_chat}`,
		Want:   []string{"SV-W1 metadata.name: lower-case letters"},
	},
	"name with a digit in front": {
		Reason: "the webhook admits it, and the LeaderWorkerSet does not",
		Patch:  `metadata: {name: 7b-chat}`,
		Want:   []string{"N-1 metadata.name: must start with a letter"},
	},
	"name of 61 characters": {
		Reason: "with -lb it is one longer than a Service's name",
		Patch:  `metadata: {name: a234567890123456789012345678901234567890123456789012345678901}`,
		Want:   []string{"N-2 metadata.name: has 61 characters; at most 60"},
	},
	"name of 53 characters": {
		Reason: "with the hash of a revision it is one longer than a label value",
		Patch:  `metadata: {name: a2345678901234567890123456789012345678901234567890123}`,
		Near:   []string{"N-2"},
		Want:   []string{"N-3 metadata.name: has 53 characters; at most 52"},
	},
	"name of 52 characters": {
		Reason: "as long as a StatefulSet's name may be, with one pod in a group",
		Patch:  `{metadata: {name: a234567890123456789012345678901234567890123456789012}, spec: {replicas: 200}}`,
		Near:   []string{"N-3", "N-4"},
	},
	"name of 51 characters with several hosts": {
		Reason: "the StatefulSet of the only group is the name and -0",
		Patch:  `{metadata: {name: a23456789012345678901234567890123456789012345678901}, spec: {workloadTemplate: {size: 2}}}`,
		Want:   []string{"N-4 metadata.name: has 51 characters; at most 50"},
	},
	"name of 50 characters with several hosts": {
		Reason: "as long as it may be with up to ten groups",
		Patch:  `{metadata: {name: a2345678901234567890123456789012345678901234567890}, spec: {replicas: 10, workloadTemplate: {size: 2}}}`,
		Near:   []string{"N-4"},
	},
	"name of 50 characters with eleven groups": {
		Reason: "the surge adds the eleventh, whose index has two digits",
		Patch: `{metadata: {name: a2345678901234567890123456789012345678901234567890},
			spec: {replicas: 10, workloadTemplate: {size: 2}, rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxSurge: "10%"}}}}`,
		Want: []string{"N-4 metadata.name: `<name>-10`"},
	},
	"name with dots": {
		Reason: "dots separate DNS labels",
		Patch:  `metadata: {name: qwen2.5}`,
		Want:   []string{"N-5 metadata.name: write `qwen2--5`"},
	},
}
