package model

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// ApplyRun is one creation or update under way.
type ApplyRun struct {
	*Scope
	Plan Values
	// Prior are the targets that an update starts from.
	Prior []Target
	// HandsOver is true when an update changes the mode.
	HandsOver bool
	// PriorUID is that of the custom resource that an update changes, keepsPods is true where that cannot reach pods, and waiting
	// where an earlier apply has not seen the object ready.
	PriorUID           string
	KeepsPods, Waiting bool
	// Assumed are the objects, by id, that an operator made and that are taken over.
	Assumed map[string]bool
	// Images are those that an update keeps, by role.
	Images map[string]string
	// Planned is the drift that an update repairs.
	Planned []Difference
	Private PrivateState
	// Targets are the objects to apply, in this order.
	Targets []Target
	// Created are the objects that did not exist before, and marked those whose creation a state has to know of
	// before it is complete; mark is what they are marked with.
	Created, Marked []Creation
	Mark            object.Creation
	// Held are the objects that the state holds, as far as the apply has come.
	Held Held
	// Configured is the attribute `credentials` with its values, appliedDigests are the digests of those
	// that were last applied, and priorSecrets the Secrets that an update starts from.
	Configured     tftypes.Value
	AppliedDigests Digests
	PriorSecrets   []Written
	// Adopting are the managers that an imported object was made by, until it is first applied.
	Adopting []string
	// Diagnosis says why the objects are not ready, once that was waited for.
	Diagnosis string
	// Known are the observed attributes that the plan had a value for. Terraform holds the
	// apply to it; the next refresh tells what has become of them.
	Known map[string]tftypes.Value
	// Save writes the state that Terraform gets, whatever happens next.
	Save func(tftypes.Value)
}

// VerbCreate is the verb of a creation.
const VerbCreate = "create"

// KnownOf returns those of the attributes whose value is known.
func KnownOf(set map[string]tftypes.Value, attributes ...string) map[string]tftypes.Value {
	known := map[string]tftypes.Value{}
	for _, attribute := range attributes {
		if value := set[attribute]; value.IsFullyKnown() {
			known[attribute] = value
		}
	}
	return known
}

// Written is a Secret that a state knows of.
type Written struct{ Credential, Namespace, Name, AppliedAt string }

// Stay keeps an object under the name that it has in the API: a release with another
// group or kind is another object, which only a pin asks for, and a pin replaces.
func (a *ApplyRun) Stay(served object.Release) object.Release {
	if len(a.Prior) == 0 || a.HandsOver || a.Prior[0].Resource == a.Model.Resource(served) {
		return served
	}
	return a.Prior[0].Release
}

// Creation is an object that an apply has made.
type Creation struct {
	Target Target
	Live   *unstructured.Unstructured
}
