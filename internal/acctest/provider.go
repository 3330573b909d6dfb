package acctest

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// Factories serve the provider to Terraform from within the test process.
var Factories = map[string]func() (tfprotov6.ProviderServer, error){
	provider.TypeName: func() (tfprotov6.ProviderServer, error) { return provider.NewServer("test"), nil },
}

// Provider is a provider block for the cluster with further lines.
func (c *Cluster) Provider(lines string) string {
	return fmt.Sprintf("provider \"inference\" {\n  config_path = %q\n%s\n}\n", c.Kubeconfig, lines)
}
