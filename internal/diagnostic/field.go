package diagnostic

import (
	"fmt"
	"reflect"
	"strconv"
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

// withoutDetail says what the API's libraries leave to the headline.
var withoutDetail = map[field.ErrorType]string{
	field.ErrorTypeRequired:  "set it",
	field.ErrorTypeDuplicate: "the list has this value before; remove one of them",
	field.ErrorTypeNotFound:  "there is no such object; check the name",
}

// Field reports a value that breaks a rule of the API: at is the attribute, subject
// the object, such as `Playground llm/chat`.
func Field(err *field.Error, at path.Path, subject string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, summary(err), fieldDetail(err, subject))
}

// Rule reports a value that breaks the rule which is the error's origin, with the place of the rule in the documentation of a
// resource, unless that is "".
func Rule(err *field.Error, at path.Path, subject, resource string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, summary(err), fieldDetail(err, subject)+documented(err.Origin, resource))
}

// RuleWarning reports a value that the API accepts without doing what it says, as [Rule] does. Its headline names the rule: of
// all warnings with one headline, Terraform shows people the first.
func RuleWarning(err *field.Error, at path.Path, subject, resource string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Value without its expected effect ("+err.Origin+")", fieldDetail(err, subject)+documented(err.Origin, resource))
}

func summary(err *field.Error) string {
	if s, ok := summaries[err.Type]; ok {
		return s
	}
	return "Invalid value"
}

// fieldDetail names the field and the object, shows the offending value where that helps,
// and says what is allowed and what to do.
func fieldDetail(err *field.Error, subject string) string {
	place := err.Field + " of " + subject
	if err.Field == "" {
		place = subject
	}
	detail := err.Detail
	if detail == "" {
		detail = withoutDetail[err.Type]
	}
	if detail == "" {
		detail = err.ErrorBody()
	}
	if choices, ok := strings.CutPrefix(detail, "supported values: "); ok {
		detail = "must be " + choices
		if strings.Contains(choices, ", ") {
			detail = "must be one of " + choices
		}
	}
	if value, ok := offending(err); ok && detail != err.ErrorBody() {
		place += " is " + value
	}
	return place + ": " + sentence(detail)
}

// offending shows the value of an error that is about the value and not about its place.
func offending(err *field.Error) (string, bool) {
	switch err.Type {
	case field.ErrorTypeInvalid, field.ErrorTypeNotSupported, field.ErrorTypeDuplicate, field.ErrorTypeNotFound, field.ErrorTypeTypeInvalid:
		return scalar(reflect.ValueOf(err.BadValue))
	}
	return "", false
}

// maxShown is the length up to which a text is shown.
const maxShown = 120

// scalar shows numbers, truth values, and texts that are short enough to help.
func scalar(v reflect.Value) (string, bool) {
	switch {
	case !v.IsValid():
		return "", false
	case v.Kind() == reflect.Pointer:
		return scalar(v.Elem())
	case v.Kind() == reflect.String:
		return strconv.Quote(v.String()), v.Len() <= maxShown
	case v.CanInt(), v.CanFloat(), v.Kind() == reflect.Bool:
		return fmt.Sprint(v.Interface()), true
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

// ReadOnly reports an attribute that is set although the provider computes it.
func ReadOnly(at path.Path, subject string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "Attribute cannot be set",
		fmt.Sprintf("%s of %s is computed by the provider. Remove it from the configuration.", at, subject))
}

// Deprecated warns of an attribute that its authors give up; why says what they say of it.
func Deprecated(at path.Path, subject, why string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Attribute is deprecated",
		fmt.Sprintf("%s of %s: %s", at, subject, strings.TrimSuffix(why, ".")+"."))
}
