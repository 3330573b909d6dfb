package llmaz

const validService = `
apiVersion: inference.llmaz.io/v1alpha1
kind: Service
metadata: {name: qwen, namespace: llm}
spec:
  modelClaims: {models: [{name: qwen}]}
  workloadTemplate:
    workerTemplate: {spec: {containers: [{name: model-runner, image: a}, {name: proxy, image: b}]}}
`

// A leader beside the workers, as the pod's spec.
func leader(pod string) string {
	return `spec: {workloadTemplate: {leaderTemplate: {spec: ` + pod + `}}}`
}

var serviceCases = map[string]ruleCase{
	"valid": {
		reason:  "one model and one group of one pod",
		near:    []string{"SV-W1", "SV-W2", "SV-C1", "SV-C7", "PG-C2", "PG-C4", "N-1", "N-5", "DUP-3"},
		dialect: "v0.1.4",
	},
	"no container of that name": {
		reason: "llmaz injects into model-runner",
		patch:  `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: vllm}]}}}}`,
		want:   []verdict{{"SV-W2", "spec.workloadTemplate.workerTemplate.spec.containers", "must be named `model-runner`", false}},
	},
	"main model and draft": {
		reason: "one of each",
		patch:  `spec: {modelClaims: {models: [{name: a}, {name: b, role: draft}]}}`,
		near:   []string{"SV-W3", "SV-W4"},
	},
	"draft alone": {
		reason: "no model answers",
		patch:  `spec: {modelClaims: {models: [{name: b, role: draft}]}}`,
		want: []verdict{
			{"SV-W3", "spec.modelClaims.models", "exactly two models", false},
			{"SV-W4", "spec.modelClaims.models", "0 models have the role `main`", false},
		},
	},
	"two main models": {
		reason: "the last one listed would answer, whatever was meant",
		patch:  `spec: {modelClaims: {models: [{name: a}, {name: b}]}}`,
		want:   []verdict{{"PG-C4", "spec.modelClaims.models", "2 models have the role `main`", false}},
	},
	"model whose name is no label value": {
		reason: "the pods carry it as a label; the draft's is not on them",
		patch:  `spec: {modelClaims: {models: [{name: a_}, {name: b_, role: draft}]}}`,
		want:   []verdict{{"PG-C2", "spec.modelClaims.models[0].name", "value of the label `llmaz.io/model-name`", false}},
	},
	"no claims": {
		reason: "the controller would crash on it",
		patch:  `spec: {modelClaims: null}`,
		want:   []verdict{{"SV-C1", "spec.modelClaims", "say what to serve", false}},
	},
	"claims without models": {
		reason: "the controller would crash on it",
		patch:  `spec: {modelClaims: {models: null, inferenceFlavors: [a]}}`,
		want:   []verdict{{"SV-C1", "spec.modelClaims.models", "list at least", false}},
	},
	"settings that are dropped": {
		reason: "llmaz does not copy them",
		patch:  `spec: {workloadTemplate: {restartPolicy: None, subGroupPolicy: {}}}`,
		want: []verdict{
			{"SV-C2", "spec.workloadTemplate.restartPolicy", "does not pass it on", true},
			{"SV-C2", "spec.workloadTemplate.subGroupPolicy", "does not pass it on", true},
		},
	},
	"settings that are dropped by v0.1.0": {
		reason: "it copied even less",
		patch: `spec: {workloadTemplate: {startupPolicy: LeaderReady, networkConfig: {subdomainPolicy: UniquePerReplica}},
			rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 1, maxSurge: 1}}}`,
		dialect: "v0.1.0",
		want: []verdict{
			{"SV-C2", "spec.workloadTemplate.startupPolicy", "v0.1.0 does not pass it on", true},
			{"SV-C2", "spec.workloadTemplate.networkConfig.subdomainPolicy", "v0.1.0 does not pass it on", true},
			{"SV-C2", "spec.rolloutStrategy.rollingUpdateConfiguration", "one group at a time", true},
		},
	},
	"dropped settings that change nothing": {
		reason: "they say what happens anyway",
		patch: `spec: {workloadTemplate: {restartPolicy: RecreateGroupOnPodRestart, startupPolicy: LeaderCreated, networkConfig: {subdomainPolicy: Shared}},
			rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 1, maxSurge: 0}}}`,
		dialect: "v0.1.0",
		near:    []string{"SV-C2"},
	},
	"leader that listens elsewhere": {
		reason: "the Service in front sends to 8080; what the workers do is their own business",
		patch:  leader(`{containers: [{name: model-runner, ports: [{containerPort: 40000}, {containerPort: 8080, protocol: UDP}]}]}`), dialect: "v0.1.4",
		want: []verdict{{"SV-C5", "spec.workloadTemplate.leaderTemplate.spec.containers[0].ports", "listen on 8080", true}},
	},
	"single host that listens elsewhere": {
		reason: "without a leader template the workers' is that of the leader",
		patch:  `spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: model-runner, ports: [{containerPort: 8000}]}]}}}}`, dialect: "v0.1.4",
		want: []verdict{{"SV-C5", "spec.workloadTemplate.workerTemplate.spec.containers[0].ports", "listen on 8080", true}},
	},
	"single host that listens elsewhere beside a leader": {
		reason: "requests go to the leader, which says nothing about its ports",
		patch: `spec: {workloadTemplate: {leaderTemplate: {spec: {containers: [{name: model-runner}]}},
			workerTemplate: {spec: {containers: [{name: model-runner, ports: [{containerPort: 8000}]}]}}}}`,
		dialect: "v0.1.4",
		near:    []string{"SV-C5"},
	},
	"leader that listens elsewhere too": {
		reason: "one port of the right number is enough",
		patch:  leader(`{containers: [{name: model-runner, ports: [{containerPort: 9000}, {containerPort: 8080, protocol: TCP}]}]}`), dialect: "v0.1.4",
		near: []string{"SV-C5", "SV-C6", "SV-C7"},
	},
	"leader that no Service fronts": {
		reason: "v0.1.0 creates no Service of its own",
		patch:  leader(`{containers: [{name: model-runner, ports: [{containerPort: 40000}]}]}`), dialect: "v0.1.0",
		near: []string{"SV-C5"},
	},
	"leader without the container": {
		reason: "it gets no model and no accelerators",
		patch:  leader(`{containers: [{name: vllm}]}`),
		want:   []verdict{{"SV-C6", "spec.workloadTemplate.leaderTemplate.spec.containers", "neither the model volume nor accelerators", true}},
	},
	"containers in another order": {
		reason: "the loader gets the environment of the first container",
		patch: `spec: {workloadTemplate: {leaderTemplate: {spec: {containers: [{name: a}, {name: model-runner}]}},
			workerTemplate: {spec: {containers: [{name: a}, {name: b}, {name: model-runner}]}}}}`,
		dialect: "v0.1.4",
		want: []verdict{
			{"SV-C7", "spec.workloadTemplate.leaderTemplate.spec.containers[1].name", "list this one first", true},
			{"SV-C7", "spec.workloadTemplate.workerTemplate.spec.containers[2].name", "list this one first", true},
		},
	},
	"containers in another order without loader": {
		reason: "nothing is copied",
		patch: `{metadata: {annotations: {llmaz.io/skip-model-loader: "true"}},
			spec: {workloadTemplate: {workerTemplate: {spec: {containers: [{name: a}, {name: model-runner}]}}}}}`,
		dialect: "v0.1.4",
		near:    []string{"SV-C7"},
	},
	"what llmaz adds itself": {
		reason: "the API server refuses duplicates in the LeaderWorkerSet",
		patch: `spec: {workloadTemplate: {
			leaderTemplate: {spec: {volumes: [{name: model-volume}], initContainers: [{name: model-loader}],
				containers: [{name: model-runner, volumeMounts: [{name: x, mountPath: /workspace/models}]}]}},
			workerTemplate: {spec: {volumes: [{name: cache}, {name: model-volume}], initContainers: [{name: model-loader-1}],
				containers: [{name: model-runner, volumeMounts: [{name: x, mountPath: /workspace/models/}]}]}}}}`,
		want: []verdict{
			{"DUP-3", "spec.workloadTemplate.leaderTemplate.spec.volumes[0].name", "the volume for the weights", false},
			{"DUP-3", "spec.workloadTemplate.leaderTemplate.spec.initContainers[0].name", "load the weights", false},
			{"DUP-3", "spec.workloadTemplate.leaderTemplate.spec.containers[0].volumeMounts[0].mountPath", "mount the volume elsewhere", false},
			{"DUP-3", "spec.workloadTemplate.workerTemplate.spec.volumes[1].name", "the volume for the weights", false},
			{"DUP-3", "spec.workloadTemplate.workerTemplate.spec.initContainers[0].name", "load the weights", false},
			{"DUP-3", "spec.workloadTemplate.workerTemplate.spec.containers[0].volumeMounts[0].mountPath", "mount the volume elsewhere", false},
		},
	},
	"almost what llmaz adds itself": {
		reason: "other names, and a mount below the models in another container",
		patch: `spec: {workloadTemplate: {workerTemplate: {spec: {volumes: [{name: model-volume-2}], initContainers: [{name: model-loader-x}, {name: model-loader-}],
			containers: [{name: model-runner, volumeMounts: [{name: x, mountPath: /workspace/models/lora}]}, {name: b, volumeMounts: [{name: x, mountPath: /workspace/models/}]}]}}}}`,
		near: []string{"DUP-3"},
	},
	"what llmaz adds itself without loader": {
		reason: "then it adds no volume either",
		patch: `{metadata: {annotations: {llmaz.io/skip-model-loader: "true"}},
			spec: {workloadTemplate: {workerTemplate: {spec: {volumes: [{name: model-volume}], containers: [{name: model-runner}]}}}}}`,
		near: []string{"DUP-3"},
	},
	"negative replicas": {
		reason: "the LeaderWorkerSet refuses it later",
		patch:  `spec: {replicas: -2}`,
		want:   []verdict{{"LWS-2", "spec.replicas", "0 or more", false}},
	},
	"no replicas and a rollout that could not proceed": {
		reason: "without groups there is nothing to roll out",
		patch:  `spec: {replicas: 0, rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 0, maxSurge: 0}}}`,
		near:   []string{"LWS-2", "LWS-6"},
	},
	"group of none": {
		reason: "there is no group without a leader",
		patch:  `spec: {workloadTemplate: {size: 0}}`,
		want:   []verdict{{"LWS-3", "spec.workloadTemplate.size", "1 or more", false}},
	},
	"group of one": {
		reason: "the leader alone",
		patch:  `spec: {workloadTemplate: {size: 1}}`,
		near:   []string{"LWS-3"},
	},
	"more pods than can be counted": {
		reason: "65536 times 32768 is one more than an int32 holds",
		patch:  `spec: {replicas: 65536, workloadTemplate: {size: 32768}}`,
		want:   []verdict{{"LWS-4", "spec.replicas", "must not exceed 2147483647", false}},
	},
	"as many pods as can be counted": {
		reason: "one less",
		patch:  `spec: {replicas: 1, workloadTemplate: {size: 2147483647}}`,
		near:   []string{"LWS-4"},
	},
	"bounds of no form": {
		reason: "a percentage has its sign and is at most 100",
		patch:  `spec: {rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: "101%", maxSurge: "5"}}}`,
		want: []verdict{
			{"LWS-5", "spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable", "a percentage from `0%` to `100%`", false},
			{"LWS-5", "spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge", "a percentage from `0%` to `100%`", false},
		},
	},
	"negative bound": {
		reason: "a number of groups is not negative",
		patch:  `spec: {rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxSurge: -1}}}`,
		want:   []verdict{{"LWS-5", "spec.rolloutStrategy.rollingUpdateConfiguration.maxSurge", "0 or more", false}},
	},
	"bounds at their ends": {
		reason: "both forms, at their largest and smallest",
		patch:  `spec: {rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: "100%", maxSurge: 0}}}`,
		near:   []string{"LWS-5"},
	},
	"rollout that cannot proceed": {
		reason: "30 % of 3 groups is less than one",
		patch:  `spec: {replicas: 3, rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: "30%"}}}`,
		want:   []verdict{{"LWS-6", "spec.rolloutStrategy.rollingUpdateConfiguration.maxUnavailable", "no group of 3 to be missing", false}},
	},
	"rollout that proceeds by surge": {
		reason: "a percentage of the surge is rounded up",
		patch:  `spec: {rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 0, maxSurge: "1%"}}}`,
		near:   []string{"LWS-6"},
	},
	"subgroup that divides nothing": {
		reason: "neither 8 nor 7 is a multiple of 3",
		patch:  `spec: {workloadTemplate: {size: 8, subGroupPolicy: {subGroupSize: 3}}}`, direct: true,
		want: []verdict{{"LWS-8", "spec.workloadTemplate.subGroupPolicy.subGroupSize", "8, or that less the leader, 7", false}},
	},
	"subgroup of none": {
		reason: "zero divides nothing",
		patch:  `spec: {workloadTemplate: {size: 8, subGroupPolicy: {subGroupSize: 0}}}`, direct: true,
		want: []verdict{{"LWS-8", "spec.workloadTemplate.subGroupPolicy.subGroupSize", "8, or that less the leader, 7", false}},
	},
	"subgroup larger than the group": {
		reason: "one pod less the leader is none, which everything divides",
		patch:  `spec: {workloadTemplate: {subGroupPolicy: {subGroupSize: 3}}}`, direct: true,
		want: []verdict{{"LWS-8", "spec.workloadTemplate.subGroupPolicy.subGroupSize", "1, or that less the leader, 0", false}},
	},
	"subgroup without the leader": {
		reason: "7 divides 8 less the leader",
		patch:  `spec: {workloadTemplate: {size: 8, subGroupPolicy: {subGroupSize: 7}}}`, direct: true,
		near: []string{"LWS-8", "LWS-9"},
	},
	"subgroup without size": {
		reason: "the webhook of the LeaderWorkerSet would crash on it",
		patch:  `spec: {workloadTemplate: {subGroupPolicy: {}}}`, direct: true,
		want: []verdict{{"LWS-9", "spec.workloadTemplate.subGroupPolicy.subGroupSize", "remove `sub_group_policy`", false}},
	},
	"name with an underscore": {
		reason: "not a DNS label",
		patch:  `metadata: {name: qwen_chat}`,
		want:   []verdict{{"SV-W1", "metadata.name", "lower-case letters", false}},
	},
	"name with a digit in front": {
		reason: "the webhook admits it, and the LeaderWorkerSet does not",
		patch:  `metadata: {name: 7b-chat}`,
		want:   []verdict{{"N-1", "metadata.name", "must start with a letter", false}},
	},
	"name of 61 characters": {
		reason: "with -lb it is one longer than a Service's name",
		patch:  `metadata: {name: a234567890123456789012345678901234567890123456789012345678901}`,
		want:   []verdict{{"N-2", "metadata.name", "has 61 characters; at most 60", false}},
	},
	"name of 53 characters": {
		reason: "with the hash of a revision it is one longer than a label value",
		patch:  `metadata: {name: a2345678901234567890123456789012345678901234567890123}`,
		near:   []string{"N-2"},
		want:   []verdict{{"N-3", "metadata.name", "has 53 characters; at most 52", false}},
	},
	"name of 52 characters": {
		reason: "as long as a StatefulSet's name may be, with one pod in a group",
		patch:  `{metadata: {name: a234567890123456789012345678901234567890123456789012}, spec: {replicas: 200}}`,
		near:   []string{"N-3", "N-4"},
	},
	"name of 51 characters with several hosts": {
		reason: "the StatefulSet of the only group is the name and -0",
		patch:  `{metadata: {name: a23456789012345678901234567890123456789012345678901}, spec: {workloadTemplate: {size: 2}}}`,
		want:   []verdict{{"N-4", "metadata.name", "has 51 characters; at most 50", false}},
	},
	"name of 50 characters with several hosts": {
		reason: "as long as it may be with up to ten groups",
		patch:  `{metadata: {name: a2345678901234567890123456789012345678901234567890}, spec: {replicas: 10, workloadTemplate: {size: 2}}}`,
		near:   []string{"N-4"},
	},
	"name of 50 characters with eleven groups": {
		reason: "the surge adds the eleventh, whose index has two digits",
		patch: `{metadata: {name: a2345678901234567890123456789012345678901234567890},
			spec: {replicas: 10, workloadTemplate: {size: 2}, rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxSurge: "10%"}}}}`,
		want: []verdict{{"N-4", "metadata.name", "`<name>-10`", false}},
	},
	"name with dots": {
		reason: "dots separate DNS labels",
		patch:  `metadata: {name: qwen2.5}`,
		want:   []verdict{{"N-5", "metadata.name", "write `qwen2--5`", false}},
	},
}
