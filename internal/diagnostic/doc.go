// Package diagnostic has one constructor for every situation the user is told about.
// The path is the deepest attribute that exists; the summary is a stable sentence without values; the
// detail says what was wrong, shows the evidence and ends with one remedy.
package diagnostic
