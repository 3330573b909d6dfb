package kthena

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validInfer = `
apiVersion: workload.volcano.sh/v1alpha1
kind: ModelInfer
metadata: {name: m, namespace: llm}
spec:
  replicas: 2
  schedulerName: volcano
  template:
    roles:
    - {name: prefill, replicas: 2, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: "i:1"}]}}}
`

var inferIDs = map[string]string{
	"MI-01": "MI-01", "MI-04": "MI-04", "MI-06": "MI-06", "MI-07": "MI-07", "MI-15": "MI-15", "MI-16": "MI-16",
}

const minimum = "spec.template.gangSchedule.minRoleReplicas"

var inferCases = kindstest.Merge(podCases("MI-19", "MI-03"), groupCases(inferIDs), directCases("MI-01", "MI-09", "InferGroupRecreate"), inferDirectCases, map[string]kindstest.Case{
	"valid": {Reason: "what a user starts with", Near: []string{"MI-02"}},
	"capital in a role": {
		Reason: "pods are named after it", Patch: "spec: {template: {" + roles(oneRole("Prefill", "")) + "}}",
		Want: []string{"MI-01 spec.template.roles[0].name: must be lower case"},
	},
	"another scheduler": {
		Reason: "there is one", Patch: "spec: {schedulerName: default-scheduler}",
		Want: []string{"MI-02 spec.schedulerName: must be `volcano`"},
	},
	"bounds": {
		Reason: "surge is rounded up, and the last group is still updated",
		Patch:  "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 10%, maxSurge: 1%, partition: 1}}}",
		Near:   []string{"MI-08", "MI-09", "MI-10", "MI-11"},
	},
	"surge that is no amount": {
		Reason: "a number or a percentage", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 0, maxSurge: some}}}",
		Want: []string{"MI-08 " + rolling + "maxSurge: must be a number"},
	},
	"no bound is more than 0": {
		Reason: "60% of one group is none", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 60%, maxSurge: 0}}, replicas: 1}",
		Want: []string{"MI-11 " + rolling + "maxUnavailable: raise one of them"},
	},
	"one bound is more than 0": {
		Reason: "60% of two groups is one", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 60%, maxSurge: 0}}}",
		Near: []string{"MI-11"},
	},
	"negative partition": {
		Reason: "there is no less than none", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: -1}}}",
		Want: []string{"MI-09 " + rolling + "partition: 0 or more"},
	},
	"percentage of a ModelInfer": {
		Reason: "its definition has a number", Release: asInfer, Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 50%}}}",
		Want: []string{"MI-C4 " + rolling + "partition: takes no percentage"},
	},
	"percentage of a ModelServing": {
		Reason: "its definition has either", Release: asServing, Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 50%}}}",
		Near: []string{"MI-C4"},
	},
	"partition of all": {
		Reason: "no group would be updated", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 2}}}",
		Want: []string{"MI-10 " + rolling + "partition: less than the 2 replicas"},
	},
	"partition of the default": {
		Reason: "replicas are 1 unless they are set", Patch: "spec: {replicas: null, rolloutStrategy: {rollingUpdateConfiguration: {partition: 1}}}",
		Want: []string{"MI-10 " + rolling + "partition: less than the 1 replicas"},
	},
	"gang": {
		Reason: "as many as there are", Patch: "spec: {template: {gangSchedule: {minRoleReplicas: {prefill: 2}}}}",
		Near: []string{"MI-12", "MI-13", "MI-14", "MS-16"},
	},
	"gang of no role": {
		Reason: "the name is misspelt", Patch: "spec: {template: {gangSchedule: {minRoleReplicas: {prefil: 1}}}}",
		Want: []string{"MI-12 " + minimum + "[prefil]: the roles are prefill"},
	},
	"gang below none": {
		Reason: "there is no less than none", Patch: "spec: {template: {gangSchedule: {minRoleReplicas: {prefill: -1}}}}",
		Want: []string{"MI-14 " + minimum + "[prefill]: must be 0 or more"},
	},
	"gang above the pods": {
		Reason: "the sum counts", Patch: "spec: {template: {gangSchedule: {minRoleReplicas: {a: 4}}, " + roles(oneRole("a", "replicas: 2")) + "}}",
		Want: []string{"MI-13 " + minimum + "[a]: must not be more than 3"},
	},
	"gang above the replicas": {
		Reason: "the controller caps it", Release: asInfer,
		Patch: gangOfThree,
		Want:  []string{"warning MI-13 " + minimum + "[a]: is more than the 2 replicas"},
	},
	"gang above the replicas of a ModelServing": {
		Reason: "the webhook refuses it", Release: asServing,
		Patch: gangOfThree,
		Want:  []string{"MS-16 " + minimum + "[a]: is more than the 2 replicas"},
	},
	"annotations": {
		Reason: "the controller writes into a nil map", Release: asInfer, Patch: everyPod("annotations: {a: b}", "", ""),
		Want: inEveryPod("MI-17", "metadata.annotations", "crashes on annotations"),
	},
	"annotations of a ModelServing": {
		Reason: "v0.4.0 takes them", Release: asServing, Patch: everyPod("annotations: {a: b}", "", ""), Near: []string{"MI-17"},
	},
	"labels of Kthena": {
		Reason: "they would detach the pod", Release: asServing, Patch: everyPod("labels: {modelinfer.volcano.sh/role: a, modelserving.volcano.sh/role: b, volcano.sh/x: c}", "", ""),
		Want: together(inEveryPod("warning MI-18", "metadata.labels[modelinfer.volcano.sh/role]", "detach"),
			inEveryPod("warning MS-30", "metadata.labels[modelserving.volcano.sh/role]", "detach")),
	},
	"labels of others": {
		Reason: "they are the user's", Release: asServing, Patch: everyPod("labels: {volcano.sh/x: c}", "", ""), Near: []string{"MI-18", "MS-30"},
	},
	"what has no effect": {
		Reason: "nothing reads them", Release: asInfer,
		Patch: "spec: {topologySpreadConstraints: [{maxSkew: 1}], rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 1, maxSurge: 1}}}",
		Want: []string{
			"warning MI-20 spec.topologySpreadConstraints: in the pods of the roles",
			"warning MI-20 " + rolling + "maxSurge: does not read it",
			"warning MI-20 " + rolling + "maxUnavailable: does not read it",
		},
	},
	"what has an effect": {
		Reason: "partition is read", Release: asInfer, Patch: "spec: {replicas: 10, rolloutStrategy: {rollingUpdateConfiguration: {partition: 1}}}",
		Near: []string{"MI-20", "MI-22"},
	},
	"gang without its scheduler": {
		Reason: "nobody copies it", Release: asInfer, Patch: "spec: {template: {gangSchedule: {}, " + roles(oneRole("a", "")) + "}}",
		Want: []string{
			"warning MI-21 spec.template.roles[0].entryTemplate.spec.schedulerName: does not copy",
			"warning MI-21 spec.template.roles[0].workerTemplate.spec.schedulerName: does not copy",
		},
	},
	"gang with its scheduler": {
		Reason: "the pods say so", Release: asInfer, Near: []string{"MI-21"},
		Patch: "spec: {template: {gangSchedule: {}, roles: [{name: a, workerReplicas: 1, entryTemplate: {spec: {schedulerName: volcano, containers: [{name: c, image: 'i:1'}]}}, " +
			"workerTemplate: {spec: {schedulerName: volcano, containers: [{name: c, image: 'i:1'}]}}}]}}",
	},
	"partition of many groups": {
		Reason: "10 comes before 2", Release: asInfer, Patch: "spec: {replicas: 11, rolloutStrategy: {rollingUpdateConfiguration: {partition: 1}}}",
		Want: []string{"warning MI-22 " + rolling + "partition: at most 10 groups"},
	},
	"role of a ModelServing": {
		Reason: "upstream's own example breaks it", Release: asServing, Patch: "spec: {template: {" + roles(oneRole("405b", "")) + "}}",
		Want: []string{"MS-02 spec.template.roles[0].name: put a word in front"},
	},
	"role of a ModelInfer": {
		Reason: "a ModelInfer takes it", Release: asInfer, Patch: "spec: {template: {" + roles(oneRole("405b", "")) + "}}", Near: []string{"MS-02"},
	},
	"tier": {
		Reason: "0 is a tier", Release: asServing, Patch: "spec: {template: {gangSchedule: {networkTopology: {highestTierAllowed: 0}}}}", Near: []string{"MS-C11"},
	},
	"tier below 0": {
		Reason: "ModelServing has a bound", Release: asServing, Patch: "spec: {template: {gangSchedule: {networkTopology: {highestTierAllowed: -1}}}}",
		Want: []string{"MS-C11 spec.template.gangSchedule.networkTopology.highestTierAllowed: 0 or more"},
	},
})

var gangOfThree = "spec: {template: {gangSchedule: {minRoleReplicas: {a: 3}}, roles: [{name: a, replicas: 2, workerReplicas: 1, " +
	"entryTemplate: {spec: {schedulerName: volcano, containers: [{name: c, image: 'i:1'}]}}, workerTemplate: {spec: {schedulerName: volcano, containers: [{name: c, image: 'i:1'}]}}}]}}"
