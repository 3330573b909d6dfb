package engine

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Root attributes that operate what runs.
const (
	attrRestartTrigger = "restart_trigger"
	attrPaused         = "paused"
)

// AnnotationRestart is the annotation of pods that has the restart_trigger with which they were made.
const AnnotationRestart = "inferops.dev/restart-trigger"

// operationAttributes are those of the kinds that run pods.
func (s *resourceModel) operationAttributes() map[string]rschema.Attribute {
	if s.kind.Render == nil {
		return nil
	}
	return map[string]rschema.Attribute{
		attrRestartTrigger: rschema.StringAttribute{
			Optional: true,
			MarkdownDescription: "Any text. Changing it restarts the pods by a rollout of their workloads. Jobs run once and are not restarted. " +
				"Direct mode only: in operator mode the pods are the operator's.",
		},
		attrPaused: rschema.BoolAttribute{
			Optional: true,
			MarkdownDescription: "Scale the workloads to zero, remove their autoscalers and suspend the Jobs, which cancels what they run. Services and volume claims stay, so `false` brings the workloads back. " +
				"An apply does not wait for readiness meanwhile. Direct mode only. Default `false`.",
		},
	}
}

// readOperations notes what is not known of the operations, which is rendered.
func (v *values) readOperations() {
	for _, attribute := range []string{attrRestartTrigger, attrPaused} {
		if value := v.attributes[attribute]; value.Type() != nil && !value.IsKnown() {
			v.unknown = append(v.unknown, attribute)
		}
	}
}

// checkOperations refuses to operate what an operator runs.
func (s *resourceModel) checkOperations(v values, mode string) []policyError {
	if mode != Operator {
		return nil
	}
	var found []policyError
	refuse := func(attribute, instead string) {
		why := "the operator runs the pods in operator mode, and knows no such thing; remove it, or set mode = \"direct\""
		if instead != "" {
			why = "the operator runs the pods in operator mode: remove it, and " + instead
		}
		found = append(found, policyError{at: path.Root(attribute), err: field.Forbidden(field.NewPath(attribute), why)})
	}
	if v.text(attrRestartTrigger) != "" {
		refuse(attrRestartTrigger, s.kind.Operations.Restart)
	}
	if v.flag(attrPaused) {
		refuse(attrPaused, s.kind.Operations.Pause)
	}
	return found
}

// operated lists the operations in which two versions of a resource differ.
func operated(old, changed values) []string {
	var out []string
	if old.text(attrRestartTrigger) != changed.text(attrRestartTrigger) {
		out = append(out, attrRestartTrigger)
	}
	if old.flag(attrPaused) != changed.flag(attrPaused) {
		out = append(out, attrPaused)
	}
	return out
}

// operate makes rendered objects restart when the trigger changes, or pauses them.
func (v values) operate(objects []*unstructured.Unstructured) ([]*unstructured.Unstructured, error) {
	if v.flag(attrPaused) {
		objects = slices.DeleteFunc(slices.Clone(objects), func(obj *unstructured.Unstructured) bool { return slices.Contains(scalers, obj.GetKind()) })
	}
	for _, obj := range objects {
		if err := v.operateOne(obj); err != nil {
			return nil, fmt.Errorf("%s %s: %w", obj.GetKind(), obj.GetName(), err)
		}
	}
	return objects, nil
}

// scalers are the kinds of objects that set the replicas of others.
var scalers = []string{"HorizontalPodAutoscaler", "ScaledObject"}

// templates are where the workloads that can restart have templates of pods, by kind.
var templates = map[string][][]string{
	"Deployment":      {{"spec", "template"}},
	"LeaderWorkerSet": {{"spec", "leaderWorkerTemplate", "leaderTemplate"}, {"spec", "leaderWorkerTemplate", "workerTemplate"}},
}

func (v values) operateOne(obj *unstructured.Unstructured) error {
	if trigger := v.text(attrRestartTrigger); trigger != "" {
		for _, at := range templates[obj.GetKind()] {
			if _, found, _ := unstructured.NestedMap(obj.Object, at...); !found {
				continue
			}
			if err := unstructured.SetNestedField(obj.Object, trigger, append(slices.Clone(at), "metadata", "annotations", AnnotationRestart)...); err != nil {
				return err
			}
		}
	}
	switch {
	case !v.flag(attrPaused):
		return nil
	case obj.GetKind() == "Job":
		return unstructured.SetNestedField(obj.Object, true, "spec", "suspend")
	case templates[obj.GetKind()] != nil:
		return unstructured.SetNestedField(obj.Object, int64(0), "spec", "replicas")
	}
	return nil
}
