package kinds

// Claims are how objects of one plan conflict with each other, where neither the API server nor an operator refuses them.
type Claims struct {
	// Rules are what must hold among the objects of a plan, each with the identifier of its claims.
	Rules []ClaimRule
	// Of returns what an object takes for itself. Everything that it reads is known.
	Of func(Candidate) []Claim
}

// ClaimRule is a rule about the objects of one plan.
type ClaimRule struct {
	// ID is unique within the system, or that of the rule about one object that says the same. Says is a clause of what must hold.
	ID, Says string
}

// Claim is what an object takes for itself.
type Claim struct {
	// Rule identifies the rule.
	Rule string
	// Key is what is taken, equal for all objects of the system that take it.
	Key string
	// As is how it is taken: objects that take it in the same way agree. Empty for what only one can have.
	As string
	// Field is the field that takes it, such as "spec.members[0].inferenceServiceRef.name".
	Field string
	// Clash is the message where another object takes it, with {object} for that object.
	Clash string
}

// Meets reports whether two objects cannot both have what they take.
func (c Claim) Meets(other Claim) bool {
	return c.Key == other.Key && (c.As == "" || c.As != other.As)
}
