package schema

import (
	"fmt"
	"regexp"
	"strings"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// quantityDefinition is the definition of amounts.
const quantityDefinition = "k8s.io/apimachinery/pkg/api/resource.Quantity"

var (
	typeMessage   = regexp.MustCompile(`must be of type ([^:]+): `)
	lengthMessage = regexp.MustCompile(`at (least|most) (\d+) chars long`)
	// Numbers beyond their format, and alternatives that do not match, are reported without a path but in the text.
	formatMessage       = regexp.MustCompile(`^Checked value must be of type \w+ with format (\w+) in (.*)$`)
	alternativesMessage = regexp.MustCompile(`^"([^"]*)" (must(?: not)? validate .*)$`)
)

// explain gives an error of the API server's validation the exact path of the value and
// a detail that says what is allowed.
func (c *checker) explain(value any, err *field.Error) *field.Error {
	text, detail := strings.TrimPrefix(err.Field, "<nil>"), err.Detail
	if match := alternativesMessage.FindStringSubmatch(detail); match != nil {
		text, detail = match[1], match[2]
	}
	if match := formatMessage.FindStringSubmatch(detail); match != nil {
		text, detail = match[2], "must be within the range of "+match[1]
	}
	at := c.locate(value, text)
	explained := &field.Error{Type: err.Type, Field: pathText(at.path), BadValue: err.BadValue, Detail: detail, Origin: err.Origin}
	if isScalar(at.value) {
		explained.BadValue = at.value
	}
	switch err.Type {
	case field.ErrorTypeRequired:
		if detail == "" {
			explained.Detail = "must be set"
		}
	case field.ErrorTypeDuplicate:
		explained.Detail = duplicateDetail(at.parent)
	case field.ErrorTypeTypeInvalid:
		explained.Detail = typeDetail(detail, at.value)
	case field.ErrorTypeInvalid:
		explained.Detail = invalidDetail(detail, at.schema)
	}
	return explained
}

func isScalar(value any) bool {
	switch value.(type) {
	case string, bool, int64, float64:
		return true
	}
	return false
}

// duplicateDetail says which fields tell the items of a list apart.
func duplicateDetail(list *structuralschema.Structural) string {
	if list == nil || len(list.XListMapKeys) == 0 {
		return "must not be in the list twice"
	}
	return fmt.Sprintf("an earlier item of the list has the same %s; items must differ in it", strings.Join(list.XListMapKeys, " and "))
}

// typeDetail turns `<path> in body must be of type integer: "string"` into what is
// wanted and what was given.
func typeDetail(detail string, value any) string {
	match := typeMessage.FindStringSubmatch(detail)
	if match == nil {
		return afterSubject(detail)
	}
	var wanted []string
	for name := range strings.SplitSeq(match[1], ",") {
		words, isType := typeWords[name]
		if !isType {
			return "must have the format " + match[1]
		}
		wanted = append(wanted, words)
	}
	given := "null"
	switch value.(type) {
	case string:
		given = "a string"
	case bool:
		given = "a boolean"
	case int64:
		given = "an integer"
	case float64:
		given = "a number"
	case []any:
		given = "a list"
	case map[string]any:
		given = "an object"
	}
	return fmt.Sprintf("must be %s, not %s", strings.Join(wanted, " or "), given)
}

// typeWords are the types of JSON in a sentence.
var typeWords = map[string]string{
	"array": "a list", "boolean": "a boolean", "integer": "an integer", "number": "a number",
	"object": "an object", "string": "a string",
}

// invalidDetail says a violated bound, pattern or format in the words of an order, and a
// pattern that stands for an amount by examples.
func invalidDetail(detail string, schema *structuralschema.Structural) string {
	if isQuantity(schema) && strings.Contains(detail, "should match") {
		return `must be a quantity such as "500m", "2" or "8Gi"`
	}
	detail = afterSubject(detail)
	detail = lengthMessage.ReplaceAllString(detail, "at $1 $2 characters long")
	if rest, ok := strings.CutPrefix(detail, "should match "); ok {
		return "must match the pattern " + strings.Trim(rest, "'")
	}
	if rest, ok := strings.CutPrefix(detail, "should "); ok {
		return "must " + rest
	}
	return detail
}

// afterSubject cuts the path that upstream's messages begin with.
func afterSubject(detail string) string {
	if _, rest, ok := strings.Cut(detail, " in body "); ok {
		return rest
	}
	return detail
}

// isQuantity recognises an amount by its pattern: the names of definitions do not survive expansion.
func isQuantity(schema *structuralschema.Structural) bool {
	quantity, ok := definition(quantityDefinition)
	return ok && schema != nil && schema.XIntOrString && schema.ValueValidation != nil &&
		schema.ValueValidation.Pattern == quantity.Pattern
}
