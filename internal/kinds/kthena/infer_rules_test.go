package kthena

const validInfer = `
apiVersion: workload.volcano.sh/v1alpha1
kind: ModelInfer
metadata: {name: m, namespace: llm}
spec:
  replicas: 2
  schedulerName: volcano
  template:
    roles:
    - {name: prefill, replicas: 2, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: i}]}}}
`

var inferIDs = map[string]string{
	"MI-01": "MI-01", "MI-04": "MI-04", "MI-06": "MI-06", "MI-07": "MI-07", "MI-15": "MI-15", "MI-16": "MI-16",
}

const minimum = "spec.template.gangSchedule.minRoleReplicas"

var inferCases = merged(podCases("MI-19", "MI-03"), groupCases(inferIDs), directCases("MI-01", "MI-09", "InferGroupRecreate"), inferDirectCases, map[string]ruleCase{
	"valid": {reason: "what a user starts with", near: []string{"MI-02"}},
	"capital in a role": {
		reason: "pods are named after it", patch: "spec: {template: {" + roles(oneRole("Prefill", "")) + "}}",
		want: []verdict{{"MI-01", "spec.template.roles[0].name", "must be lower case", false}},
	},
	"another scheduler": {
		reason: "there is one", patch: "spec: {schedulerName: default-scheduler}",
		want: []verdict{{"MI-02", "spec.schedulerName", "must be `volcano`", false}},
	},
	"bounds": {
		reason: "surge is rounded up, and the last group is still updated",
		patch:  "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 10%, maxSurge: 1%, partition: 1}}}",
		near:   []string{"MI-08", "MI-09", "MI-10", "MI-11"},
	},
	"surge that is no amount": {
		reason: "a number or a percentage", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 0, maxSurge: some}}}",
		want: []verdict{{"MI-08", rolling + "maxSurge", "must be a number", false}},
	},
	"no bound is more than 0": {
		reason: "60% of one group is none", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 60%, maxSurge: 0}}, replicas: 1}",
		want: []verdict{{"MI-11", rolling + "maxUnavailable", "raise one of them", false}},
	},
	"one bound is more than 0": {
		reason: "60% of two groups is one", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 60%, maxSurge: 0}}}",
		near: []string{"MI-11"},
	},
	"negative partition": {
		reason: "there is no less than none", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: -1}}}",
		want: []verdict{{"MI-09", rolling + "partition", "0 or more", false}},
	},
	"percentage of a ModelInfer": {
		reason: "its definition has a number", dialect: asInfer, patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 50%}}}",
		want: []verdict{{"MI-C4", rolling + "partition", "takes no percentage", false}},
	},
	"percentage of a ModelServing": {
		reason: "its definition has either", dialect: asServing, patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 50%}}}",
		near: []string{"MI-C4"},
	},
	"partition of all": {
		reason: "no group would be updated", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 2}}}",
		want: []verdict{{"MI-10", rolling + "partition", "less than the 2 replicas", false}},
	},
	"partition of the default": {
		reason: "replicas are 1 unless they are set", patch: "spec: {replicas: null, rolloutStrategy: {rollingUpdateConfiguration: {partition: 1}}}",
		want: []verdict{{"MI-10", rolling + "partition", "less than the 1 replicas", false}},
	},
	"gang": {
		reason: "as many as there are", patch: "spec: {template: {gangSchedule: {minRoleReplicas: {prefill: 2}}}}",
		near: []string{"MI-12", "MI-13", "MI-14", "MS-16"},
	},
	"gang of no role": {
		reason: "the name is misspelt", patch: "spec: {template: {gangSchedule: {minRoleReplicas: {prefil: 1}}}}",
		want: []verdict{{"MI-12", minimum + "[prefil]", "the roles are prefill", false}},
	},
	"gang below none": {
		reason: "there is no less than none", patch: "spec: {template: {gangSchedule: {minRoleReplicas: {prefill: -1}}}}",
		want: []verdict{{"MI-14", minimum + "[prefill]", "must be 0 or more", false}},
	},
	"gang above the pods": {
		reason: "the sum counts", patch: "spec: {template: {gangSchedule: {minRoleReplicas: {a: 4}}, " + roles(oneRole("a", "replicas: 2")) + "}}",
		want: []verdict{{"MI-13", minimum + "[a]", "must not be more than 3", false}},
	},
	"gang above the replicas": {
		reason: "the controller caps it", dialect: asInfer,
		patch: gangOfThree,
		want:  []verdict{{"MI-13", minimum + "[a]", "is more than the 2 replicas", true}},
	},
	"gang above the replicas of a ModelServing": {
		reason: "the webhook refuses it", dialect: asServing,
		patch: gangOfThree,
		want:  []verdict{{"MS-16", minimum + "[a]", "is more than the 2 replicas", false}},
	},
	"annotations": {
		reason: "the controller writes into a nil map", dialect: asInfer, patch: everyPod("annotations: {a: b}", "", ""),
		want: inEveryPod("MI-17", "metadata.annotations", "crashes on annotations"),
	},
	"annotations of a ModelServing": {
		reason: "v0.4.0 takes them", dialect: asServing, patch: everyPod("annotations: {a: b}", "", ""), near: []string{"MI-17"},
	},
	"labels of Kthena": {
		reason: "they would detach the pod", dialect: asServing, patch: everyPod("labels: {modelinfer.volcano.sh/role: a, modelserving.volcano.sh/role: b, volcano.sh/x: c}", "", ""),
		want: together(inEveryPod("MI-18", "metadata.labels[modelinfer.volcano.sh/role]", "detach"),
			inEveryPod("MS-30", "metadata.labels[modelserving.volcano.sh/role]", "detach")),
	},
	"labels of others": {
		reason: "they are the user's", dialect: asServing, patch: everyPod("labels: {volcano.sh/x: c}", "", ""), near: []string{"MI-18", "MS-30"},
	},
	"what has no effect": {
		reason: "nothing reads them", dialect: asInfer,
		patch: "spec: {topologySpreadConstraints: [{maxSkew: 1}], rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 1, maxSurge: 1}}}",
		want: []verdict{
			{"MI-20", "spec.topologySpreadConstraints", "in the pods of the roles", true},
			{"MI-20", rolling + "maxSurge", "does not read it", true},
			{"MI-20", rolling + "maxUnavailable", "does not read it", true},
		},
	},
	"what has an effect": {
		reason: "partition is read", dialect: asInfer, patch: "spec: {replicas: 10, rolloutStrategy: {rollingUpdateConfiguration: {partition: 1}}}",
		near: []string{"MI-20", "MI-22"},
	},
	"gang without its scheduler": {
		reason: "nobody copies it", dialect: asInfer, patch: "spec: {template: {gangSchedule: {}, " + roles(oneRole("a", "")) + "}}",
		want: []verdict{
			{"MI-21", "spec.template.roles[0].entryTemplate.spec.schedulerName", "does not copy", true},
			{"MI-21", "spec.template.roles[0].workerTemplate.spec.schedulerName", "does not copy", true},
		},
	},
	"gang with its scheduler": {
		reason: "the pods say so", dialect: asInfer, near: []string{"MI-21"},
		patch: "spec: {template: {gangSchedule: {}, roles: [{name: a, workerReplicas: 1, entryTemplate: {spec: {schedulerName: volcano, containers: [{name: c}]}}, " +
			"workerTemplate: {spec: {schedulerName: volcano, containers: [{name: c}]}}}]}}",
	},
	"partition of many groups": {
		reason: "10 comes before 2", dialect: asInfer, patch: "spec: {replicas: 11, rolloutStrategy: {rollingUpdateConfiguration: {partition: 1}}}",
		want: []verdict{{"MI-22", rolling + "partition", "at most 10 groups", true}},
	},
	"role of a ModelServing": {
		reason: "upstream's own example breaks it", dialect: asServing, patch: "spec: {template: {" + roles(oneRole("405b", "")) + "}}",
		want: []verdict{{"MS-02", "spec.template.roles[0].name", "put a word in front", false}},
	},
	"role of a ModelInfer": {
		reason: "a ModelInfer takes it", dialect: asInfer, patch: "spec: {template: {" + roles(oneRole("405b", "")) + "}}", near: []string{"MS-02"},
	},
	"tier": {
		reason: "0 is a tier", dialect: asServing, patch: "spec: {template: {gangSchedule: {networkTopology: {highestTierAllowed: 0}}}}", near: []string{"MS-C11"},
	},
	"tier below 0": {
		reason: "ModelServing has a bound", dialect: asServing, patch: "spec: {template: {gangSchedule: {networkTopology: {highestTierAllowed: -1}}}}",
		want: []verdict{{"MS-C11", "spec.template.gangSchedule.networkTopology.highestTierAllowed", "0 or more", false}},
	},
})

var gangOfThree = "spec: {template: {gangSchedule: {minRoleReplicas: {a: 3}}, roles: [{name: a, replicas: 2, workerReplicas: 1, " +
	"entryTemplate: {spec: {schedulerName: volcano, containers: [{name: c}]}}, workerTemplate: {spec: {schedulerName: volcano, containers: [{name: c}]}}}]}}"
