package schema

import (
	"context"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

// checkRules evaluates the CEL rules of every part of a value that is wholly known. A
// rule may read anything below the value it is rooted at, so it is skipped while something there is unknown.
func checkRules(rules *cel.Validator, at *field.Path, value any, unknown []string) field.ErrorList {
	if rules == nil || value == nil {
		return nil
	}
	path := pathText(at)
	below := slices.DeleteFunc(slices.Clone(unknown), func(u string) bool { return !within(u, path) })
	if len(below) == 0 {
		errs, _ := rules.Validate(context.Background(), at, rules.Schema, value, nil, celconfig.RuntimeCELCostBudget)
		return errs
	}
	var errs field.ErrorList
	switch value := value.(type) {
	case map[string]any:
		for name, v := range value {
			if property, ok := rules.Properties[name]; ok {
				errs = append(errs, checkRules(&property, at.Child(name), v, below)...)
			} else if rules.AdditionalProperties != nil {
				errs = append(errs, checkRules(rules.AdditionalProperties, at.Key(name), v, below)...)
			}
		}
	case []any:
		for i, v := range value {
			errs = append(errs, checkRules(rules.Items, at.Index(i), v, below)...)
		}
	}
	return errs
}

// pathText is the text of a path, empty for the root.
func pathText(path *field.Path) string {
	if path == nil {
		return ""
	}
	return path.String()
}
