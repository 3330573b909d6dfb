// Package capacity says whether pods would find a place in a cluster: nodes that take them,
// room beside what runs, quotas and limit ranges of their namespace, and the objects that they refer
// to. Everything in it is pure; what the cluster has is given. What is not decided by the
// given objects is not reported, so a finding is worth to be told.
package capacity

import corev1 "k8s.io/api/core/v1"

// Pods are pods that are made from one template.
type Pods struct {
	// Name says whose pods they are, such as "Deployment/chat".
	Name string
	// Count is how many run at the same time.
	Count int64
	// Spec is the template's, with the defaults of [Complete].
	Spec *corev1.PodSpec
}

// Finding is one reason why pods would not run.
type Finding struct {
	// Says is a sentence without a period.
	Says string
	// About is what the configuration may have that the finding is about, most telling first:
	// a name, a key or a value, such as "nvidia.com/gpu" or the name of a Secret.
	About []string
	// Remedy is a sentence that tells what to do.
	Remedy string
}
