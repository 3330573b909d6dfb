package tree

import (
	"slices"
	"time"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
)

// Reason is what keeps a pod from serving.
type Reason string

// The reasons, those that tell most first.
const (
	// ModelDenied is a model that the loader may not have.
	ModelDenied Reason = "ModelDenied"
	// ModelMissing is a model, file or revision that does not exist.
	ModelMissing Reason = "ModelMissing"
	// DeviceMemory is memory of an accelerator that does not suffice.
	DeviceMemory Reason = "DeviceMemory"
	// HostMemory is a container that was killed for its memory.
	HostMemory Reason = "HostMemory"
	// Image is an image that cannot be pulled.
	Image Reason = "Image"
	// CrashLoop is a container that ends again and again.
	CrashLoop Reason = "CrashLoop"
	// GroupLoop is a group of pods that is made again and again.
	GroupLoop Reason = "GroupLoop"
	// Unstartable is a container that cannot be created, as without a Secret that it names.
	Unstartable Reason = "Unstartable"
	// Quota is a quota that a pod exceeds.
	Quota Reason = "Quota"
	// Admission is a policy or a webhook that refuses a pod.
	Admission Reason = "Admission"
	// NoNode is a pod that no node can take.
	NoNode Reason = "NoNode"
	// NoScheduler is a pod that no scheduler looks at.
	NoScheduler Reason = "NoScheduler"
	// Unbound is a claim that a pod uses and that has no volume.
	Unbound Reason = "Unbound"
	// NotScheduled is a pod that waits for a node which may still come.
	NotScheduled Reason = "NotScheduled"
	// Absent is an object that is referred to and does not exist.
	Absent Reason = "Absent"
	// Unready is an object that is referred to and that has failed.
	Unready Reason = "Unready"
	// Unsuited is an object that does not fit what it refers to.
	Unsuited Reason = "Unsuited"
	// Reported is what the operator says.
	Reported Reason = "Reported"
	// Refused is an object that could not be made, for no reason of those above.
	Refused Reason = "Refused"
)

// Reasons are all of them, those that tell most first.
var Reasons = []Reason{
	ModelDenied, ModelMissing, DeviceMemory, HostMemory, Image, CrashLoop, GroupLoop, Unstartable,
	Quota, Admission, NoNode, Absent, Unready, Unsuited, NoScheduler, Unbound, Reported, NotScheduled, Refused,
}

// Cause is why pods do not serve.
type Cause struct {
	Reason Reason
	// Says is the cause in one clause that names the object.
	Says string
	// Container is the name of the container that it is about, "" for none.
	Container string
	// Image is the image of the container, where it is about that.
	Image string
	// Field is the field of the root that it is about, where the cause tells it by itself.
	Field string
	// Misses is what a pod refers to by name and does not get; nil for none.
	Misses *capacity.Reference
	// Lacks are the resources that the pod asks for and that nodes have too little of, sorted. It is about nodes, as are the next two.
	Lacks []string
	// Unlabelled is true when nodes have enough, and not the labels that the pod asks for.
	Unlabelled bool
	// Labels are those of the pod.
	Labels map[string]string
	// Final is true when it does not pass without a change.
	Final bool

	// finalAt is when it is final if it lasts until then; zero for never.
	finalAt time.Time
	// stale is true for a refusal that is older than the wait.
	stale bool
	// outdated is true for what is about pods that are being replaced.
	outdated bool
}

func (c Cause) weight() int { return -slices.Index(Reasons, c.Reason) }

// OfReferences reports whether it is that the root does not get, or does not fit, what it refers to.
func (c Cause) OfReferences() bool {
	return (c.Reason == Absent || c.Reason == Unready || c.Reason == Unsuited) && c.Misses == nil
}

// AboutNodes reports whether it is that no node takes a pod.
func (c Cause) AboutNodes() bool { return c.Reason == NoNode || c.Reason == NotScheduled }
