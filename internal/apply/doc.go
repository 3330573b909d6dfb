// Package apply brings one object into the cluster, into its new state, or out of the cluster: created or gone on with, applied by
// server-side apply, marked while its creation is under way, adopted from other field managers, pruned, removed.
package apply
