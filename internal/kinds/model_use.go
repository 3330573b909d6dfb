package kinds

import "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

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
