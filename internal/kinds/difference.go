package kinds

// Difference is something that direct mode does in another way than the operator. The guide on direct mode lists it
// for those who choose between the two, or go from one to the other.
type Difference struct {
	// Topic is what it is about, such as "Restarts"; each topic of a kind is there once.
	Topic string
	// Operator is what the operator does, and Direct what direct mode does instead: Markdown,
	// each a sentence or two in the names of Terraform.
	Operator, Direct string
	// Golden, Rule and Test name what shows in this repository that direct mode does so. At least one is set.
	//
	// Golden is a case of the renderer that the package of the kind has below testdata/render,
	// such as "playground/minimal".
	Golden string
	// Rule is the identifier of a rule of the kind that holds in direct mode, such as "DM-01".
	Rule string
	// Test is a test of the package of the kind, or one case of its table, such as
	// "TestRenderPlaygroundErrors/S3Loaded".
	Test string
}
