package gie

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	poolv1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"
)

// check returns what keeps the pool or its endpoint picker from working.
func (p directPool) check() field.ErrorList {
	var errs field.ErrorList
	if len(validation.IsDNS1035Label(p.picker)) > 0 {
		errs = append(errs, field.Invalid(field.NewPath("metadata", "name"), p.owner.Name, fmt.Sprintf(
			"the endpoint picker has the Service %s: a name has at most %d lower-case letters, digits and `-`, begins with a letter and does not end with `-` (EP-05)",
			p.picker, validation.DNS1035LabelMaxLength-len(pickerName("")))))
	}
	errs = append(errs, p.checkPicker()...)
	errs = append(errs, p.checkConfig()...)
	if value, set := p.spec.Selector.MatchLabels[pickerLabel]; set && len(p.spec.Selector.MatchLabels) == 1 && string(value) == p.picker {
		errs = append(errs, field.Invalid(specPath.Child("selector", "matchLabels").Key(pickerLabel), string(value),
			"these are the pods of the endpoint picker: select the pods of the model servers (IP-07)"))
	}
	return errs
}

// checkPicker refuses a reference to any other endpoint picker than the one that is made.
func (p directPool) checkPicker() field.ErrorList {
	ref := p.spec.EndpointPickerRef
	if ref == nil || (isService(ref) && string(ref.Name) == p.picker && (ref.Port == nil || ref.Port.Number == pickerPort)) {
		return nil
	}
	return field.ErrorList{field.Invalid(field.NewPath("spec", "endpointPickerRef"), string(ref.Name), fmt.Sprintf(
		"direct mode makes the endpoint picker of the pool itself, the Service %s with the port %d: leave the reference out, write these for the sake of failure_mode, or set mode = \"operator\" for a pool with an endpoint picker of your own",
		p.picker, pickerPort))}
}

func (p directPool) checkConfig() field.ErrorList {
	if p.options.Config == "" {
		return nil
	}
	at := directPath.Child("config")
	if p.options.Engine != "" {
		return field.ErrorList{field.Forbidden(directPath.Child("engine"),
			"config says which metrics are read: remove engine, and set the parameter defaultEngine of the plugin core-metrics-extractor")}
	}
	var config struct {
		Kind string `json:"kind"`
	}
	if err := yaml.Unmarshal([]byte(p.options.Config), &config); err != nil {
		return field.ErrorList{field.Invalid(at, field.OmitValueType{}, "must be YAML: "+err.Error())}
	}
	if config.Kind != kindConfig {
		return field.ErrorList{field.Invalid(at, config.Kind, "the endpoint picker reads a file of the kind `"+kindConfig+"`: write that as its kind")}
	}
	return nil
}

// isService reports whether a reference is to a core Service, as Gateways support it.
func isService(ref *poolv1.EndpointPickerRef) bool {
	return (ref.Group == nil || *ref.Group == "") && (ref.Kind == "" || ref.Kind == "Service")
}
