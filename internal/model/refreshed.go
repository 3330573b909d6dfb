package model

import (
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// SetDiagnosis sets the attribute to a text, or to null when there is nothing to explain.
func (s *ResourceModel) SetDiagnosis(set map[string]tftypes.Value, text string) {
	set[AttrDiagnosis] = s.Null(AttrDiagnosis)
	if text != "" {
		set[AttrDiagnosis] = StringValue(text)
	}
}

// ForecastKnown fills what a plan had to leave open and an apply does not: null, for
// Terraform plans again with all values before it applies.
func (s *ResourceModel) ForecastKnown(set map[string]tftypes.Value) {
	for _, attribute := range []string{AttrAccelerators, AttrPlannedDisruption} {
		if !set[attribute].IsFullyKnown() {
			set[attribute] = s.Null(attribute)
		}
	}
}

// ObservedAttributes are the computed attributes that follow from a look at the live objects.
func (s *ResourceModel) ObservedAttributes() []string {
	if s.Kind.Completion == nil {
		return []string{AttrReady, AttrDrift, AttrDiagnosis}
	}
	return []string{AttrReady, AttrDrift, AttrDiagnosis, AttrOutcome}
}

// RenderedOf is the value of the attribute `rendered` for what was seen.
func RenderedOf(seen []Observation) (tftypes.Value, error) {
	manifests := make([]string, len(seen))
	for i, one := range seen {
		manifest, err := object.Text(one.Projected)
		if err != nil {
			return tftypes.Value{}, err
		}
		manifests[i] = manifest
	}
	return RenderedValue(manifests)
}

// Observed sets the attributes that tell what the cluster says: readiness, drift, UID.
func (s *ResourceModel) Observed(set map[string]tftypes.Value, v Values, seen []Observation, complete bool) {
	ready := complete
	var found []Difference
	for _, one := range seen {
		ready = ready && one.Ready()
		found = append(found, one.Drift...)
	}
	set[AttrReady] = BoolValue(ready)
	set[AttrDrift] = driftValue(found)
	s.observedOutcome(set, v, seen)
	if v.Text(AttrMode) != Direct && len(seen) > 0 {
		set[AttrUID] = StringValue(seen[0].UID)
	}
}
