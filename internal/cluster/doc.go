// Package cluster is the only code that talks to a Kubernetes API server: connection
// settings, server-side apply, get, delete, watch and the classification of errors.
//
// A [Client] makes no request until it is asked for an object, and none for discovery:
// callers name what they want by a [Resource]. Every error of a request is a
// [RequestError]; the Is functions of this package tell an object that does not exist
// from a type that is not served and from a server that could not be asked.
package cluster
