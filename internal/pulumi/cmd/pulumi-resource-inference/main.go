// Command pulumi-resource-inference is the plugin that the Pulumi engine runs.
package main

import (
	"context"
	"log"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/provider"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// version is set by the linker.
var version = "0.0.0-dev"

func main() {
	schema, err := inference.PackageSchema()
	if err != nil {
		log.Fatal(err)
	}
	err = provider.Main(inference.Name, func(host *provider.HostClient) (pulumirpc.ResourceProviderServer, error) {
		return inference.NewServer(context.Background(), host, inference.Info(version), schema)
	})
	if err != nil {
		log.Fatal(err)
	}
}
