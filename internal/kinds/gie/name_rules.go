package gie

import (
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

var namePath = field.NewPath("metadata", "name")

// nameRule holds a name to what the API server takes of every custom resource, a
// DNS-1123 subdomain, all of which can stand in a header.
func nameRule(c kinds.Candidate) field.ErrorList {
	name := c.Object.GetName()
	if name == "" || len(validation.IsDNS1123Subdomain(name)) == 0 {
		return nil
	}
	return field.ErrorList{field.Invalid(namePath, name,
		"clients send the name in a header: must be at most 253 lower-case letters, digits, `-` and `.`, with a letter or digit at both ends of every part")}
}
