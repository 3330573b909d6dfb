// Command terraform-provider-inference is the Terraform provider that runs LLM inference
// on Kubernetes.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"

	"github.com/inferops/terraform-provider-inference/internal/lint"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// version is set by the linker.
var version = "dev"

func main() {
	debug := flag.Bool("debug", false, "run for a debugger to attach, and print how Terraform reaches it")
	stamp := flag.Bool("version", false, "print the version and end")
	flag.Parse()
	if flag.Arg(0) == lint.Name {
		os.Exit(provider.Lint(context.Background(), version, flag.Args()[1:], os.Stdout, os.Stderr))
	}
	if *stamp {
		fmt.Println(version)
		return
	}
	serve := provider.NewProcess
	var options []tf6server.ServeOpt
	if *debug {
		serve, options = provider.NewServer, append(options, tf6server.WithManagedDebug())
	}
	err := tf6server.Serve("registry.terraform.io/inferops/inference", func() tfprotov6.ProviderServer { return serve(version) }, options...)
	if err != nil {
		log.Fatal(err)
	}
}
