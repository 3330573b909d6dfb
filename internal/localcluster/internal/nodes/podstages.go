package nodes

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	podfast "sigs.k8s.io/kwok/kustomize/stage/pod/fast"
	"sigs.k8s.io/kwok/pkg/apis/internalversion"
	kwokconfig "sigs.k8s.io/kwok/pkg/config"
)

const slowStart = int64(5000) // Milliseconds.

// readyStages is kwok's stage that makes a pod Ready, for pods that behave, and a late copy of it for slow ones.
func readyStages() ([]*internalversion.Stage, error) {
	ready, err := kwokconfig.UnmarshalWithType[*internalversion.Stage](podfast.DefaultPodReady)
	if err != nil {
		return nil, err
	}
	late := ready.DeepCopy()
	bad := imageNamed(crash, oom, noPull, pending)
	ready.Spec.Selector.MatchExpressions = append(ready.Spec.Selector.MatchExpressions,
		match(bad, internalversion.SelectorOpDoesNotExist), match(imageNamed(slow), internalversion.SelectorOpDoesNotExist))
	delay := slowStart
	late.Name = "pod-slow"
	late.Spec.Delay = &internalversion.StageDelay{DurationMilliseconds: &delay}
	late.Spec.Selector.MatchExpressions = append(late.Spec.Selector.MatchExpressions,
		match(bad, internalversion.SelectorOpDoesNotExist), match(imageNamed(slow), internalversion.SelectorOpExists))
	return []*internalversion.Stage{ready, late}, nil
}

// misbehavingStages is one stage for each bad behaviour. All compute the same status; they differ in the event.
func misbehavingStages() ([]*internalversion.Stage, error) {
	events := map[behaviour]*internalversion.StageEvent{
		crash:   {Type: corev1.EventTypeWarning, Reason: "BackOff", Message: "Back-off restarting failed container"},
		oom:     {Type: corev1.EventTypeWarning, Reason: "BackOff", Message: "Back-off restarting failed container"},
		noPull:  {Type: corev1.EventTypeWarning, Reason: "Failed", Message: "Failed to pull image: not found"},
		pending: nil,
	}
	var stages []*internalversion.Stage
	for b, event := range events {
		s := &internalversion.Stage{}
		s.Name = "pod-" + string(b)
		s.Spec.ResourceRef = internalversion.StageResourceRef{APIGroup: "v1", Kind: "Pod"}
		s.Spec.Selector = &internalversion.StageSelector{MatchExpressions: []internalversion.MatchExpression{
			match(".metadata.deletionTimestamp", internalversion.SelectorOpDoesNotExist),
			match(".status.phase", internalversion.SelectorOpIn, string(corev1.PodPending)),
			match(".status.containerStatuses", internalversion.SelectorOpDoesNotExist),
			match(imageNamed(b), internalversion.SelectorOpExists),
		}}
		s.Spec.Steps = append(s.Spec.Steps, internalversion.StageStep{Patch: &internalversion.StagePatch{
			Subresource: "status", Root: "status", Template: "{{ " + misbehavingStatus + " . }}",
		}})
		if event != nil {
			s.Spec.Steps = append(s.Spec.Steps, internalversion.StageStep{Event: event})
		}
		stages = append(stages, s)
	}
	return stages, nil
}

// imageNamed is a jq expression: the images of a pod that have one of the behaviours.
func imageNamed(behaviours ...behaviour) string {
	names := make([]string, len(behaviours))
	for i, b := range behaviours {
		names[i] = string(b)
	}
	return fmt.Sprintf(`(.spec.containers + (.spec.initContainers // []))[] | .image | select(test("/localcluster/(%s)(:|@|$)"))`,
		strings.Join(names, "|"))
}

func match(jq string, op internalversion.SelectorOperator, values ...string) internalversion.MatchExpression {
	return internalversion.MatchExpression{JQ: &internalversion.SelectorJQ{Key: jq, Operator: op, Values: values}}
}
