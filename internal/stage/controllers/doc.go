// Package controllers keeps workloads of direct mode from controllers that would take hold of them.
package controllers
