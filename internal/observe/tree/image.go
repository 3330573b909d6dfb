package tree

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// imageCause says why an image is not pulled. It is final only when the registry says so: a network that
// does not answer may do so later.
func (d *Diagnosis) imageCause(p Pod, c corev1.ContainerStatus, where string) Cause {
	why := d.pullError(p, c)
	cause := Cause{Reason: Image, Image: d.imageOf(p, c)}
	cause.Says = "the image " + cause.Image + " of " + where + " cannot be pulled"
	if why != "" {
		cause.Says += ": " + why
	}
	neverPulls := c.State.Waiting.Reason == "InvalidImageName" || c.State.Waiting.Reason == "ErrImageNeverPull"
	if neverPulls || pullRefused.MatchString(why) && !pullPasses.MatchString(why) {
		cause.finalAt = d.view.Now
	}
	return cause
}

// pullError is what the registry or the runtime said: in the state of the container, or, while it
// is backing off, in the latest event.
func (d *Diagnosis) pullError(p Pod, c corev1.ContainerStatus) string {
	said := c.State.Waiting.Message
	if _, after, found := strings.Cut(said, "ErrImagePull: "); found {
		return oneLine(after)
	}
	if c.State.Waiting.Reason != "ImagePullBackOff" && said != "" {
		return oneLine(said)
	}
	about := &unstructured.Unstructured{}
	about.SetUID(p.pod.UID)
	for _, e := range slices.Backward(d.view.about(about)) {
		if e.Reason == "Failed" && strings.Contains(e.Message, "pull") &&
			(e.InvolvedObject.FieldPath == "" || strings.Contains(e.InvolvedObject.FieldPath, "{"+c.Name+"}")) {
			return oneLine(e.Message)
		}
	}
	return ""
}

// imageOf is the image as the pod asks for it.
func (d *Diagnosis) imageOf(p Pod, c corev1.ContainerStatus) string {
	for _, spec := range slices.Concat(p.pod.Spec.InitContainers, p.pod.Spec.Containers) {
		if spec.Name == c.Name {
			return spec.Image
		}
	}
	return c.Image
}
