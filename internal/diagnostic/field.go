package diagnostic

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// summaries are the stable headlines of field errors, by what is wrong with the value.
var summaries = map[field.ErrorType]string{
	field.ErrorTypeRequired:     "Missing value",
	field.ErrorTypeInvalid:      "Invalid value",
	field.ErrorTypeTypeInvalid:  "Invalid value",
	field.ErrorTypeNotSupported: "Unsupported value",
	field.ErrorTypeDuplicate:    "Duplicate value",
	field.ErrorTypeForbidden:    "Value not allowed here",
	field.ErrorTypeTooLong:      "Value too long",
	field.ErrorTypeTooMany:      "Too many items",
	field.ErrorTypeTooFew:       "Too few items",
	field.ErrorTypeNotFound:     "Reference not found",
}

// Field reports a value that breaks a rule of the API: at is the attribute, subject
// the object, such as `Playground llm/chat`.
func Field(err *field.Error, at path.Path, subject string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, summary(err), fieldDetail(err, subject))
}

// FieldWarning reports a value that the API accepts without doing what it says.
func FieldWarning(err *field.Error, at path.Path, subject string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Value has no effect or an unexpected one", fieldDetail(err, subject))
}

func summary(err *field.Error) string {
	if s, ok := summaries[err.Type]; ok {
		return s
	}
	return "Invalid value"
}

func fieldDetail(err *field.Error, subject string) string {
	return fmt.Sprintf("%s of %s: %s", err.Field, subject, sentence(message(err)))
}

// message is the body of a field error without its path: the offending value, where
// it helps, and the detail.
func message(err *field.Error) string {
	switch err.Type {
	case field.ErrorTypeRequired, field.ErrorTypeForbidden, field.ErrorTypeTooFew, field.ErrorTypeTooMany, field.ErrorTypeTooLong:
		if err.Detail != "" {
			return err.Detail
		}
	case field.ErrorTypeInvalid, field.ErrorTypeNotSupported, field.ErrorTypeDuplicate, field.ErrorTypeNotFound, field.ErrorTypeTypeInvalid:
		if value, ok := scalar(err.BadValue); ok && err.Detail != "" {
			return value + ": " + err.Detail
		}
	}
	return err.ErrorBody()
}

// scalar shows values that are short enough to help.
func scalar(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return fmt.Sprintf("%q", v), len(v) <= 120
	case int64, int32, int, float64, bool:
		return fmt.Sprint(v), true
	case *int32:
		if v != nil {
			return fmt.Sprint(*v), true
		}
	case *string:
		if v != nil {
			return scalar(*v)
		}
	}
	if s, ok := v.(fmt.Stringer); ok {
		return fmt.Sprintf("%q", s.String()), true
	}
	return "", false
}

func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(text, ".") || strings.HasSuffix(text, ")") {
		return text
	}
	return text + "."
}
