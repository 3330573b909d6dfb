package kthena

const validServing = `
apiVersion: workload.serving.volcano.sh/v1alpha1
kind: ModelServing
metadata: {name: m, namespace: llm}
spec:
  replicas: 2
  template:
    roles:
    - {name: prefill, replicas: 2, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: i}]}}}
`

var servingIDs = map[string]string{
	"MI-01": "MS-01", "MI-04": "MS-04", "MI-06": "MS-06", "MI-07": "MS-08", "MI-15": "MS-18", "MI-16": "MS-19",
}

const (
	policy = "spec.template.gangPolicy.minRoleReplicas"
	byRole = "rolloutStrategy: {type: RoleRollingUpdate}, "
)

var servingCases = merged(podCases("MS-31", "MS-03"), groupCases(servingIDs), directCases("MS-01", "MS-09", "ServingGroupRecreate"), map[string]ruleCase{
	"valid": {reason: "what a user starts with", near: []string{"MS-02", "MS-12", "MS-20", "MS-21"}},
	"role that starts with a digit": {
		reason: "upstream's own example breaks it", patch: "spec: {template: {" + roles(oneRole("405b", "")) + "}}",
		want: []verdict{{"MS-02", "spec.template.roles[0].name", "start with a letter", false}},
	},
	"capital in a role": {
		reason: "pods are named after it", patch: "spec: {template: {" + roles(oneRole("Prefill", "")) + "}}",
		want: []verdict{{"MS-02", "spec.template.roles[0].name", "lower-case letters", false}},
	},
	"bounds of groups for roles": {
		reason: "forbidden even if empty", patch: "spec: {rolloutStrategy: {type: RoleRollingUpdate, rollingUpdateConfiguration: {}}}",
		want: []verdict{{"MS-07", "spec.rolloutStrategy.rollingUpdateConfiguration", "even if it is empty", false}},
	},
	"bounds of groups": {
		reason: "half of two groups, and any partition", patch: "spec: {rolloutStrategy: {type: ServingGroupRollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 50%, partition: 100%}}}",
		near: []string{"MS-07", "MS-09", "MS-10"},
	},
	"partition that is no amount": {
		reason: "a number or a percentage", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 101%}}}",
		want: []verdict{{"MS-09", rolling + "partition", "from `0%` to `100%`", false}},
	},
	"bound that is none": {
		reason: "49% of two groups is none", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 49%}}}",
		want: []verdict{{"MS-10", rolling + "maxUnavailable", "is 0 of 2 groups", false}},
	},
	"bound of the default": {
		reason: "replicas are 1 unless they are set", patch: "spec: {replicas: null, rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 50%}}}",
		want: []verdict{{"MS-10", rolling + "maxUnavailable", "is 0 of 1 groups", false}},
	},
	"bounds of roles": {
		reason: "half of two, and all of one", patch: "spec: {" + byRole + "template: {" + roles(oneRole("a", "replicas: 2, maxUnavailable: 50%"), oneRole("b", "maxUnavailable: 1")) + "}}",
		near: []string{"MS-11", "MS-12", "MS-13", "MS-14"},
	},
	"bounds of roles that are wrong": {
		reason: "no amount, none and more than all", patch: "spec: {" + byRole + "template: {" +
			roles(oneRole("a", "maxUnavailable: some"), oneRole("b", "replicas: 3, maxUnavailable: 33%"), oneRole("c", "replicas: 2, maxUnavailable: 3")) + "}}",
		want: []verdict{
			{"MS-11", "spec.template.roles[0].maxUnavailable", "must be a number", false},
			{"MS-13", "spec.template.roles[1].maxUnavailable", "is 0 of 3 instances", false},
			{"MS-14", "spec.template.roles[2].maxUnavailable", "the 2 replicas of the role", false},
		},
	},
	"bound of a role without its strategy": {
		reason: "groups are replaced as a whole", patch: "spec: {template: {" + roles(oneRole("a", "maxUnavailable: 1")) + "}}",
		want: []verdict{{"MS-12", "spec.template.roles[0].maxUnavailable", "to `RoleRollingUpdate`", false}},
	},
	"gang": {
		reason: "as many as there are", patch: "spec: {template: {gangPolicy: {minRoleReplicas: {prefill: 2}}}}", near: []string{"MS-15", "MS-16", "MS-17", "MS-27"},
	},
	"gang of no role": {
		reason: "the name is misspelt", patch: "spec: {template: {gangPolicy: {minRoleReplicas: {prefil: 1}}}}",
		want: []verdict{{"MS-15", policy + "[prefil]", "the roles are prefill", false}},
	},
	"gang above the replicas": {
		reason: "workers do not count", patch: "spec: {template: {gangPolicy: {minRoleReplicas: {prefill: 3}}}}",
		want: []verdict{{"MS-16", policy + "[prefill]", "the 2 replicas", false}},
	},
	"gang below none": {
		reason: "there is no less than none", patch: "spec: {template: {gangPolicy: {minRoleReplicas: {prefill: -1}}}}",
		want: []verdict{{"MS-17", policy + "[prefill]", "0 or more", false}},
	},
	"group recreated for a role": {
		reason: "the two contradict each other", patch: "spec: {recoveryPolicy: ServingGroupRecreate, rolloutStrategy: {type: RoleRollingUpdate}}",
		want: []verdict{{"MS-20", "spec.recoveryPolicy", "to `RoleRecreate` or `None`", false}},
	},
	"plugins": {
		reason: "both, with all they take", near: []string{"MS-21", "MS-22", "MS-23", "MS-24", "MS-25"},
		patch: "spec: {plugins: [{name: lws-standard-labels, config: [1], scope: {target: Entry, roles: [prefill]}}, " +
			"{name: demo-pod-tweaks, config: {runtimeClassName: r, annotations: {a: b}, env: [{name: A, value: b}]}}]}",
	},
	"plugins that are wrong": {
		reason: "each in its own way",
		patch:  "spec: {plugins: [{name: other, scope: {target: Leader, roles: [prefill, decode]}}, {name: demo-pod-tweaks, config: {annotations: {a: 1}}}, {name: demo-pod-tweaks}]}",
		want: []verdict{
			{"MS-21", "spec.plugins[0].name", "no pod could be created", false},
			{"MS-22", "spec.plugins[2].name", "runs once", false},
			{"MS-23", "spec.plugins[0].scope.target", "runs nowhere", false},
			{"MS-24", "spec.plugins[0].scope.roles[1]", "the roles are prefill", false},
			{"MS-25", "spec.plugins[1].config", "the options of `demo-pod-tweaks`", false},
		},
	},
	"tiers": {
		reason: "one by name, one by number", near: []string{"MS-26"},
		patch: "spec: {template: {networkTopology: {groupPolicy: {highestTierAllowed: 0}, rolePolicy: {highestTierName: rack}}}}",
	},
	"tiers told twice": {
		reason: "they exclude each other",
		patch:  "spec: {template: {networkTopology: {groupPolicy: {highestTierAllowed: 1, highestTierName: a}, rolePolicy: {highestTierAllowed: 1, highestTierName: a}}}}",
		want: []verdict{
			{"MS-26", "spec.template.networkTopology.groupPolicy.highestTierName", "remove one", false},
			{"MS-26", "spec.template.networkTopology.rolePolicy.highestTierName", "remove one", false},
		},
	},
	"gang and topology without Volcano": {
		reason: "nobody heeds them", patch: "spec: {schedulerName: default-scheduler, template: {gangPolicy: {}, networkTopology: {}}}",
		want: []verdict{
			{"MS-27", "spec.template.gangPolicy", "the pods go to `default-scheduler`", true},
			{"MS-27", "spec.template.networkTopology", "only Volcano", true},
		},
	},
	"labels of Kthena": {
		reason: "they would detach the pod", patch: everyPod("labels: {modelserving.volcano.sh/role: b}", "", ""),
		want: inEveryPod("MS-30", "metadata.labels[modelserving.volcano.sh/role]", "detach"),
	},
	"labels of others": {reason: "they are the user's", patch: everyPod("labels: {modelserving.example.com/role: b}", "", ""), near: []string{"MS-30"}},
	"queue":            {reason: "a name with a dot", patch: "metadata: {annotations: {scheduling.volcano.sh/queue-name: a.b}}", near: []string{"MS-32"}},
	"queue of no name": {
		reason: "no queue can be called so", patch: `metadata: {annotations: {scheduling.volcano.sh/queue-name: ""}}`,
		want: []verdict{{"MS-32", "metadata.annotations[scheduling.volcano.sh/queue-name]", "a queue of Volcano", false}},
	},
})
