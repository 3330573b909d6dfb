package llmkube

import (
	"cmp"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directModel is a model that a service refers to.
type directModel struct {
	*v1alpha1.Model
	// ref is where the service refers to it.
	ref *field.Path
}

// findModel looks a model up among the definitions and holds it to the rules of models:
// a definition may be written by hand.
func findModel(definitions render.Definitions, namespace, name string, ref *field.Path) (directModel, field.ErrorList) {
	i := slices.IndexFunc(definitions, func(obj *unstructured.Unstructured) bool {
		return obj.GetKind() == "Model" && obj.GetName() == name && cmp.Or(obj.GetNamespace(), metav1.NamespaceDefault) == namespace
	})
	if i < 0 {
		err := field.NotFound(ref, name)
		err.Detail = fmt.Sprintf("definitions has no Model of this name in the namespace %s (it has: %s): add inference_llmkube_model.<x>.definition to definitions (I-05)",
			namespace, render.List(definitions.Names("Model")))
		return directModel{}, field.ErrorList{err}
	}
	at := field.NewPath("definitions").Index(i)
	model, err := render.Decode[v1alpha1.Model](definitions[i].Object)
	if err != nil {
		return directModel{}, invalid(at, name, err.Error())
	}
	found, _ := kinds.Check(modelRules(), kinds.Candidate{Object: definitions[i], Direct: true}, nil)
	var errs field.ErrorList
	for _, err := range found {
		errs = append(errs, field.Invalid(at, name, err.Field+": "+err.Detail))
	}
	return directModel{Model: &model, ref: ref}, errs
}

// isRepository reports whether the source of the model is a whole repository of Hugging Face.
func (m directModel) isRepository() bool {
	class := classify(m.Spec.Source)
	return class == hubSource || class == bareSource
}

// staged lists the files to load, each once and the projector last; none for a model of one file.
func (m directModel) staged() []string {
	var files []string
	for _, file := range append(slices.Clone(m.Spec.Files), m.Spec.Mmproj) {
		if file != "" && !slices.Contains(files, file) && file != m.Spec.Mmproj {
			files = append(files, file)
		}
	}
	if m.Spec.Mmproj != "" {
		files = append(files, m.Spec.Mmproj)
	}
	return files
}
