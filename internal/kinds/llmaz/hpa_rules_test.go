package llmaz

import (
	"fmt"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// triggerCases are the cases for one place where a trigger can stand: patch has a verb for
// the trigger, at is the trigger's path.
func triggerCases(patch, at string) map[string]kindstest.Case {
	result := map[string]kindstest.Case{}
	for name, tc := range hpaCases {
		tc.Patch = fmt.Sprintf(patch, tc.Patch)
		wants := tc.Want
		tc.Want = nil
		for _, want := range wants {
			tc.Want = append(tc.Want, strings.Replace(want, " .", " "+at+".", 1))
		}
		result[at+" "+name] = tc
	}
	return result
}

// hpaCases have the trigger as patch and paths below it.
var hpaCases = map[string]kindstest.Case{
	"one metric of each type": {
		Reason: "this is how each of them is described",
		Patch: `{metrics: [
			{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}},
			{type: ContainerResource, containerResource: {name: memory, container: model-runner, target: {type: AverageValue, averageValue: 4Gi}}},
			{type: Pods, pods: {metric: {name: "vllm:num_requests_waiting"}, target: {type: AverageValue, averageValue: 500m}}},
			{type: Object, object: {metric: {name: rps}, describedObject: {kind: Ingress, name: chat}, target: {type: Value, value: 10, averageValue: 1}}},
			{type: External, external: {metric: {name: queue}, target: {type: Value, value: 30}}}]}`,
		Near: []string{"H-1", "H-2", "H-3", "H-4", "H-5", "H-6", "H-7", "H-8"},
	},
	"unknown type": {
		Reason: "there are five types",
		Patch:  `{metrics: [{type: Custom}]}`,
		Want:   []string{`H-1 .metrics[0].type: supported values: "ContainerResource", "External"`},
	},
	"type without description": {
		Reason: "the block of the type is missing",
		Patch:  `{metrics: [{type: Pods}]}`,
		Want:   []string{"H-1 .metrics[0]: is described by `pods`"},
	},
	"descriptions of other types": {
		Reason: "a metric has one description",
		Patch: `{metrics: [{type: Resource,
			resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}},
			containerResource: {name: cpu, container: model-runner, target: {type: Utilization, averageUtilization: 80}},
			pods: {metric: {name: a}, target: {type: AverageValue, averageValue: 1}},
			object: {metric: {name: a}, describedObject: {kind: K, name: obj}, target: {type: Value, value: 1}},
			external: {metric: {name: a}, target: {type: Value, value: 1}}}]}`,
		Want: []string{
			"H-1 .metrics[0].containerResource: has `resource` alone",
			"H-1 .metrics[0].pods: has `resource` alone",
			"H-1 .metrics[0].object: has `resource` alone",
			"H-1 .metrics[0].external: has `resource` alone",
		},
	},
	"targets out of range": {
		Reason: "no number of replicas can be computed from them",
		Patch: `{metrics: [
			{type: Resource, resource: {name: cpu, target: {type: Percent, averageUtilization: 0}}},
			{type: ContainerResource, containerResource: {name: cpu, container: model-runner, target: {type: Utilization, averageUtilization: -1}}},
			{type: Pods, pods: {metric: {name: a}, target: {type: AverageValue, averageValue: 0}}},
			{type: Object, object: {metric: {name: a}, describedObject: {kind: K, name: obj}, target: {type: Value, value: -5}}},
			{type: External, external: {metric: {name: a}, target: {type: Value, value: 0}}}]}`,
		Want: []string{
			`H-2 .metrics[0].resource.target.type: supported values: "Utilization", "Value", "AverageValue"`,
			"H-2 .metrics[0].resource.target.averageUtilization: at least 1",
			"H-2 .metrics[1].containerResource.target.averageUtilization: at least 1",
			"H-2 .metrics[2].pods.target.averageValue: greater than 0",
			"H-2 .metrics[3].object.target.value: greater than 0",
			"H-2 .metrics[4].external.target.value: greater than 0",
		},
	},
	"resources without and with two targets": {
		Reason: "a resource is compared by its utilization or by its average",
		Patch: `{metrics: [
			{type: Resource, resource: {name: "", target: {type: Utilization}}},
			{type: ContainerResource, containerResource: {name: "", container: model-runner, target: {type: Utilization, averageUtilization: 50, averageValue: 1}}}]}`,
		Want: []string{
			"H-3 .metrics[0].resource.name: such as `cpu`",
			"H-3 .metrics[0].resource.target.averageUtilization: set it or `average_value`",
			"H-3 .metrics[1].containerResource.name: such as `cpu`",
			"H-3 .metrics[1].containerResource.target.averageValue: not together with `average_utilization`",
		},
	},
	"container that cannot exist": {
		Reason: "names of containers are DNS labels, and the pods have one container only",
		Patch: `{metrics: [{type: ContainerResource, containerResource: {name: cpu, container: Model_Runner,
			target: {type: Utilization, averageUtilization: 80}}}]}`,
		Want: []string{
			"H-4 .metrics[0].containerResource.container: must be the name of a container",
			"warning H-4 .metrics[0].containerResource.container: will never have a value",
		},
	},
	"container that does not exist": {
		Reason: "the API accepts any name",
		Patch:  `{metrics: [{type: ContainerResource, containerResource: {name: cpu, container: vllm, target: {type: Utilization, averageUtilization: 80}}}]}`,
		Want:   []string{"warning H-4 .metrics[0].containerResource.container: will never have a value"},
	},
	"pods without name and average": {
		Reason: "a total over pods cannot be a target",
		Patch:  `{metrics: [{type: Pods, pods: {metric: {name: ""}, target: {type: Value, value: 5}}}]}`,
		Want: []string{
			"H-5 .metrics[0].pods.metric.name: name the metric",
			"H-5 .metrics[0].pods.target.averageValue: set `average_value`",
		},
	},
	"object without names and target": {
		Reason: "nothing says what to look at",
		Patch:  `{metrics: [{type: Object, object: {metric: {name: ""}, describedObject: {kind: "", name: ""}, target: {type: Value}}}]}`,
		Want: []string{
			"H-6 .metrics[0].object.metric.name: name the metric",
			"H-6 .metrics[0].object.describedObject.kind: give the kind",
			"H-6 .metrics[0].object.describedObject.name: name the object",
			"H-6 .metrics[0].object.target.averageValue: `value` or `average_value`",
		},
	},
	"object with its average only": {
		Reason: "one of the two targets is enough",
		Patch:  `{metrics: [{type: Object, object: {metric: {name: rps}, describedObject: {kind: Ingress, name: chat}, target: {type: AverageValue, averageValue: 1}}}]}`,
		Near:   []string{"H-6"},
	},
	"externals without and with two targets": {
		Reason: "unlike an object, an external metric has exactly one",
		Patch: `{metrics: [
			{type: External, external: {metric: {name: ""}, target: {type: Value}}},
			{type: External, external: {metric: {name: a}, target: {type: Value, value: 1, averageValue: 1}}}]}`,
		Want: []string{
			"H-7 .metrics[0].external.metric.name: name the metric",
			"H-7 .metrics[0].external.target.averageValue: set it or `value`",
			"H-7 .metrics[1].external.target.value: not together with `average_value`",
		},
	},
	"names that are no parts of URLs": {
		Reason: "they are looked up by URL",
		Patch: `{metrics: [
			{type: Pods, pods: {metric: {name: a/b}, target: {type: AverageValue, averageValue: 1}}},
			{type: Object, object: {metric: {name: "50%"}, describedObject: {kind: .., name: a/b}, target: {type: Value, value: 1}}},
			{type: External, external: {metric: {name: .}, target: {type: Value, value: 1}}}]}`,
		Want: []string{
			"H-8 .metrics[0].pods.metric.name: part of a URL",
			"H-8 .metrics[1].object.metric.name: part of a URL",
			"H-8 .metrics[1].object.describedObject.kind: part of a URL",
			"H-8 .metrics[1].object.describedObject.name: part of a URL",
			"H-8 .metrics[2].external.metric.name: part of a URL",
		},
	},
	"behavior at its bounds": {
		Reason: "the bounds themselves are allowed, and policies may be left out",
		Patch: `{behavior: {scaleUp: {stabilizationWindowSeconds: 3600, selectPolicy: Disabled},
			scaleDown: {stabilizationWindowSeconds: 0, selectPolicy: Min, policies: [{type: Percent, value: 1, periodSeconds: 1800}]}}}`,
		Near: []string{"H-9", "H-10", "H-11"},
	},
	"behavior out of bounds": {
		Reason: "each direction is checked",
		Patch: `{behavior: {
			scaleUp: {stabilizationWindowSeconds: 3601, selectPolicy: max, policies: []},
			scaleDown: {stabilizationWindowSeconds: -1, selectPolicy: "", policies: [{type: Groups, value: 0, periodSeconds: 1801}, {type: Pods, value: 1, periodSeconds: 0}]}}}`,
		Want: []string{
			"H-9 .behavior.scaleUp.stabilizationWindowSeconds: between 0 and 3600",
			"H-9 .behavior.scaleDown.stabilizationWindowSeconds: between 0 and 3600",
			`H-10 .behavior.scaleUp.selectPolicy: supported values: "Max", "Min", "Disabled"`,
			`H-10 .behavior.scaleDown.selectPolicy: supported values: "Max", "Min", "Disabled"`,
			"H-11 .behavior.scaleUp.policies: an empty list",
			`H-11 .behavior.scaleDown.policies[0].type: supported values: "Pods", "Percent"`,
			"H-11 .behavior.scaleDown.policies[0].value: greater than 0",
			"H-11 .behavior.scaleDown.policies[0].periodSeconds: between 1 and 1800",
			"H-11 .behavior.scaleDown.policies[1].periodSeconds: between 1 and 1800",
		},
	},
}
