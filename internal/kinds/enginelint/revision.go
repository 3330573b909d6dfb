package enginelint

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// branches are the names that hubs give to what is worked on. A revision of any other name
// may be a tag, which stays.
var branches = []string{"main", "master"}

// Revision is the rule about the revision of a model in a text field of an object, at a
// dotted path. of returns the revision within the text, "" where there is none.
func Revision(path string, of func(string) string) kinds.Rule {
	names := strings.Split(path, ".")
	return kinds.Rule{
		ID: "EL-4", Says: "the revision of a model, where one is written, is not a branch that moves", Warn: true,
		Decide: func(c kinds.Candidate, _ []string) (field.ErrorList, error) {
			text, _, _ := unstructured.NestedString(c.Object.Object, names...)
			return moving(field.NewPath(names[0], names[1:]...), text, of(text)), nil
		},
	}
}

// BehindAt is for a URI of Hugging Face that ends in `@<revision>`.
func BehindAt(uri string) string {
	model, revision, _ := strings.Cut(uri, "@")
	if id, ok := strings.CutPrefix(model, "hf://"); !ok || id == "" {
		return ""
	}
	return revision
}

func moving(at *field.Path, text, revision string) field.ErrorList {
	if !slices.Contains(branches, revision) {
		return nil
	}
	return field.ErrorList{field.Invalid(at, text,
		"pods that start later may load other weights than those that run: name a commit or a tag")}
}

// movingFlag finds a flag that names a branch.
func movingFlag(e Engine) field.ErrorList {
	var errs field.ErrorList
	for _, s := range e.settings() {
		if s.what == revision {
			errs = append(errs, moving(s.at, s.value, s.value)...)
		}
	}
	return errs
}
