package kthena

import "github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"

const validServing = `
apiVersion: workload.serving.volcano.sh/v1alpha1
kind: ModelServing
metadata: {name: m, namespace: llm}
spec:
  replicas: 2
  template:
    roles:
    - {name: prefill, replicas: 2, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: "i:1"}]}}}
`

var servingCaseIDs = map[string]string{
	"MI-01": "MS-01", "MI-04": "MS-04", "MI-06": "MS-06", "MI-07": "MS-08", "MI-15": "MS-18", "MI-16": "MS-19",
}

const (
	policy = "spec.template.gangPolicy.minRoleReplicas"
	byRole = "rolloutStrategy: {type: RoleRollingUpdate}, "
)

var servingCases = kindstest.Merge(podCases("MS-31", "MS-03"), groupCases(servingCaseIDs), directCases("MS-01", "MS-09", "ServingGroupRecreate"), map[string]kindstest.Case{
	"valid": {Reason: "what a user starts with", Near: []string{"MS-02", "MS-20", "MS-21"}},
	"role that starts with a digit": {
		Reason: "upstream's own example breaks it", Patch: "spec: {template: {" + roles(oneRole("405b", "")) + "}}",
		Want: []string{"MS-02 spec.template.roles[0].name: start with a letter"},
	},
	"capital in a role": {
		Reason: "pods are named after it", Patch: "spec: {template: {" + roles(oneRole("Prefill", "")) + "}}",
		Want: []string{"MS-02 spec.template.roles[0].name: lower-case letters"},
	},
	"bounds of groups for roles": {
		Reason: "forbidden even if empty", Patch: "spec: {rolloutStrategy: {type: RoleRollingUpdate, rollingUpdateConfiguration: {}}}",
		Want: []string{"MS-07 spec.rolloutStrategy.rollingUpdateConfiguration: even if it is empty"},
	},
	"bounds of groups": {
		Reason: "half of two groups, and any partition", Patch: "spec: {rolloutStrategy: {type: ServingGroupRollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 50%, partition: 100%}}}",
		Near: []string{"MS-07", "MS-09", "MS-10"},
	},
	"partition that is no amount": {
		Reason: "a number or a percentage", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 101%}}}",
		Want: []string{"MS-09 " + rolling + "partition: from `0%` to `100%`"},
	},
	"bound that is none": {
		Reason: "49% of two groups is none", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 49%}}}",
		Want: []string{"MS-10 " + rolling + "maxUnavailable: is 0 of 2 groups"},
	},
	"bound of the default": {
		Reason: "replicas are 1 unless they are set", Patch: "spec: {replicas: null, rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 50%}}}",
		Want: []string{"MS-10 " + rolling + "maxUnavailable: is 0 of 1 groups"},
	},
	"bounds of roles": {
		Reason: "half of two, and all of one", Patch: "spec: {" + byRole + "template: {" + roles(oneRole("a", "replicas: 2, maxUnavailable: 50%"), oneRole("b", "maxUnavailable: 1")) + "}}",
		Near: []string{"MS-11", "MS-12", "MS-13", "MS-14"}, Release: asServing,
	},
	"bounds of roles at the main line": {
		Reason: "as before it", Patch: "spec: {" + byRole + "template: {" + roles(oneRole("a", "replicas: 2, maxUnavailable: 50%, partition: 1"), oneRole("b", "partition: 0%")) + "}}",
		Near: []string{"MS-12", "MS-14", "MS-33", "MS-34"}, Release: mainLine,
	},
	"bound of a role that the main line does not heed": {
		Reason: "groups are replaced as a whole", Patch: "spec: {template: {" + roles(oneRole("a", "maxUnavailable: some")) + "}}",
		Release: mainLine, Want: []string{"warning MS-12 spec.template.roles[0].maxUnavailable: to `RoleRollingUpdate`"},
	},
	"no instances of a role": {
		Reason: "1 of 0 may be missing by default, which the webhook refuses", Patch: "spec: {" + byRole + "template: {" + roles(oneRole("a", "replicas: 0")) + "}}",
		Release: mainLine, Want: []string{"MS-14 spec.template.roles[0].replicas: must be at least 1"},
	},
	"no instances of a role at v1.0.0": {
		Reason: "there is no default", Patch: "spec: {" + byRole + "template: {" + roles(oneRole("a", "replicas: 0")) + "}}", Release: asServing,
	},
	"partitions of roles that are wrong": {
		Reason: "no amounts", Patch: "spec: {" + byRole + "template: {" + roles(oneRole("a", "partition: 101%"), oneRole("b", "partition: -1")) + "}}",
		Release: mainLine,
		Want: []string{
			"MS-33 spec.template.roles[0].partition: from `0%` to `100%`",
			"MS-33 spec.template.roles[1].partition: must be a number",
		},
	},
	"partition of a role without its strategy": {
		Reason: "groups are replaced as a whole", Patch: "spec: {template: {" + roles(oneRole("a", "partition: 0")) + "}}",
		Release: mainLine, Want: []string{"MS-34 spec.template.roles[0].partition: which keeps groups"},
	},
	"partition of a role in direct mode": {
		Reason: "no instance is kept", Patch: "spec: {" + byRole + "template: {" + roles(oneRole("a", "partition: 1%")) + "}}",
		Release: mainLine, Direct: true, Want: []string{"MS-34 spec.template.roles[0].partition: or use operator mode"},
	},
	"no partition of a role in direct mode": {
		Reason: "0 keeps nothing", Patch: "spec: {" + byRole + "template: {" + roles(oneRole("a", "partition: 0")) + "}}",
		Release: mainLine, Direct: true, Near: []string{"MS-34"},
	},
	"bounds of roles that are wrong": {
		Reason: "no amount, none and more than all", Patch: "spec: {" + byRole + "template: {" +
			roles(oneRole("a", "maxUnavailable: some"), oneRole("b", "replicas: 3, maxUnavailable: 33%"), oneRole("c", "replicas: 2, maxUnavailable: 3")) + "}}",
		Want: []string{
			"MS-11 spec.template.roles[0].maxUnavailable: must be a number",
			"MS-13 spec.template.roles[1].maxUnavailable: is 0 of 3 instances",
			"MS-14 spec.template.roles[2].maxUnavailable: the 2 replicas of the role",
		},
	},
	"bound of a role without its strategy": {
		Reason: "groups are replaced as a whole", Patch: "spec: {template: {" + roles(oneRole("a", "maxUnavailable: 1")) + "}}",
		Release: asServing, Want: []string{"MS-12 spec.template.roles[0].maxUnavailable: to `RoleRollingUpdate`"},
	},
	"gang": {
		Reason: "as many as there are", Patch: "spec: {template: {gangPolicy: {minRoleReplicas: {prefill: 2}}}}", Near: []string{"MS-15", "MS-16", "MS-17", "MS-27"},
	},
	"gang of no role": {
		Reason: "the name is misspelt", Patch: "spec: {template: {gangPolicy: {minRoleReplicas: {prefil: 1}}}}",
		Want: []string{"MS-15 " + policy + "[prefil]: the roles are prefill"},
	},
	"gang above the replicas": {
		Reason: "workers do not count", Patch: "spec: {template: {gangPolicy: {minRoleReplicas: {prefill: 3}}}}",
		Want: []string{"MS-16 " + policy + "[prefill]: the 2 replicas"},
	},
	"gang below none": {
		Reason: "there is no less than none", Patch: "spec: {template: {gangPolicy: {minRoleReplicas: {prefill: -1}}}}",
		Want: []string{"MS-17 " + policy + "[prefill]: 0 or more"},
	},
	"group recreated for a role": {
		Reason: "the two contradict each other", Patch: "spec: {recoveryPolicy: ServingGroupRecreate, rolloutStrategy: {type: RoleRollingUpdate}}",
		Want: []string{"MS-20 spec.recoveryPolicy: to `RoleRecreate` or `None`"},
	},
	"plugins": {
		Reason: "both, with all they take", Near: []string{"MS-21", "MS-23", "MS-24", "MS-25"},
		Patch: "spec: {plugins: [{name: lws-standard-labels, config: [1], scope: {target: Entry, roles: [prefill]}}, " +
			"{name: demo-pod-tweaks, config: {runtimeClassName: r, annotations: {a: b}, env: [{name: A, value: b}]}}]}",
	},
	"plugins that are wrong": {
		Reason: "each in its own way",
		Patch:  "spec: {plugins: [{name: other, scope: {target: Leader, roles: [prefill, decode]}}, {name: demo-pod-tweaks, config: {annotations: {a: 1}}}, {name: demo-pod-tweaks}]}",
		Want: []string{
			"MS-21 spec.plugins[0].name: no pod could be created",
			"MS-23 spec.plugins[0].scope.target: runs nowhere",
			"MS-24 spec.plugins[0].scope.roles[1]: the roles are prefill",
			"MS-25 spec.plugins[1].config: the options of `demo-pod-tweaks`",
		},
	},
	"tiers": {
		Reason: "one by name, one by number", Near: []string{"MS-26"},
		Patch: "spec: {template: {networkTopology: {groupPolicy: {highestTierAllowed: 0}, rolePolicy: {highestTierName: rack}}}}",
	},
	"tiers told twice": {
		Reason: "they exclude each other",
		Patch:  "spec: {template: {networkTopology: {groupPolicy: {highestTierAllowed: 1, highestTierName: a}, rolePolicy: {highestTierAllowed: 1, highestTierName: a}}}}",
		Want: []string{
			"MS-26 spec.template.networkTopology.groupPolicy.highestTierName: remove one",
			"MS-26 spec.template.networkTopology.rolePolicy.highestTierName: remove one",
		},
	},
	"gang and topology without Volcano": {
		Reason: "nobody heeds them", Patch: "spec: {schedulerName: default-scheduler, template: {gangPolicy: {}, networkTopology: {}}}",
		Want: []string{
			"warning MS-27 spec.template.gangPolicy: the pods go to `default-scheduler`",
			"warning MS-27 spec.template.networkTopology: only Volcano",
		},
	},
	"labels of Kthena": {
		Reason: "they would detach the pod, and Kthena takes them", Patch: everyPod("labels: {modelserving.volcano.sh/role: b}", "", ""),
		Want: inEveryPod("warning MS-30", "metadata.labels[modelserving.volcano.sh/role]", "detach"),
	},
	"labels beside those of Kthena": {Reason: "nothing is found by them", Patch: everyPod("labels: {modelserving.volcano.sh/team: b}", "", ""), Near: []string{"MS-30"}},
	"a plugin twice":                {Reason: "it runs twice", Patch: "spec: {plugins: [{name: lws-standard-labels}, {name: lws-standard-labels}]}", Near: []string{"MS-21"}},
	"labels of others":              {Reason: "they are the user's", Patch: everyPod("labels: {modelserving.example.com/role: b}", "", ""), Near: []string{"MS-30"}},
	"queue":                         {Reason: "a name with a dot", Patch: "metadata: {annotations: {scheduling.volcano.sh/queue-name: a.b}}", Near: []string{"MS-32"}},
	"queue of no name": {
		Reason: "no queue can be called so", Patch: `metadata: {annotations: {scheduling.volcano.sh/queue-name: ""}}`,
		Want: []string{"MS-32 metadata.annotations[scheduling.volcano.sh/queue-name]: a queue of Volcano"},
	},
})
