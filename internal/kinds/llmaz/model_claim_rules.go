package llmaz

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var claimedModelsPath = field.NewPath("spec", "modelClaims", "models")

// claimedModelsRule makes a rule of a check on the models that an object claims.
func claimedModelsRule[T any](
	claims func(*T) *corev1alpha1.ModelClaims, check func([]corev1alpha1.ModelRef) field.ErrorList,
) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(object *T, _ kinds.Candidate) field.ErrorList {
		if claims(object) == nil {
			return nil
		}
		return check(claims(object).Models)
	})
}

// isDraft reports whether the model drafts tokens; a model without a role is a main one.
func isDraft(model corev1alpha1.ModelRef) bool {
	return model.Role != nil && *model.Role == corev1alpha1.DraftRole
}

// countRoles returns how many of the models answer and how many draft tokens.
func countRoles(models []corev1alpha1.ModelRef) (mains, drafts int) {
	for _, model := range models {
		if isDraft(model) {
			drafts++
		} else {
			mains++
		}
	}
	return mains, drafts
}

// draftNeedsTwoModels refuses a draft model that is not one of exactly two.
func draftNeedsTwoModels(models []corev1alpha1.ModelRef) field.ErrorList {
	if _, drafts := countRoles(models); drafts == 0 || len(models) == 2 {
		return nil
	}
	return field.ErrorList{field.Invalid(claimedModelsPath, models, fmt.Sprintf(
		"speculative decoding takes exactly two models, not %d; list one of role `main` and one of role `draft`", len(models)))}
}

// notOneMain is the verdict on models of which not exactly one answers.
func notOneMain(models []corev1alpha1.ModelRef) field.ErrorList {
	mains, _ := countRoles(models)
	return field.ErrorList{field.Invalid(claimedModelsPath, models, fmt.Sprintf(
		"%d models have the role `main`, which is also the role of a model without one; exactly one model must have it", mains))}
}

// mainModelName refuses a name that cannot be the value of the label that carries it.
func mainModelName(name string, path *field.Path) field.ErrorList {
	if name == "" {
		return field.ErrorList{field.Required(path, "name the model to serve")}
	}
	return labelValue(name, path, labelModelName)
}

// labelValue refuses a text that cannot be the value of the label that it becomes.
func labelValue(text string, path *field.Path, label string) field.ErrorList {
	if len(validation.IsValidLabelValue(text)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(path, text, "it becomes the value of the label `"+label+"`: must be at most 63 letters, digits, `-`, `_` "+
		"and `.`, with a letter or digit at both ends; choose another name")}
}

// mainModelNames checks the names of the claimed models that answer.
func mainModelNames(models []corev1alpha1.ModelRef) field.ErrorList {
	var errs field.ErrorList
	for i, model := range models {
		if !isDraft(model) {
			errs = append(errs, mainModelName(string(model.Name), claimedModelsPath.Index(i).Child("name"))...)
		}
	}
	return errs
}
