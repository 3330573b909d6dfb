// Command demo shows the provider at work, from an empty cluster to an empty cluster: it
// applies internal/demo/example, edits what runs behind Terraform's back, lets a plan find
// that edit and an apply undo it, and destroys everything. Each step checks what it
// shows, and the first deviation ends the demo with exit code 1. `make demo` builds what
// it needs and runs it.
//
// It brings a local control plane with simulated GPU nodes, so the pods are scheduled and
// become ready but run no model. With -own-cluster it uses the cluster that KUBE_CONFIG_PATH
// or KUBECONFIG names: that needs two free nvidia.com/gpu and enough time
// to download a model of one gigabyte.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	os.Exit(execute())
}

func execute() int {
	var o options
	flag.StringVar(&o.terraform, "terraform", "", "the terraform or tofu binary (default: terraform, else tofu, from PATH)")
	flag.StringVar(&o.cliConfig, "cli-config", "", "CLI configuration that names the mirror with the provider")
	flag.StringVar(&o.example, "example", "internal/demo/example", "folder of the configuration that is applied")
	flag.StringVar(&o.localcluster, "localcluster", "", "the local control plane's binary")
	flag.Func("crds", "folder of CustomResourceDefinitions for the local control plane (repeatable)", func(folder string) error {
		o.crds = append(o.crds, folder)
		return nil
	})
	flag.StringVar(&o.dir, "dir", ".build/demo", "folder for the cluster's state and the Terraform working directory; emptied first")
	flag.BoolVar(&o.own, "own-cluster", false, "use the cluster of KUBE_CONFIG_PATH or KUBECONFIG instead of a local one")
	flag.BoolVar(&o.keep, "keep", false, "leave the cluster running with the example applied")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	err := run(ctx, o)
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(os.Stderr, "\ndemo: interrupted")
		return 130
	case err != nil:
		fmt.Fprintln(os.Stderr, "\ndemo: FAILED:", err)
		return 1
	}
	return 0
}
