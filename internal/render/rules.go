package render

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Rules that renderers of several systems decide. Each is in the lists of the kinds that it holds for.
const (
	// RuleLabels is that of labels which direct mode sets itself.
	RuleLabels = "DR-1"
	// RuleManifest is that of manifests with other fields than those of their kind.
	RuleManifest = "DR-2"
	// RuleCacheSize is that of claims without a size.
	RuleCacheSize = "DR-3"
	// RuleCachePods is that of claims that fewer pods can mount than there may be.
	RuleCachePods = "DR-4"
	// RuleAccelerator is that of engines without an accelerator.
	RuleAccelerator = "EL-9"
)

// Breaks says that an error is of a rule: its detail ends with the rule, by which a message leads to its row in the documentation.
func Breaks(rule string, err *field.Error) *field.Error {
	err.Origin, err.Detail = rule, strings.TrimSpace(err.Detail+cited(rule))
	return err
}

// Missing says that nothing has the name that a field refers to, which a rule wants.
func Missing(rule string, at *field.Path, name, detail string) *field.Error {
	err := field.NotFound(at, name)
	err.Detail = detail
	return Breaks(rule, err)
}

func cited(rule string) string { return " (" + rule + ")" }
