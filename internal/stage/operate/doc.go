// Package operate holds what operates running pods to direct mode.
package operate
