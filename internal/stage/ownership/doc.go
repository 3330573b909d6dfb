// Package ownership keeps objects and state addresses one to one within a run.
package ownership
