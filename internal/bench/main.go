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
	"strconv"
	"strings"
	"syscall"

	"github.com/inferops/terraform-provider-inference/internal/demo/program"
)

func main() {
	var b bench
	root := flag.String("root", ".", "root of the repository, with everything built")
	asked := flag.String("terraform", "", "the terraform or tofu binary (default: terraform, else tofu, from PATH)")
	sizes := flag.String("playgrounds", "300,1000", "resources of the large configurations")
	flag.StringVar(&b.compared, "compare", "", "a built provider gavinbunney/kubectl, to manage the same objects with (default: none)")
	flag.StringVar(&b.only, "only", "", "schema, validate, plans, cluster or scale (default: all of them)")
	flag.IntVar(&b.runs, "runs", 5, "repetitions of what is quick")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := b.prepare(*root, *asked, *sizes)
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
	runs                   int
	// sizes are how many resources the large configurations have.
	sizes []int
	// only is the one measure that is taken, empty for all.
	only string
	// compared is the path of another provider, empty for none.
	compared string
}

func (b *bench) prepare(root, asked, sizes string) (err error) {
	for size := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			return fmt.Errorf("-playgrounds: %w", err)
		}
		b.sizes = append(b.sizes, n)
	}
	if b.compared != "" {
		if b.compared, err = filepath.Abs(b.compared); err != nil {
			return err
		}
	}
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
	for _, measure := range []struct {
		name string
		run  func(context.Context) error
	}{{"schema", b.schema}, {"validate", b.validate}, {"plans", b.plans}, {"cluster", b.controlPlane}, {"scale", b.scale}} {
		if b.only != "" && b.only != measure.name {
			continue
		}
		if err := measure.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// settings is the CLI configuration that says where the provider is.
func (b *bench) settings() string { return filepath.Join(b.build, "terraformrc") }

// workspace returns a new working directory that holds a configuration, and Terraform in it.
func (b *bench) workspace(ctx context.Context, name, config string) (*program.Terraform, error) {
	return b.workspaceWith(ctx, name, config, "", b.settings())
}

// workspaceWith returns a workspace for a cluster, with a CLI configuration.
func (b *bench) workspaceWith(ctx context.Context, name, config, kubeconfig, settings string) (*program.Terraform, error) {
	tf := &program.Terraform{Binary: b.terraform, Dir: filepath.Join(b.build, "bench", name), CLIConfig: settings, Kubeconfig: kubeconfig}
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
