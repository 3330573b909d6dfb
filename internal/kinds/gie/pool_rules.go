package gie

import (
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	poolv1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

const (
	// poolKind is the kind that objectives and routes refer to.
	poolKind = "InferencePool"
	// serviceKind is the kind of endpoint picker that Gateways support.
	serviceKind = "Service"
	// maxChartName is how long a pool's name may be before the upstream chart cuts it.
	//
	// Mirrors kubernetes-sigs/gateway-api-inference-extension
	// config/charts/epplib/templates/_helpers.tpl@v1.5.0.
	maxChartName = 40
)

var pickerPath = field.NewPath("spec", "endpointPickerRef")

// poolRules mirror kubernetes-sigs/gateway-api-inference-extension
// api/v1/{inferencepool_types,shared_types}.go@v1.6.0.
var poolRules = []kinds.Rule{
	{ID: "IP-01", Reads: []string{"spec.selector.matchLabels"}, Check: kinds.Typed(selectorKeysRule)},
	// v1.5.0 requires the reference anyway.
	{ID: "IP-02", Reads: []string{"spec.endpointPickerRef"}, Dialects: []string{"v1.6.0"}, Modes: kinds.OperatorMode, Warn: true, Check: kinds.Typed(pickerMissingRule)},
	{
		ID: "IP-03", Reads: []string{"spec.endpointPickerRef.group", "spec.endpointPickerRef.kind"}, Warn: true,
		Check: kinds.Typed(pickerTypeRule),
	},
	{
		ID: "IP-05", Reads: []string{"spec.endpointPickerRef.name", "spec.endpointPickerRef.group", "spec.endpointPickerRef.kind"},
		Check: kinds.Typed(pickerNameRule),
	},
	{ID: "IP-09", Reads: []string{"spec.endpointPickerRef.failureMode"}, Warn: true, Check: kinds.Typed(failOpenRule)},
	{ID: "IP-12", Reads: []string{"metadata.name"}, Modes: kinds.OperatorMode, Warn: true, Check: poolNameRule},
}

func selectorKeysRule(p *poolv1.InferencePool, _ kinds.Candidate) field.ErrorList {
	var errs field.ErrorList
	at := field.NewPath("spec", "selector", "matchLabels")
	for _, key := range slices.Sorted(maps.Keys(p.Spec.Selector.MatchLabels)) {
		if len(validation.IsQualifiedName(key)) > 0 {
			errs = append(errs, field.Invalid(at.Key(key), key,
				"no pod can have a label of this name: must be at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit "+
					"at both ends, after an optional DNS name and `/`"))
		}
	}
	return errs
}

func pickerMissingRule(p *poolv1.InferencePool, _ kinds.Candidate) field.ErrorList {
	if p.Spec.EndpointPickerRef != nil {
		return nil
	}
	return field.ErrorList{field.Required(pickerPath,
		"most Gateways do not accept a pool without an endpoint picker; name its Service, unless the router needs none, as that of Kthena")}
}

// isService reports whether a reference is to a core Service, as Gateways support it.
func isService(ref *poolv1.EndpointPickerRef) bool {
	return (ref.Group == nil || *ref.Group == "") && (ref.Kind == "" || ref.Kind == serviceKind)
}

func pickerTypeRule(p *poolv1.InferencePool, _ kinds.Candidate) field.ErrorList {
	ref := p.Spec.EndpointPickerRef
	if ref == nil || isService(ref) {
		return nil
	}
	const advice = "most Gateways support a core Service alone and will not resolve this reference; leave out `group` and `kind`"
	if ref.Group != nil && *ref.Group != "" {
		return field.ErrorList{field.Invalid(pickerPath.Child("group"), string(*ref.Group), advice)}
	}
	return field.ErrorList{field.Invalid(pickerPath.Child("kind"), string(ref.Kind), advice)}
}

func pickerNameRule(p *poolv1.InferencePool, _ kinds.Candidate) field.ErrorList {
	ref := p.Spec.EndpointPickerRef
	// Clusters may allow a Service whose name starts with a digit.
	if ref == nil || !isService(ref) || len(validation.IsDNS1123Label(string(ref.Name))) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(pickerPath.Child("name"), string(ref.Name),
		"no Service can have this name: must be at most 63 lower-case letters, digits and `-`, with a letter or digit at both ends; "+
			"the Service is in the namespace of the pool, so write its name alone")}
}

func failOpenRule(p *poolv1.InferencePool, _ kinds.Candidate) field.ErrorList {
	ref := p.Spec.EndpointPickerRef
	if ref == nil || ref.FailureMode != "FailOpen" {
		return nil
	}
	return field.ErrorList{field.Invalid(pickerPath.Child("failureMode"), string(ref.FailureMode),
		"not every Gateway does as it says: some reject requests while the endpoint picker does not answer; try it with yours, or write `FailClose`")}
}

func poolNameRule(c kinds.Candidate) field.ErrorList {
	name := c.Object.GetName()
	if name == "" || len(name) <= maxChartName && len(validation.IsDNS1035Label(name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(namePath, name, fmt.Sprintf(
		"the upstream chart names the endpoint picker after the pool, and cuts the name after %d characters: "+
			"take a shorter name of lower-case letters, digits and `-` that starts with a letter", maxChartName))}
}
