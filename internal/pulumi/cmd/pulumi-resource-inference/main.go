// Command pulumi-resource-inference is the plugin that the Pulumi engine runs.
package main

import (
	"context"
	"log"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/pf/tfbridge"

	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// version is set by the linker.
var version = "0.0.0-dev"

func main() {
	schema, err := inference.PackageSchema()
	if err != nil {
		log.Fatal(err)
	}
	tfbridge.Main(context.Background(), inference.Name, inference.Info(version), tfbridge.ProviderMetadata{PackageSchema: schema})
}
