package llmaz

import (
	"fmt"
	"maps"
)

// merged returns the cases of all maps.
func merged(all ...map[string]ruleCase) map[string]ruleCase {
	result := map[string]ruleCase{}
	for _, cases := range all {
		maps.Copy(result, cases)
	}
	return result
}

// triggerCases are the cases for one place where a trigger can stand: patch has a verb for
// the trigger, at is the trigger's path.
func triggerCases(patch, at string) map[string]ruleCase {
	result := map[string]ruleCase{}
	for name, tc := range hpaCases {
		tc.patch = fmt.Sprintf(patch, tc.patch)
		wants := tc.want
		tc.want = nil
		for _, want := range wants {
			want.path = at + want.path
			tc.want = append(tc.want, want)
		}
		result[at+" "+name] = tc
	}
	return result
}

// hpaCases have the trigger as patch and paths below it.
var hpaCases = map[string]ruleCase{
	"one metric of each type": {
		reason: "this is how each of them is described",
		patch: `{metrics: [
			{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}},
			{type: ContainerResource, containerResource: {name: memory, container: model-runner, target: {type: AverageValue, averageValue: 4Gi}}},
			{type: Pods, pods: {metric: {name: "vllm:num_requests_waiting"}, target: {type: AverageValue, averageValue: 500m}}},
			{type: Object, object: {metric: {name: rps}, describedObject: {kind: Ingress, name: chat}, target: {type: Value, value: 10, averageValue: 1}}},
			{type: External, external: {metric: {name: queue}, target: {type: Value, value: 30}}}]}`,
		near: []string{"H-1", "H-2", "H-3", "H-4", "H-5", "H-6", "H-7", "H-8"},
	},
	"unknown type": {
		reason: "there are five types",
		patch:  `{metrics: [{type: Custom}]}`,
		want:   []verdict{{"H-1", ".metrics[0].type", `supported values: "ContainerResource", "External"`, false}},
	},
	"type without description": {
		reason: "the block of the type is missing",
		patch:  `{metrics: [{type: Pods}]}`,
		want:   []verdict{{"H-1", ".metrics[0]", "is described by `pods`", false}},
	},
	"descriptions of other types": {
		reason: "a metric has one description",
		patch: `{metrics: [{type: Resource,
			resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}},
			containerResource: {name: cpu, container: model-runner, target: {type: Utilization, averageUtilization: 80}},
			pods: {metric: {name: a}, target: {type: AverageValue, averageValue: 1}},
			object: {metric: {name: a}, describedObject: {kind: K, name: obj}, target: {type: Value, value: 1}},
			external: {metric: {name: a}, target: {type: Value, value: 1}}}]}`,
		want: []verdict{
			{"H-1", ".metrics[0].containerResource", "has `resource` alone", false},
			{"H-1", ".metrics[0].pods", "has `resource` alone", false},
			{"H-1", ".metrics[0].object", "has `resource` alone", false},
			{"H-1", ".metrics[0].external", "has `resource` alone", false},
		},
	},
	"targets out of range": {
		reason: "no number of replicas can be computed from them",
		patch: `{metrics: [
			{type: Resource, resource: {name: cpu, target: {type: Percent, averageUtilization: 0}}},
			{type: ContainerResource, containerResource: {name: cpu, container: model-runner, target: {type: Utilization, averageUtilization: -1}}},
			{type: Pods, pods: {metric: {name: a}, target: {type: AverageValue, averageValue: 0}}},
			{type: Object, object: {metric: {name: a}, describedObject: {kind: K, name: obj}, target: {type: Value, value: -5}}},
			{type: External, external: {metric: {name: a}, target: {type: Value, value: 0}}}]}`,
		want: []verdict{
			{"H-2", ".metrics[0].resource.target.type", `supported values: "Utilization", "Value", "AverageValue"`, false},
			{"H-2", ".metrics[0].resource.target.averageUtilization", "at least 1", false},
			{"H-2", ".metrics[1].containerResource.target.averageUtilization", "at least 1", false},
			{"H-2", ".metrics[2].pods.target.averageValue", "greater than 0", false},
			{"H-2", ".metrics[3].object.target.value", "greater than 0", false},
			{"H-2", ".metrics[4].external.target.value", "greater than 0", false},
		},
	},
	"resources without and with two targets": {
		reason: "a resource is compared by its utilization or by its average",
		patch: `{metrics: [
			{type: Resource, resource: {name: "", target: {type: Utilization}}},
			{type: ContainerResource, containerResource: {name: "", container: model-runner, target: {type: Utilization, averageUtilization: 50, averageValue: 1}}}]}`,
		want: []verdict{
			{"H-3", ".metrics[0].resource.name", "such as `cpu`", false},
			{"H-3", ".metrics[0].resource.target.averageUtilization", "set it or `average_value`", false},
			{"H-3", ".metrics[1].containerResource.name", "such as `cpu`", false},
			{"H-3", ".metrics[1].containerResource.target.averageValue", "not together with `average_utilization`", false},
		},
	},
	"container that cannot exist": {
		reason: "names of containers are DNS labels, and the pods have one container only",
		patch: `{metrics: [{type: ContainerResource, containerResource: {name: cpu, container: Model_Runner,
			target: {type: Utilization, averageUtilization: 80}}}]}`,
		want: []verdict{
			{"H-4", ".metrics[0].containerResource.container", "must be the name of a container", false},
			{"H-4", ".metrics[0].containerResource.container", "will never have a value", true},
		},
	},
	"container that does not exist": {
		reason: "the API accepts any name",
		patch:  `{metrics: [{type: ContainerResource, containerResource: {name: cpu, container: vllm, target: {type: Utilization, averageUtilization: 80}}}]}`,
		want:   []verdict{{"H-4", ".metrics[0].containerResource.container", "will never have a value", true}},
	},
	"pods without name and average": {
		reason: "a total over pods cannot be a target",
		patch:  `{metrics: [{type: Pods, pods: {metric: {name: ""}, target: {type: Value, value: 5}}}]}`,
		want: []verdict{
			{"H-5", ".metrics[0].pods.metric.name", "name the metric", false},
			{"H-5", ".metrics[0].pods.target.averageValue", "set `average_value`", false},
		},
	},
	"object without names and target": {
		reason: "nothing says what to look at",
		patch:  `{metrics: [{type: Object, object: {metric: {name: ""}, describedObject: {kind: "", name: ""}, target: {type: Value}}}]}`,
		want: []verdict{
			{"H-6", ".metrics[0].object.metric.name", "name the metric", false},
			{"H-6", ".metrics[0].object.describedObject.kind", "give the kind", false},
			{"H-6", ".metrics[0].object.describedObject.name", "name the object", false},
			{"H-6", ".metrics[0].object.target.averageValue", "`value` or `average_value`", false},
		},
	},
	"object with its average only": {
		reason: "one of the two targets is enough",
		patch:  `{metrics: [{type: Object, object: {metric: {name: rps}, describedObject: {kind: Ingress, name: chat}, target: {type: AverageValue, averageValue: 1}}}]}`,
		near:   []string{"H-6"},
	},
	"externals without and with two targets": {
		reason: "unlike an object, an external metric has exactly one",
		patch: `{metrics: [
			{type: External, external: {metric: {name: ""}, target: {type: Value}}},
			{type: External, external: {metric: {name: a}, target: {type: Value, value: 1, averageValue: 1}}}]}`,
		want: []verdict{
			{"H-7", ".metrics[0].external.metric.name", "name the metric", false},
			{"H-7", ".metrics[0].external.target.averageValue", "set it or `value`", false},
			{"H-7", ".metrics[1].external.target.value", "not together with `average_value`", false},
		},
	},
	"names that are no parts of URLs": {
		reason: "they are looked up by URL",
		patch: `{metrics: [
			{type: Pods, pods: {metric: {name: a/b}, target: {type: AverageValue, averageValue: 1}}},
			{type: Object, object: {metric: {name: "50%"}, describedObject: {kind: .., name: a/b}, target: {type: Value, value: 1}}},
			{type: External, external: {metric: {name: .}, target: {type: Value, value: 1}}}]}`,
		want: []verdict{
			{"H-8", ".metrics[0].pods.metric.name", "part of a URL", false},
			{"H-8", ".metrics[1].object.metric.name", "part of a URL", false},
			{"H-8", ".metrics[1].object.describedObject.kind", "part of a URL", false},
			{"H-8", ".metrics[1].object.describedObject.name", "part of a URL", false},
			{"H-8", ".metrics[2].external.metric.name", "part of a URL", false},
		},
	},
	"behavior at its bounds": {
		reason: "the bounds themselves are allowed, and policies may be left out",
		patch: `{behavior: {scaleUp: {stabilizationWindowSeconds: 3600, selectPolicy: Disabled},
			scaleDown: {stabilizationWindowSeconds: 0, selectPolicy: Min, policies: [{type: Percent, value: 1, periodSeconds: 1800}]}}}`,
		near: []string{"H-9", "H-10", "H-11"},
	},
	"behavior out of bounds": {
		reason: "each direction is checked",
		patch: `{behavior: {
			scaleUp: {stabilizationWindowSeconds: 3601, selectPolicy: max, policies: []},
			scaleDown: {stabilizationWindowSeconds: -1, selectPolicy: "", policies: [{type: Groups, value: 0, periodSeconds: 1801}, {type: Pods, value: 1, periodSeconds: 0}]}}}`,
		want: []verdict{
			{"H-9", ".behavior.scaleUp.stabilizationWindowSeconds", "between 0 and 3600", false},
			{"H-9", ".behavior.scaleDown.stabilizationWindowSeconds", "between 0 and 3600", false},
			{"H-10", ".behavior.scaleUp.selectPolicy", `supported values: "Max", "Min", "Disabled"`, false},
			{"H-10", ".behavior.scaleDown.selectPolicy", `supported values: "Max", "Min", "Disabled"`, false},
			{"H-11", ".behavior.scaleUp.policies", "an empty list", false},
			{"H-11", ".behavior.scaleDown.policies[0].type", `supported values: "Pods", "Percent"`, false},
			{"H-11", ".behavior.scaleDown.policies[0].value", "greater than 0", false},
			{"H-11", ".behavior.scaleDown.policies[0].periodSeconds", "between 1 and 1800", false},
			{"H-11", ".behavior.scaleDown.policies[1].periodSeconds", "between 1 and 1800", false},
		},
	},
}
