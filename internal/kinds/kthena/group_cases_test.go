package kthena

import "strings"

// groupCases hold for both kinds; id has the identifiers of the kind by those of ModelInfer.
func groupCases(id map[string]string) map[string]ruleCase {
	name, at := strings.Repeat("n", 55), "metadata.name"
	return map[string]ruleCase{
		"longest names": {
			reason: "63 characters: <55>-1-a-1-1",
			patch:  "metadata: {name: " + name + "}\nspec: {template: {roles: [" + oneRole("a", "replicas: 1") + "]}}",
			near:   []string{id["MI-01"], id["MI-16"]},
		},
		"names too long": {
			reason: "one more digit of the groups, of a role, or of its workers, or one more letter",
			patch: "metadata: {name: " + name + "}\nspec: {replicas: 10, template: {roles: [" +
				oneRole("a", "") + ", " + oneRole("b", "replicas: 10") + ", {name: bc, workerReplicas: 10, " + pods + "}]}}",
			want: []verdict{
				{id["MI-01"], at, "of role `a` would have names of up to 64 characters", false},
				{id["MI-01"], at, "of role `b` would have names of up to 65 characters", false},
				{id["MI-01"], at, "shorten this name or that of the role by 3", false},
			},
		},
		"dot in the name": {
			reason: "the name of an object may have one, that of a Service may not",
			patch:  "metadata: {name: a.b}",
			want:   []verdict{{id["MI-01"], at, "start with a letter", false}},
		},
		"no groups": {reason: "none is a number of groups", patch: "spec: {replicas: 0}", near: []string{id["MI-04"]}},
		"negative groups": {
			reason: "the controller crashes", patch: "spec: {replicas: -1}",
			want: []verdict{{id["MI-04"], "spec.replicas", "must be 0 or more", false}},
		},
		"no instances": {
			reason: "none is a number of instances", patch: "spec: {template: {roles: [" + oneRole("a", "replicas: 0") + "]}}",
			near: []string{id["MI-06"], id["MI-15"]},
		},
		"negative instances and workers": {
			reason: "the controller crashes", patch: "spec: {template: {roles: [{name: a, replicas: -1, workerReplicas: -2, " + pods + "}]}}",
			want: []verdict{
				{id["MI-06"], "spec.template.roles[0].replicas", "must be 0 or more", false},
				{id["MI-15"], "spec.template.roles[0].workerReplicas", "must be 0 or more", false},
			},
		},
		"workers without pods": {
			reason: "no group would be complete", patch: "spec: {template: {roles: [{name: a, workerReplicas: 1, entryTemplate: {spec: {containers: [{name: c}]}}}]}}",
			want: []verdict{{id["MI-16"], "spec.template.roles[0].workerTemplate", "no group would ever be complete", false}},
		},
		"all groups at once": {
			reason: "a percentage ends at 100", patch: `spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 100%}}}`,
			near: []string{id["MI-07"]},
		},
		"more than all groups": {
			reason: "a percentage ends at 100", patch: `spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 101%}}}`,
			want: []verdict{{id["MI-07"], rolling + "maxUnavailable", "from `0%` to `100%`", false}},
		},
		"negative bound": {
			reason: "there is no less than none", patch: `spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: -1}}}`,
			want: []verdict{{id["MI-07"], rolling + "maxUnavailable", "0 or more", false}},
		},
		"empty bound": {
			reason: "the webhook crashes", patch: `spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: ""}}}`,
			want: []verdict{{id["MI-07"], rolling + "maxUnavailable", "0 or more", false}},
		},
	}
}

const (
	rolling = "spec.rolloutStrategy.rollingUpdateConfiguration."
	pods    = "entryTemplate: {spec: {containers: [{name: c}]}}, workerTemplate: {spec: {containers: [{name: c}]}}"
)

// oneRole is a role with one worker.
func oneRole(name, fields string) string {
	return "{name: " + name + ", workerReplicas: 1, " + pods + joined(fields) + "}"
}

func roles(list ...string) string {
	return "roles: [" + strings.Join(list, ", ") + "]"
}
