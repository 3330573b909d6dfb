package tree

import "fmt"

// remedy says what to do where a field decides, and where none does.
type remedy struct{ at, otherwise string }

// remedies say what to do about a reason.
var remedies = map[Reason]remedy{
	ModelDenied:  {"accept the terms of the model, give the loader a token that may read it, or choose another model in %s", "accept the terms of the model and give the loader a token that may read it"},
	ModelMissing: {"correct the model, file or revision in %s", "correct the name of the model, file or revision"},
	DeviceMemory: {"ask for more accelerators, a smaller context or a smaller share of the memory in %s", "ask for more accelerators, or give the engine a smaller context"},
	HostMemory:   {"raise the memory in %s", "raise the memory limit of the container"},
	Image:        {"correct the image in %s, or give the pods a pull secret for its registry", "correct the image, or give the pods a pull secret for its registry"},
	CrashLoop:    {"correct what its last words say in %s", "correct what its last words say"},
	GroupLoop:    {"correct what its last words say in %s", "read the log of the container while it runs, and correct what it says"},
	Unstartable:  {"create what the message names, or correct its name in %s", "create what the message names, or correct its name"},
	Quota:        {"lower what the pods ask for in %s, or raise the quota", "lower what the pods ask for, or raise the quota"},
	Admission:    {"change what the policy refuses in %s, or the policy", "change what the policy refuses, or the policy"},
	NoNode:       {"ask for what some node has in %s, or add such a node", "ask for what some node has, or add such a node"},
	NotScheduled: {"free or add a node, or ask for less in %s", "free or add a node, or ask for less"},
	Absent:       {"create it, or correct %s", "create it"},
	Unready:      {"mend it, or name another in %s", "mend it"},
	Unsuited:     {"correct %s, or what it refers to", "correct what it refers to"},
	NoScheduler:  {"install the scheduler, or name another in %s", "install the scheduler, or leave the pods to another"},
	Unbound:      {"give the claim a volume, or name another in %s", "give the claim a volume"},
	Reported:     {"correct what the operator says in %s", "correct what the operator says"},
	Refused:      {"correct what the message says in %s", "correct what the message says"},
}

// unlabelledRemedy is for a pod that waits for a node with labels, which less of something would not make come.
var unlabelledRemedy = remedy{"add a node with the labels, or ask for others in %s", "add a node with the labels that the pod asks for"}

// Remedy is what to do about the cause, as a clause in the imperative; at is what decides about it, "" where nothing does.
func (c Cause) Remedy(at string) string {
	r := remedies[c.Reason]
	if c.Reason == NotScheduled && c.Unlabelled {
		r = unlabelledRemedy
	}
	if at == "" {
		return r.otherwise
	}
	return fmt.Sprintf(r.at, at)
}
