// Package drift leaves alone what `ignore_drift` lists, and reports drift in the plan that follows the refresh.
package drift
