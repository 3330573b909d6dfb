package llmkube

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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
func findModel(definitions render.References, namespace, name string, ref *field.Path) (directModel, field.ErrorList) {
	i := slices.IndexFunc(definitions, func(obj *unstructured.Unstructured) bool {
		return obj.GetKind() == "Model" && obj.GetName() == name && cmp.Or(obj.GetNamespace(), metav1.NamespaceDefault) == namespace
	})
	if i < 0 {
		return directModel{}, field.ErrorList{render.Missing("I-05", ref, name, fmt.Sprintf(
			"references has no Model of this name in the namespace %s (it has: %s): add inference_llmkube_model.<x>.manifest to references",
			namespace, render.List(definitions.Names("Model"))))}
	}
	at := field.NewPath("references").Index(i)
	model, err := render.Decode[v1alpha1.Model](definitions[i].Object)
	if err != nil {
		return directModel{}, field.ErrorList{render.Breaks(render.RuleManifest, field.Invalid(at, name, err.Error()))}
	}
	found, _ := kinds.Check(modelRules(), kinds.Candidate{Object: definitions[i], Direct: true}, nil)
	var errs field.ErrorList
	for _, err := range found {
		cited := field.Invalid(at, name, err.Field+": "+err.Detail) // which ends with the rule of models
		cited.Origin = err.Origin
		errs = append(errs, cited)
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

// repository is a repository of Hugging Face.
type repository struct {
	// name is `<org>/<name>`, revision the one that the source names, if any.
	name, revision string
}

// repositoryOf reads a source that is a repository.
//
// Mirrors defilantech/LLMKube internal/controller/source.go@v0.9.19.
func repositoryOf(source string) repository {
	if hub := hubAddress.FindStringSubmatch(source); hub != nil {
		parts := strings.Split(strings.Trim(hub[1], "/"), "/")
		r := repository{name: strings.Join(parts[:2], "/")}
		if len(parts) > 3 {
			r.revision = parts[3]
		}
		return r
	}
	name, revision, _ := strings.Cut(strings.TrimPrefix(source, "hf://"), "@")
	return repository{name, revision}
}

// files is the address that the files of the repository are below.
func (r repository) files() string {
	revision := r.revision
	if revision == "" {
		revision = "main"
	}
	return "https://huggingface.co/" + r.name + "/resolve/" + revision + "/"
}

// servedAs is how engines that load a repository themselves are told of it.
func (r repository) servedAs() string {
	if r.revision == "" {
		return r.name
	}
	return r.name + "@" + r.revision
}
