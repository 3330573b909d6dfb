package kinds

import (
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// ModelUse is a model on a hub that an object names.
type ModelUse struct {
	// ModelScope is true where the hub is ModelScope, and false for Hugging Face.
	ModelScope bool
	// Repository is its name there, and Revision a branch, a tag or a commit, "" for the main branch.
	Repository, Revision string
	// Files are those that are named, none for whatever the repository has.
	Files []string
	// Defined is true where another object defines the model, whose own check tells whether it is there.
	Defined bool
	// At, RevisionAt and FilesAt are the fields that say so, dotted JSON names from the root of the object.
	At, RevisionAt, FilesAt string
}

// hubName matches the name of a repository of Hugging Face, and no folder by a path from its root.
var hubName = regexp.MustCompile(`^[A-Za-z0-9][\w.-]*/[\w.-]+$`)

// OnHub is the repository of Hugging Face that a text at a field names, none where the text is something else, such as a folder.
func OnHub(text, at string) []ModelUse {
	if !hubName.MatchString(text) {
		return nil
	}
	return []ModelUse{{Repository: text, At: at, RevisionAt: at, FilesAt: at}}
}

// AllModels are the models that several readers find, each once: the first to find one says where it is named.
func AllModels(readers ...func(Candidate) []ModelUse) func(Candidate) []ModelUse {
	return func(c Candidate) []ModelUse {
		var all []ModelUse
		for _, read := range readers {
			for _, use := range read(c) {
				if !slices.ContainsFunc(all, use.same) {
					all = append(all, use)
				}
			}
		}
		return all
	}
}

// same reports whether two uses are of one model, of which one may leave open what the other says.
func (u ModelUse) same(other ModelUse) bool {
	return u.ModelScope == other.ModelScope && strings.EqualFold(u.Repository, other.Repository) &&
		(u.Revision == other.Revision || u.Revision == "") && (len(u.Files) == 0 || slices.Equal(u.Files, other.Files))
}

// TextAt is the text of a field of an object, "" where it has none.
func TextAt(object map[string]any, fields ...string) string {
	text, _, _ := unstructured.NestedString(object, fields...)
	return text
}

// DefinedBy are the models that the definition of a referenced object names, at the field that refers to it; none where it is not given.
func (c Candidate) DefinedBy(models func(Candidate) []ModelUse, at, kind, namespace, name string) []ModelUse {
	definition, _ := c.References.Find(kind, namespace, name)
	if definition == nil {
		return nil
	}
	uses := models(Candidate{Object: definition, Direct: c.Direct})
	for i := range uses {
		uses[i].Defined, uses[i].At, uses[i].RevisionAt, uses[i].FilesAt = true, at, at, at
	}
	return uses
}
