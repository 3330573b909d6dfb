package kthena

import "strings"

// directCases hold for both kinds in direct mode; podName and partition are the identifiers
// of the rules on them, and groupRecreate is the recovery of whole groups.
func directCases(podName, partition, groupRecreate string) map[string]ruleCase {
	longest := strings.Repeat("n", 46)
	cases := map[string]ruleCase{
		"longest names": {
			reason: "52 characters: <46>-9-a-0 with workers, <46>-9-abc without",
			patch:  "metadata: {name: " + longest + "}\nspec: {replicas: 10, template: {roles: [" + oneRole("a", "") + ", {name: abc, workerReplicas: 0, replicas: 20, " + pods + "}]}}",
			near:   []string{"DM-01"},
		},
		"names too long": {
			reason: "one more digit of the groups, or of the instances of a role with workers",
			patch:  "metadata: {name: " + longest + "}\nspec: {replicas: 11, template: {roles: [" + oneRole("a", "replicas: 11") + ", {name: abc, workerReplicas: 0, " + pods + "}]}}",
			want: []verdict{
				{"DM-01", "metadata.name", "of role `a` would have names of up to 54 characters", false},
				{"DM-01", "metadata.name", "shorten this name or that of the role by 1", false},
			},
		},
		"names of nothing": {
			reason: "no group and no instance still have the shortest number",
			patch:  "metadata: {name: " + longest + "}\nspec: {replicas: 0, template: {roles: [" + oneRole("a", "replicas: 0") + "]}}",
			near:   []string{"DM-01"},
		},
		"names too long for pods": {
			reason: "they are told once", patch: "metadata: {name: " + strings.Repeat("n", 60) + "}",
			want: []verdict{{podName, "metadata.name", "of role `prefill` would have names of up to 74 characters", false}},
		},
		"role like an instance of another": {
			reason: "both have a StatefulSet m-0-a-1",
			patch:  "spec: {template: {" + roles(oneRole("a", ""), oneRole("a-1", ""), oneRole("a-1-b", ""), oneRole("ab-1", "")) + "}}",
			want:   []verdict{{"DM-03", "spec.template.roles[1].name", "instances of role `a`", false}},
		},
		"role like a Service of another": {
			reason: "the entry pod of an instance may have a Service m-0-a-1-0", patch: "spec: {template: {" + roles(oneRole("a", ""), oneRole("a-1-0", "")) + "}}",
			want: []verdict{{"DM-03", "spec.template.roles[1].name", "put a letter", false}},
		},
		"roles apart": {
			reason: "a letter tells them apart", patch: "spec: {template: {" + roles(oneRole("a", ""), oneRole("a-b1", "")) + "}}",
			near: []string{"DM-03"},
		},
		"pods that do not always restart": {
			reason: "those of a StatefulSet do", patch: everyPod("", "restartPolicy: Never", ""),
			want: inEveryPod("DM-04", "spec.restartPolicy", "set it to `Always`"),
		},
		"pods that always restart": {
			reason: "it is the default", patch: everyPod("", "restartPolicy: Always", ""), near: []string{"DM-04", "DM-05"},
		},
		"what no StatefulSet has": {
			reason: "the API server refuses the first two and replaces the names",
			patch:  everyPod("", "activeDeadlineSeconds: 5, ephemeralContainers: [{name: d}], hostname: h, subdomain: s", ""),
			want: together(inEveryPod("DM-05", "spec.activeDeadlineSeconds", "no deadline"), inEveryPod("DM-05", "spec.ephemeralContainers", "no ephemeral containers"),
				inEveryPod("DM-05", "spec.hostname", "ENTRY_ADDRESS"), inEveryPod("DM-05", "spec.subdomain", "ENTRY_ADDRESS")),
		},
		"labels of LeaderWorkerSets": {
			reason: "their controller sets them",
			patch:  everyPod("labels: {leaderworkerset.sigs.k8s.io/name: x}, annotations: {leaderworkerset.sigs.k8s.io/size: '3'}", "", ""),
			want: together(inEveryPod("DM-06", "metadata.labels[leaderworkerset.sigs.k8s.io/name]", "remove it"),
				inEveryPod("DM-06", "metadata.annotations[leaderworkerset.sigs.k8s.io/size]", "remove it")),
		},
		"labels of the user": {
			reason: "and annotations, which crash the controller of a ModelInfer", patch: everyPod("labels: {a: b}, annotations: {c: d}", "", ""), near: []string{"DM-06"},
		},
		"grace period": {
			reason: "nobody waits", patch: "spec: {template: {restartGracePeriodSeconds: 5}}",
			want: []verdict{{"DM-07", "spec.template.restartGracePeriodSeconds", "at once", true}},
		},
		"no grace period": {reason: "the default", patch: "spec: {template: {restartGracePeriodSeconds: 0}}", near: []string{"DM-07"}},
		"recovery of groups": {
			reason: "nobody restarts the other role",
			patch:  "spec: {recoveryPolicy: " + groupRecreate + ", template: {" + roles(oneRole("a", ""), oneRole("b", "")) + "}}",
			want:   []verdict{{"DM-08", "spec.recoveryPolicy", "the other roles of its group go on", true}},
		},
		"recovery of groups of one role": {
			reason: "with one instance it is the group", patch: "spec: {recoveryPolicy: " + groupRecreate + ", template: {" + roles(oneRole("a", "")) + "}}",
			near: []string{"DM-08"},
		},
		"no partition": {
			reason: "0 keeps nothing", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 0}}}", near: []string{partition},
		},
		"partition": {
			reason: "no group is kept", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 1}}}",
			want: []verdict{{partition, rolling + "partition", "a resource of their own", false}},
		},
		"small share": {
			reason: "a share is rounded up", patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 1%}}}",
			want: []verdict{{partition, rolling + "partition", "keeps no group", false}},
		},
	}
	named := map[string]ruleCase{}
	for name, tc := range cases {
		tc.direct, tc.dialect = true, asServing
		named["direct: "+name] = tc
	}
	return named
}

// inferDirectCases are those of a ModelInfer alone.
var inferDirectCases = map[string]ruleCase{
	"direct: role that starts with a digit": {
		reason: "nothing is named after the role alone", direct: true, dialect: asServing, patch: "spec: {template: {" + roles(oneRole("405b", "")) + "}}",
		near: []string{"MI-01", "MS-02"},
	},
	"direct: any scheduler": {
		reason: "pods that are no gang need no Volcano", direct: true, dialect: asServing, patch: "spec: {schedulerName: default-scheduler}", near: []string{"MI-02"},
	},
	"direct: gang": {
		reason: "the pods go to the scheduler that knows gangs", direct: true, dialect: asServing, patch: "spec: {template: {gangSchedule: {}}}", near: []string{"MI-02"},
	},
	"direct: gang without its scheduler": {
		reason: "only Volcano schedules gangs", direct: true, dialect: asServing, patch: "spec: {schedulerName: default-scheduler, template: {gangSchedule: {}}}",
		want: []verdict{{"MI-02", "spec.schedulerName", "remove `gang_schedule`", false}},
	},
	"direct: what is dropped": {
		reason: "a ModelServing does not have it", direct: true, dialect: asServing,
		patch: "spec: {topologySpreadConstraints: [{maxSkew: 1}], rolloutStrategy: {rollingUpdateConfiguration: {maxSurge: 1%}}}",
		want: []verdict{
			{"MI-20", "spec.topologySpreadConstraints", "in the pods of the roles", true},
			{"MI-20", rolling + "maxSurge", "no group beyond", true},
		},
	},
	"direct: no surge": {
		reason: "the default", direct: true, dialect: asServing, patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxSurge: 0}}}", near: []string{"MI-20"},
	},
}
