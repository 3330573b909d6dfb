package model

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// AnnotationRestart is the annotation of pods that has the restart_trigger with which they were made.
const AnnotationRestart = "inferops.dev/restart-trigger"

// readOperations notes what is not known of the operations, which is rendered.
func (v *Values) readOperations() {
	for _, attribute := range []string{AttrRestartTrigger, AttrPaused} {
		if value := v.Attributes[attribute]; value.Type() != nil && !value.IsKnown() {
			v.Unknown = append(v.Unknown, attribute)
		}
	}
}

// Operated lists the operations in which two versions of a resource differ.
func Operated(old, changed Values) []string {
	var out []string
	if old.Text(AttrRestartTrigger) != changed.Text(AttrRestartTrigger) {
		out = append(out, AttrRestartTrigger)
	}
	if old.Flag(AttrPaused) != changed.Flag(AttrPaused) {
		out = append(out, AttrPaused)
	}
	return out
}

// operate makes rendered objects restart when the trigger changes, or pauses them.
func (v Values) operate(objects []*unstructured.Unstructured) ([]*unstructured.Unstructured, error) {
	if v.Flag(AttrPaused) {
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

// Templates are where the workloads that can restart have templates of pods, by kind.
var Templates = map[string][][]string{
	"Deployment":      {{"spec", "template"}},
	"LeaderWorkerSet": {{"spec", "leaderWorkerTemplate", "leaderTemplate"}, {"spec", "leaderWorkerTemplate", "workerTemplate"}},
}

func (v Values) operateOne(obj *unstructured.Unstructured) error {
	if trigger := v.Text(AttrRestartTrigger); trigger != "" {
		for _, at := range Templates[obj.GetKind()] {
			if _, found, _ := unstructured.NestedMap(obj.Object, at...); !found {
				continue
			}
			if err := unstructured.SetNestedField(obj.Object, trigger, append(slices.Clone(at), "metadata", "annotations", AnnotationRestart)...); err != nil {
				return err
			}
		}
	}
	switch {
	case !v.Flag(AttrPaused):
		return nil
	case obj.GetKind() == "Job":
		return unstructured.SetNestedField(obj.Object, true, "spec", "suspend")
	case Templates[obj.GetKind()] != nil:
		return unstructured.SetNestedField(obj.Object, int64(0), "spec", "replicas")
	}
	return nil
}

// PolicyError is a violation of an attribute that is Terraform's and not the API's.
type PolicyError struct {
	At  path.Path
	Err *field.Error
}
