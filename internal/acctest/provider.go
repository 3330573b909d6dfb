package acctest

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/inferops/terraform-provider-inference/internal/acctest/core"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// Test runs a test case with the provider in the test process. It has the types that the
// configurations name and no other: most of the time of a short command goes into schemas.
func Test(t *testing.T, c resource.TestCase) {
	t.Helper()
	named := map[string]bool{}
	for _, step := range c.Steps {
		for _, match := range typeName.FindAllString(step.Config, -1) {
			named[match] = true
		}
	}
	c.ProtoV6ProviderFactories = map[string]func() (tfprotov6.ProviderServer, error){
		provider.TypeName: func() (tfprotov6.ProviderServer, error) {
			return narrowed{provider.NewServer("test"), named}, nil
		},
	}
	resource.Test(t, c)
}

var typeName = regexp.MustCompile(`\b` + provider.TypeName + `_[a-z_]+`)

// Core returns the provider with a provider block, in the test process and without Terraform.
func Core(t *testing.T, block map[string]any) *core.Core {
	t.Helper()
	schema, err := wholeSchema()
	if err != nil {
		t.Fatal(err)
	}
	c, err := core.New(t.Context(), provider.NewServer("test"), schema, block)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// narrowed is the provider with some of its types.
type narrowed struct {
	tfprotov6.ProviderServer
	types map[string]bool
}

// wholeSchema is the schema of the provider, asked for once in the test process.
var wholeSchema = sync.OnceValues(func() (*tfprotov6.GetProviderSchemaResponse, error) {
	return provider.NewServer("test").GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
})

// GetProviderSchema implements [tfprotov6.ProviderServer].
func (n narrowed) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	whole, err := wholeSchema()
	if err != nil {
		return nil, err
	}
	some := *whole
	other := func(name string, _ *tfprotov6.Schema) bool { return !n.types[name] }
	some.ResourceSchemas, some.DataSourceSchemas = maps.Clone(whole.ResourceSchemas), maps.Clone(whole.DataSourceSchemas)
	maps.DeleteFunc(some.ResourceSchemas, other)
	maps.DeleteFunc(some.DataSourceSchemas, other)
	return &some, nil
}

// Provider is a provider block for the cluster with further lines.
func (c *Cluster) Provider(lines string) string {
	return fmt.Sprintf("provider \"inference\" {\n  config_path = %q\n%s\n}\n", c.Kubeconfig, lines)
}
