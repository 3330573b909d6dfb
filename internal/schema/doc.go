// Package schema turns the definitions table into everything that depends on the shape
// of an API: the tree of nodes that encoding walks, the Terraform attributes, the
// checks the API server would make, and the paths of messages.
//
//	internal/apis/** --generate--> definitions.json --load--> definitions
//	    definitions --> Node --> framework attributes, encoding, field paths
//	    definitions --> structural schema, CEL --> Validate
package schema
