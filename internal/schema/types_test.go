package schema_test

import (
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestTerraformType holds the type that a node puts together against the one that the framework computes.
func TestTerraformType(t *testing.T) {
	for name := range schema.Resources() {
		node := schema.Lookup(name)
		if got, want := node.TerraformType(), node.AttrType().TerraformType(t.Context()); !got.Equal(want) {
			t.Errorf("%s is %s in the protocol, and the framework's type of it is %s", name[strings.LastIndex(name, "/")+1:], got, want)
		}
	}
}
