package kinds

// Operations says what to do in operator mode instead of the operations of direct mode: clauses
// in the names of Terraform that complete "remove it, and ...", "" where the operator has no way.
type Operations struct {
	// Restart replaces the pods, and Pause stops them for a while.
	Restart, Pause string
}
