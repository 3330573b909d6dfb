// Command terraform-provider-inference is the Terraform provider that runs LLM inference
// on Kubernetes.
package main

import (
	"context"
	"flag"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"

	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// version is set by the linker.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "run for a debugger to attach, and print how Terraform reaches it")
	flag.Parse()
	err := providerserver.Serve(context.Background(), provider.New(version), providerserver.ServeOpts{
		Address: "registry.terraform.io/inferops/inference",
		Debug:   *debug,
	})
	if err != nil {
		log.Fatal(err)
	}
}
