package kthena

import (
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// groupCases hold for both kinds; id has the identifiers of the kind by those of ModelInfer.
func groupCases(id map[string]string) map[string]kindstest.Case {
	name, at := strings.Repeat("n", 55), "metadata.name"
	return map[string]kindstest.Case{
		"longest names": {
			Reason: "63 characters: <55>-1-a-1-1",
			Patch:  "metadata: {name: " + name + "}\nspec: {template: {roles: [" + oneRole("a", "replicas: 1") + "]}}",
			Near:   []string{id["MI-01"], id["MI-16"]},
		},
		"names too long": {
			Reason: "one more digit of the groups, of a role, or of its workers, or one more letter",
			Patch: "metadata: {name: " + name + "}\nspec: {replicas: 10, template: {roles: [" +
				oneRole("a", "") + ", " + oneRole("b", "replicas: 10") + ", {name: bc, workerReplicas: 10, " + pods + "}]}}",
			Want: []string{
				id["MI-01"] + " " + at + ": of role `a` would have names of up to 64 characters",
				id["MI-01"] + " " + at + ": of role `b` would have names of up to 65 characters",
				id["MI-01"] + " " + at + ": shorten this name or that of the role by 3",
			},
		},
		"dot in the name": {
			Reason: "the name of an object may have one, that of a Service may not",
			Patch:  "metadata: {name: a.b}",
			Want:   []string{id["MI-01"] + " " + at + ": start with a letter"},
		},
		"no groups": {Reason: "none is a number of groups", Patch: "spec: {replicas: 0}", Near: []string{id["MI-04"]}},
		"negative groups": {
			Reason: "the controller crashes", Patch: "spec: {replicas: -1}",
			Want: []string{id["MI-04"] + " spec.replicas: must be 0 or more"},
		},
		"no instances": {
			Reason: "none is a number of instances", Patch: "spec: {template: {roles: [" + oneRole("a", "replicas: 0") + "]}}",
			Near: []string{id["MI-06"], id["MI-15"]},
		},
		"negative instances and workers": {
			Reason: "the controller crashes", Patch: "spec: {template: {roles: [{name: a, replicas: -1, workerReplicas: -2, " + pods + "}]}}",
			Want: []string{
				id["MI-06"] + " spec.template.roles[0].replicas: must be 0 or more",
				id["MI-15"] + " spec.template.roles[0].workerReplicas: must be 0 or more",
			},
		},
		"workers without pods": {
			Reason: "no group would be complete", Patch: "spec: {template: {roles: [{name: a, workerReplicas: 1, entryTemplate: {spec: {containers: [{name: c, image: 'i:1'}]}}}]}}",
			Want: []string{id["MI-16"] + " spec.template.roles[0].workerTemplate: no group would ever be complete"},
		},
		"all groups at once": {
			Reason: "a percentage ends at 100", Patch: `spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 100%}}}`,
			Near: []string{id["MI-07"]},
		},
		"more than all groups": {
			Reason: "a percentage ends at 100", Patch: `spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: 101%}}}`,
			Want: []string{id["MI-07"] + " " + rolling + "maxUnavailable: from `0%` to `100%`"},
		},
		"negative bound": {
			Reason: "there is no less than none", Patch: `spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: -1}}}`,
			Want: []string{id["MI-07"] + " " + rolling + "maxUnavailable: 0 or more"},
		},
		"empty bound": {
			Reason: "the webhook crashes", Patch: `spec: {rolloutStrategy: {rollingUpdateConfiguration: {maxUnavailable: ""}}}`,
			Want: []string{id["MI-07"] + " " + rolling + "maxUnavailable: 0 or more"},
		},
	}
}

const (
	rolling = "spec.rolloutStrategy.rollingUpdateConfiguration."
	pods    = "entryTemplate: {spec: {containers: [{name: c, image: 'i:1'}]}}, workerTemplate: {spec: {containers: [{name: c, image: 'i:1'}]}}"
)

// oneRole is a role with one worker.
func oneRole(name, fields string) string {
	return "{name: " + name + ", workerReplicas: 1, " + pods + joined(fields) + "}"
}

func roles(list ...string) string {
	return "roles: [" + strings.Join(list, ", ") + "]"
}
