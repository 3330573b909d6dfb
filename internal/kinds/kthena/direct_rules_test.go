package kthena

import (
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// directCases hold for both kinds in direct mode; podName and partition are the identifiers
// of the rules on them, and groupRecreate is the recovery of whole groups.
func directCases(podName, partition, groupRecreate string) map[string]kindstest.Case {
	longest := strings.Repeat("n", 46)
	cases := map[string]kindstest.Case{
		"longest names": {
			Reason: "52 characters: <46>-9-a-0 with workers, <46>-9-abc without",
			Patch:  "metadata: {name: " + longest + "}\nspec: {replicas: 10, template: {roles: [" + oneRole("a", "") + ", {name: abc, workerReplicas: 0, replicas: 20, " + pods + "}]}}",
			Near:   []string{"DM-01"},
		},
		"names too long": {
			Reason: "one more digit of the groups, or of the instances of a role with workers",
			Patch:  "metadata: {name: " + longest + "}\nspec: {replicas: 11, template: {roles: [" + oneRole("a", "replicas: 11") + ", {name: abc, workerReplicas: 0, " + pods + "}]}}",
			Want: []string{
				"DM-01 metadata.name: of role `a` would have names of up to 54 characters",
				"DM-01 metadata.name: shorten this name or that of the role by 1",
			},
		},
		"names of nothing": {
			Reason: "no group and no instance still have the shortest number",
			Patch:  "metadata: {name: " + longest + "}\nspec: {replicas: 0, template: {roles: [" + oneRole("a", "replicas: 0") + "]}}",
			Near:   []string{"DM-01"},
		},
		"names too long for pods": {
			Reason: "they are told once", Patch: "metadata: {name: " + strings.Repeat("n", 60) + "}",
			Want: []string{podName + " metadata.name: of role `prefill` would have names of up to 74 characters"},
		},
		"role like an instance of another": {
			Reason: "both have a StatefulSet m-0-a-1",
			Patch:  "spec: {template: {" + roles(oneRole("a", ""), oneRole("a-1", ""), oneRole("a-1-b", ""), oneRole("ab-1", "")) + "}}",
			Want:   []string{"DM-03 spec.template.roles[1].name: instances of role `a`"},
		},
		"role like a Service of another": {
			Reason: "the entry pod of an instance may have a Service m-0-a-1-0", Patch: "spec: {template: {" + roles(oneRole("a", ""), oneRole("a-1-0", "")) + "}}",
			Want: []string{"DM-03 spec.template.roles[1].name: put a letter"},
		},
		"roles apart": {
			Reason: "a letter tells them apart", Patch: "spec: {template: {" + roles(oneRole("a", ""), oneRole("a-b1", "")) + "}}",
			Near: []string{"DM-03"},
		},
		"pods that do not always restart": {
			Reason: "those of a StatefulSet do", Patch: everyPod("", "restartPolicy: Never", ""),
			Want: inEveryPod("DM-04", "spec.restartPolicy", "set it to `Always`"),
		},
		"pods that always restart": {
			Reason: "it is the default", Patch: everyPod("", "restartPolicy: Always", ""), Near: []string{"DM-04", "DM-05"},
		},
		"what no StatefulSet has": {
			Reason: "the API server refuses the first two and replaces the names",
			Patch:  everyPod("", "activeDeadlineSeconds: 5, ephemeralContainers: [{name: d}], hostname: h, subdomain: s", ""),
			Want: together(inEveryPod("DM-05", "spec.activeDeadlineSeconds", "no deadline"), inEveryPod("DM-05", "spec.ephemeralContainers", "no ephemeral containers"),
				inEveryPod("DM-05", "spec.hostname", "ENTRY_ADDRESS"), inEveryPod("DM-05", "spec.subdomain", "ENTRY_ADDRESS")),
		},
		"labels of LeaderWorkerSets": {
			Reason: "their controller sets them",
			Patch:  everyPod("labels: {leaderworkerset.sigs.k8s.io/name: x}, annotations: {leaderworkerset.sigs.k8s.io/size: '3'}", "", ""),
			Want: together(inEveryPod("DM-06", "metadata.labels[leaderworkerset.sigs.k8s.io/name]", "remove it"),
				inEveryPod("DM-06", "metadata.annotations[leaderworkerset.sigs.k8s.io/size]", "remove it")),
		},
		"labels of the user": {
			Reason: "and annotations, which crash the controller of a ModelInfer", Patch: everyPod("labels: {a: b}, annotations: {c: d}", "", ""), Near: []string{"DM-06"},
		},
		"grace period": {
			Reason: "nobody waits", Patch: "spec: {template: {restartGracePeriodSeconds: 5}}",
			Want: []string{"warning DM-07 spec.template.restartGracePeriodSeconds: at once"},
		},
		"no grace period": {Reason: "the default", Patch: "spec: {template: {restartGracePeriodSeconds: 0}}", Near: []string{"DM-07"}},
		"recovery of groups": {
			Reason: "nobody restarts the other role",
			Patch:  "spec: {recoveryPolicy: " + groupRecreate + ", template: {" + roles(oneRole("a", ""), oneRole("b", "")) + "}}",
			Want:   []string{"warning DM-08 spec.recoveryPolicy: the other roles of its group go on"},
		},
		"recovery of groups of one role": {
			Reason: "with one instance it is the group", Patch: "spec: {recoveryPolicy: " + groupRecreate + ", template: {" + roles(oneRole("a", "")) + "}}",
			Near: []string{"DM-08"},
		},
		"no partition": {
			Reason: "0 keeps nothing", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 0}}}", Near: []string{partition},
		},
		"partition": {
			Reason: "no group is kept", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 1}}}",
			Want: []string{partition + " " + rolling + "partition: a resource of their own"},
		},
		"small share": {
			Reason: "a share is rounded up", Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {partition: 1%}}}",
			Want: []string{partition + " " + rolling + "partition: keeps no group"},
		},
	}
	named := map[string]kindstest.Case{}
	for name, tc := range cases {
		tc.Direct, tc.Release = true, asServing
		named["direct: "+name] = tc
	}
	return named
}

// inferDirectCases are those of a ModelInfer alone.
var inferDirectCases = map[string]kindstest.Case{
	"direct: role that starts with a digit": {
		Reason: "nothing is named after the role alone", Direct: true, Release: asServing, Patch: "spec: {template: {" + roles(oneRole("405b", "")) + "}}",
		Near: []string{"MI-01", "MS-02"},
	},
	"direct: any scheduler": {
		Reason: "pods that are no gang need no Volcano", Direct: true, Release: asServing, Patch: "spec: {schedulerName: default-scheduler}", Near: []string{"MI-02"},
	},
	"direct: gang": {
		Reason: "the pods go to the scheduler that knows gangs", Direct: true, Release: asServing, Patch: "spec: {template: {gangSchedule: {}}}", Near: []string{"MI-02"},
	},
	"direct: gang without its scheduler": {
		Reason: "only Volcano schedules gangs", Direct: true, Release: asServing, Patch: "spec: {schedulerName: default-scheduler, template: {gangSchedule: {}}}",
		Want: []string{"MI-02 spec.schedulerName: remove `gang_schedule`"},
	},
	"direct: what is dropped": {
		Reason: "a ModelServing does not have it", Direct: true, Release: asServing,
		Patch: "spec: {topologySpreadConstraints: [{maxSkew: 1}], rolloutStrategy: {rollingUpdateConfiguration: {maxSurge: 1%}}}",
		Want: []string{
			"warning MI-20 spec.topologySpreadConstraints: in the pods of the roles",
			"warning MI-20 " + rolling + "maxSurge: no group beyond",
		},
	},
	"direct: no surge": {
		Reason: "the default", Direct: true, Release: asServing, Patch: "spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxSurge: 0}}}", Near: []string{"MI-20"},
	},
}
