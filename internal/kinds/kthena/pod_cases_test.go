package kthena

import (
	"fmt"
	"strings"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// everyPod is a patch that gives one role with a worker the same pod in both templates,
// with a container `c` and an init container `i` that have the same fields beside their name.
func everyPod(metadata, pod, container string) string {
	if !strings.Contains(container, "image:") {
		container = "image: 'i:1'" + joined(container)
	}
	template := fmt.Sprintf(`{metadata: {%s}, spec: {containers: [{name: c%s}], initContainers: [{name: i%s}]%s}}`, metadata, joined(container), joined(container), joined(pod))
	return fmt.Sprintf(`spec: {template: {roles: [{name: a, workerReplicas: 1, entryTemplate: %s, workerTemplate: %s}]}}`, template, template)
}

func joined(fields string) string {
	if fields == "" {
		return ""
	}
	return ", " + fields
}

// inEveryPod is a finding below both templates.
func inEveryPod(id, below, text string) []string {
	var found []string
	for _, template := range []string{"entryTemplate", "workerTemplate"} {
		found = append(found, id+" spec.template.roles[0]."+template+"."+below+": "+text)
	}
	return found
}

// inEveryContainer is a finding in all four containers.
func inEveryContainer(id, below, text string) []string {
	return append(inEveryPod(id, "spec.containers[0]."+below, text), inEveryPod(id, "spec.initContainers[0]."+below, text)...)
}

func together(lists ...[]string) []string {
	var all []string
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

// podCases hold for both kinds; pod is the identifier of the rules on pods, image that
// of the rule on images.
func podCases(pod, image string) map[string]kindstest.Case {
	return map[string]kindstest.Case{
		"pods: all that is checked, and right": {
			Reason: "every part of a pod that has a rule, at its bound",
			Patch: everyPod(`labels: {example.com/a: "1"}, annotations: {}`, `restartPolicy: OnFailure, volumes: [{name: v}]`,
				`image: "r/i:1", ports: [{containerPort: 65535}], env: [{name: A.b-c}], resources: {requests: {cpu: 1}, limits: {cpu: 1000m}}, volumeMounts: [{name: v, mountPath: /v}], readinessProbe: {exec: {}}`),
			Near: []string{pod, image},
		},
		"pods: no containers": {
			Reason: "the API server takes it, and no pod can be created",
			Patch:  `spec: {template: {roles: [{name: a, workerReplicas: 1, entryTemplate: {}, workerTemplate: {spec: {containers: []}}}]}}`,
			Want:   inEveryPod(pod, "spec.containers", "a pod has at least one container"),
		},
		"pods: container names": {
			Reason: "a name is a label, and init containers share the names",
			Patch: strings.ReplaceAll(strings.ReplaceAll(everyPod("", "", ""), "containers: [{name: c, image: 'i:1'}]", "containers: [{name: i, image: 'i:1'}, {name: X, image: 'i:1'}]"),
				"initContainers: [{name: i, image: 'i:1'}]", "initContainers: [{name: i, image: 'i:1'}, {name: x_y, image: 'i:1'}]"),
			Want: together(
				inEveryPod(pod, "spec.containers[1].name", "lower-case letters"),
				inEveryPod(pod, "spec.initContainers[0].name", "init containers count too"),
				inEveryPod(pod, "spec.initContainers[1].name", "lower-case letters"),
			),
		},
		"pods: workers described by nothing": {
			Reason: "a role without workers needs no pod for them, and Kthena's ModelBooster writes none",
			Patch:  `spec: {template: {roles: [{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: "i:1"}]}}, workerTemplate: {spec: {containers: []}}}]}}`,
			Near:   []string{pod},
		},
		"pods: no image": {
			Reason: "the API server takes it, and no pod can be created",
			Patch:  everyPod("", "", `image: ""`),
			Want:   inEveryContainer(pod, "image", "a container needs an image"),
		},
		"pods: volumes that are not there": {
			Reason: "a mount names a volume of the pod",
			Patch:  everyPod("", "volumes: [{name: v}]", "volumeMounts: [{name: w, mountPath: /w}, {name: v, mountPath: /v}]"),
			Want:   inEveryContainer(pod, "volumeMounts[0].name", "the pod has no such volume"),
		},
		"pods: ports": {
			Reason: "there is no port 0 and none above 65535",
			Patch:  everyPod("", "", "ports: [{containerPort: 0}, {containerPort: 65536}]"),
			Want: together(inEveryContainer(pod, "ports[0].containerPort", "from 1 to 65535"),
				inEveryContainer(pod, "ports[1].containerPort", "from 1 to 65535")),
		},
		"pods: environment": {
			Reason: "a name has no equals sign",
			Patch:  everyPod("", "", `env: [{name: "A=B"}]`),
			Want:   inEveryContainer(pod, "env[0].name", "other than `=`"),
		},
		"pods: requests above limits": {
			Reason: "2 cores are more than 1500m",
			Patch:  everyPod("", "", "resources: {requests: {cpu: 2, memory: 1Gi}, limits: {cpu: 1500m}}"),
			Want:   inEveryContainer(pod, "resources.requests[cpu]", "limit of 1500m"),
		},
		"pods: probes": {
			Reason: "a probe without a handler, and with two",
			Patch:  everyPod("", "", "livenessProbe: {}, readinessProbe: {exec: {}, tcpSocket: {port: 1}}, startupProbe: {periodSeconds: 1}"),
			Want: together(inEveryContainer(pod, "livenessProbe", "this one has 0"), inEveryContainer(pod, "readinessProbe", "this one has 2"),
				inEveryContainer(pod, "startupProbe", "this one has 0")),
		},
		"pods: restart policy": {
			Reason: "the definition has no enumeration",
			Patch:  everyPod("", "restartPolicy: Sometimes", ""),
			Want:   inEveryPod(pod, "spec.restartPolicy", "`Always`, `OnFailure` or `Never`"),
		},
		"pods: metadata": {
			Reason: "keys and values have a syntax",
			Patch:  everyPod(`labels: {"a b": x, c: "d e"}, annotations: {"f g": x}`, "", ""),
			Want: together(inEveryPod(pod, "metadata.labels[a b]", "a key is"), inEveryPod(pod, "metadata.labels[c]", "the value of a label"),
				inEveryPod(pod, "metadata.annotations[f g]", "a key is")),
		},
		"pods: images": {
			Reason: "spaces are refused in containers, and nobody looks at init containers",
			Patch:  everyPod("", "", `image: "a b"`),
			Want:   inEveryPod(image, "spec.containers[0].image", "must not contain spaces"),
		},
	}
}
