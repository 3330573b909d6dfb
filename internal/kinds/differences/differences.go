// Package differences has how direct mode differs from the operators, for the guide on direct mode. The provider
// itself does without.
package differences

import (
	"embed"

	"sigs.k8s.io/yaml"
)

//go:embed *.yaml
var files embed.FS

// Difference is something that direct mode does in another way than the operator. The guide on direct mode lists it
// for those who choose between the two, or go from one to the other.
type Difference struct {
	// Kinds are the types of the kinds that it is about.
	Kinds []string `json:"kinds"`
	// Topic is what it is about, such as "Restarts"; each topic of a kind is there once.
	Topic string `json:"topic"`
	// Operator is what the operator does, and Direct what direct mode does instead: Markdown,
	// each a sentence or two in the names of Terraform.
	Operator string `json:"operator"`
	Direct   string `json:"direct"`
	// Golden, Rule and Test name what shows in this repository that direct mode does so. At least one is set.
	//
	// Golden is a case of the renderer that the package of the kind has below testdata/render,
	// such as "playground/minimal".
	Golden string `json:"golden,omitempty"`
	// Rule is the identifier of a rule of the kind that holds in direct mode, such as "DM-01".
	Rule string `json:"rule,omitempty"`
	// Test is a test of the package of the kind, or one case of its table, such as
	// "TestRenderPlaygroundErrors/S3Loaded".
	Test string `json:"test,omitempty"`
}

// Of returns the differences from an operator, by the key of its system.
func Of(system string) ([]Difference, error) {
	text, err := files.ReadFile(system + ".yaml")
	if err != nil {
		return nil, err
	}
	var all []Difference
	return all, yaml.UnmarshalStrict(text, &all)
}
