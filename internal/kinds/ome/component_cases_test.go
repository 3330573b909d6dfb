package ome

import (
	"fmt"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

var serviceCases = kindstest.Merge(ownCases, componentCases, referenceCases)

// everyComponent is a patch that gives engine, decoder and router the same fields.
func everyComponent(fields string) string {
	return fmt.Sprintf("spec: {engine: {%s}, decoder: {%s}, router: {%s}}", fields, fields, fields)
}

// everyGroup is a patch that gives the groups of engine and decoder the same fields.
func everyGroup(fields string) string {
	group := "leader: {}, worker: {size: 1}, " + fields
	return fmt.Sprintf("spec: {engine: {%s}, decoder: {%s}}", group, group)
}

// everyRunner is a patch that gives every main container the same fields.
func everyRunner(fields string) string {
	group := fmt.Sprintf("runner: {%s}, leader: {runner: {%s}}, worker: {size: 1, runner: {%s}}", fields, fields, fields)
	return fmt.Sprintf("spec: {engine: {%s}, decoder: {%s}, router: {runner: {%s}}}", group, group, fields)
}

var (
	groups     = []string{"engine", "decoder"}
	components = []string{"engine", "decoder", "router"}
	runners    = []string{
		"engine.runner", "engine.leader.runner", "engine.worker.runner",
		"decoder.runner", "decoder.leader.runner", "decoder.worker.runner", "router.runner",
	}
)

// inEvery are findings of a rule, with the same text below each of the places.
func inEvery(places []string, rule, text string, below ...string) []string {
	var found []string
	for _, place := range places {
		for _, at := range below {
			found = append(found, rule+" spec."+place+at+": "+text)
		}
	}
	return found
}

// componentCases have every mistake in every place where it can be made.
var componentCases = map[string]kindstest.Case{
	"everywhere: runner names": {Reason: "an empty one overrides the one of the runtime", Patch: everyRunner(`name: ""`), Want: inEvery(runners, "IS-22", "overrides", ".name")},
	"everywhere: templates":    {Reason: "no action is closed", Patch: everyRunner(`name: c, args: ["{{"]`), Want: inEvery(runners, "IS-30", "template", "")},
	"everywhere: ports":        {Reason: "one of two has no name", Patch: everyRunner("name: c, ports: [{name: a, containerPort: 1}, {containerPort: 2}]"), Want: inEvery(runners, "IS-38", "needs a name", ".ports[1].name")},
	"everywhere: volumes":      {Reason: "OME adds one of this name", Patch: everyComponent("volumes: [{name: m}]"), Want: inEvery(components, "IS-35", "name of the model", ".volumes[0].name")},
	"everywhere: sidecars":     {Reason: "their ports are taken", Patch: everyComponent("runner: {name: c}, containers: [{name: s}]"), Want: inEvery(components, "warning IS-37", "first container", ".containers")},
	"everywhere: labels":       {Reason: "neither can be on a pod", Patch: everyComponent(`labels: {a: "b c"}, annotations: {"x y": z}`), Want: inEvery(components, "IS-47", "refused", ".labels[a]", ".annotations[x y]")},
	"everywhere: negative":     {Reason: "no such number", Patch: everyComponent("minReplicas: -1"), Want: inEvery(components, "IS-23", "negative", ".minReplicas")},
	"everywhere: range":        {Reason: "upside down", Patch: everyComponent("minReplicas: 5, maxReplicas: 4"), Want: inEvery(components, "warning IS-24", "`max_replicas`, 4, so", ".minReplicas")},
	"everywhere: metric":       {Reason: "of Knative", Patch: everyComponent("scaleMetric: rps"), Want: inEvery(components, "warning IS-25", "cpu", ".scaleMetric")},
	"everywhere: target":       {Reason: "zero", Patch: everyComponent("scaleTarget: 0"), Want: inEvery(components, "IS-26", "percent", ".scaleTarget")},
	"everywhere: disruption": {
		Reason: "both, and not a percentage", Patch: everyComponent("minAvailable: half, maxUnavailable: 1"),
		Want: append(inEvery(components, "IS-27", "not together", ".maxUnavailable"), inEvery(components, "IS-27", "percentage", ".minAvailable")...),
	},
	"everywhere: strategy": {
		Reason: "Recreate has no bounds", Patch: everyComponent("deploymentStrategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}"),
		Want: inEvery(components, "IS-40", "Recreate", ".deploymentStrategy.rollingUpdate"),
	},
	"everywhere: fields of Knative": {
		Reason: "the components do not run with it", Patch: everyComponent("containerConcurrency: 1, timeoutSeconds: 1, canaryTrafficPercent: 1"),
		Want: inEvery(components, "warning IS-41", "Knative", ".containerConcurrency", ".timeoutSeconds", ".canaryTrafficPercent"),
	},
	"everywhere: Knative": {
		Reason: "it reads its fields", Patch: everyComponent("minReplicas: 0, containerConcurrency: 1, timeoutSeconds: 1, canaryTrafficPercent: 1"),
		Want: inEvery([]string{"engine", "router"}, "warning IS-23", "Knative", ".minReplicas"), Near: []string{"IS-41"},
	},
	"everywhere: groups with an autoscaler": {
		Reason: "they have none", Patch: everyGroup("maxReplicas: 2, scaleMetric: cpu, scaleTarget: 50, minAvailable: 1, deploymentStrategy: {type: RollingUpdate}"),
		Want: inEvery(groups, "warning IS-42", "no autoscaler", ".maxReplicas", ".scaleMetric", ".scaleTarget", ".minAvailable", ".deploymentStrategy"),
	},
	"everywhere: groups with a bound": {Reason: "they have none", Patch: everyGroup("maxUnavailable: 1"), Want: inEvery(groups, "warning IS-42", "no autoscaler", ".maxUnavailable")},
	"everywhere: KEDA":                {Reason: "it is configured for the service as a whole", Patch: everyComponent("kedaConfig: {}"), Want: inEvery(components, "warning IS-43", "only", ".kedaConfig")},
}
