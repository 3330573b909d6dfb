// Package handover passes workloads from one mode to the other.
package handover
