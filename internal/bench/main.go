// Command bench measures the provider and the local control plane on this machine and
// prints the figures as a table. `make bench` builds what it needs and runs it.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/inferops/terraform-provider-inference/internal/demo/program"
)

func main() {
	var b bench
	root := flag.String("root", ".", "root of the repository, with everything built")
	asked := flag.String("terraform", "", "the terraform or tofu binary (default: terraform, else tofu, from PATH)")
	flag.IntVar(&b.playgrounds, "playgrounds", 200, "resources of the large configuration")
	flag.IntVar(&b.runs, "runs", 5, "repetitions of what is quick")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := b.prepare(*root, *asked)
	if err == nil {
		err = b.run(ctx)
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is where the programs are and how much is measured.
type bench struct {
	root, build, terraform string
	playgrounds, runs      int
}

func (b *bench) prepare(root, asked string) (err error) {
	if b.root, err = filepath.Abs(root); err != nil {
		return err
	}
	b.build = filepath.Join(b.root, ".build")
	b.terraform, err = program.FindTerraform(asked)
	return err
}

// run measures one after the other, so that nothing disturbs anything.
func (b *bench) run(ctx context.Context) error {
	fmt.Printf("%s/%s, %d CPUs, %s\n\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
	for _, measure := range []func(context.Context) error{b.schema, b.validate, b.plans, b.controlPlane, b.scale} {
		if err := measure(ctx); err != nil {
			return err
		}
	}
	return nil
}

// workspace returns a new working directory that holds a configuration, and Terraform in it.
func (b *bench) workspace(ctx context.Context, name, config, kubeconfig string) (*program.Terraform, error) {
	tf := &program.Terraform{
		Binary: b.terraform, Dir: filepath.Join(b.build, "bench", name),
		CLIConfig: filepath.Join(b.build, "terraformrc"), Kubeconfig: kubeconfig,
	}
	if err := os.RemoveAll(tf.Dir); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(tf.Dir, 0o755); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(tf.Dir, "main.tf"), []byte(config), 0o644); err != nil {
		return nil, err
	}
	_, err := tf.Run(ctx, "init", "-no-color")
	return tf, err
}
