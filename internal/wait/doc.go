// Package wait follows an apply until what was changed serves, and explains why it does not.
package wait
