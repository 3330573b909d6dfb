package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// maxAnnotations is how many bytes the annotations of an object may have in total.
//
// Mirrors kubernetes/apimachinery pkg/api/validation/objectmeta.go@v0.36.3.
const maxAnnotations = 256 << 10

// checkMetadata finds what the API server refuses in the metadata of every object, but for
// names, of which the rules of a kind may know more.
func (s *ResourceModel) checkMetadata(v Values) field.ErrorList {
	at := field.NewPath(AttrMetadata)
	fields := Children(v.Attributes[AttrMetadata])
	var errs field.ErrorList
	if name, known := StringOf(fields["name"]); fields != nil && known && name == "" {
		errs = append(errs, field.Required(at.Child("name"), "must not be empty: give the object a name"))
	}
	if namespace, set := fields["namespace"]; set && !namespace.IsNull() {
		errs = append(errs, checkNamespace(at.Child("namespace"), v)...)
	}
	u := v.Unstructured()
	errs = append(errs, checkLabels(at.Child("labels"), u.GetLabels())...)
	return append(errs, checkAnnotations(at.Child("annotations"), u.GetAnnotations())...)
}

// checkName finds a name that the API server takes for no custom resource, unless a rule of the
// kind has found something about it that is said with the reason.
//
// Mirrors kubernetes/apiextensions-apiserver pkg/registry/customresource/validator.go@v0.36.3.
func checkName(name string, found field.ErrorList) field.ErrorList {
	at := field.NewPath(AttrMetadata, "name")
	reported := slices.ContainsFunc(found, func(err *field.Error) bool { return err.Field == at.String() })
	if name == "" || reported || len(validation.IsDNS1123Subdomain(name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(at, name,
		"must be at most 253 lower-case letters, digits, `-` and `.`, with a letter or digit at both ends and around every dot: rename it")}
}

func checkNamespace(at *field.Path, v Values) field.ErrorList {
	namespace, _ := v.Name()
	switch {
	case v.IsUnknown(at.String()):
		return nil
	case namespace == "":
		return field.ErrorList{field.Required(at, "must not be empty: name a namespace, or leave it out for the `namespace` of the provider block")}
	case len(validation.IsDNS1123Label(namespace)) > 0:
		return field.ErrorList{field.Invalid(at, namespace,
			"must be at most 63 lower-case letters, digits and `-`, with a letter or digit at both ends: use the name of a namespace of the cluster")}
	}
	return nil
}

const (
	qualifiedName = "must be `<name>` or `<domain>/<name>`, with a name of at most 63 letters, digits, `-`, `_` and `.` that has a letter or digit at both ends: rename it"
	labelValue    = "must be at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends, or empty: shorten it, or use an annotation"
)

func checkLabels(at *field.Path, labels map[string]string) field.ErrorList {
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(labels)) {
		if len(validation.IsQualifiedName(key)) > 0 {
			errs = append(errs, field.Invalid(at, key, "the key of a label "+qualifiedName))
		}
		if len(validation.IsValidLabelValue(labels[key])) > 0 {
			errs = append(errs, field.Invalid(at.Key(key), labels[key], labelValue))
		}
	}
	return errs
}

func checkAnnotations(at *field.Path, annotations map[string]string) field.ErrorList {
	var errs field.ErrorList
	total := 0
	for _, key := range slices.Sorted(maps.Keys(annotations)) {
		total += len(key) + len(annotations[key])
		if len(validation.IsQualifiedName(strings.ToLower(key))) > 0 {
			errs = append(errs, field.Invalid(at, key, "the key of an annotation "+qualifiedName))
		}
	}
	if total > maxAnnotations {
		errs = append(errs, field.Forbidden(at, fmt.Sprintf("keys and values have %d bytes in total; at most %d are allowed: shorten them", total, maxAnnotations)))
	}
	return errs
}
