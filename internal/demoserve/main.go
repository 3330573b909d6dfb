// Command demoserve serves a model: on a local control plane with a node whose pods are processes, it applies five lines of
// configuration, asks the model with curl, prints command and answer, and destroys everything. The model has random weights and
// half a megabyte, so the answer makes no sense. `make demo-serve` builds what it needs and runs it.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/demo/program"
	"github.com/inferops/terraform-provider-inference/internal/tinymodel"
)

var (
	//go:embed serve.tf
	configuration []byte
	//go:embed claim.yaml
	claim string
)

// options are the flags.
type options struct {
	terraform, cliConfig, localcluster, tools string
	keep                                      bool
}

func main() {
	var o options
	flag.StringVar(&o.terraform, "terraform", "", "the terraform or tofu binary (default: terraform, else tofu, from PATH)")
	flag.StringVar(&o.cliConfig, "cli-config", "", "CLI configuration that names the mirror with the provider")
	flag.StringVar(&o.localcluster, "localcluster", "", "the local control plane's binary")
	flag.StringVar(&o.tools, "tools", "", "folder with the programs of the node")
	flag.BoolVar(&o.keep, "keep", false, "go on serving until interrupted")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "\ndemo-serve: FAILED:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (err error) {
	dir, err := os.MkdirTemp("", "demo-serve-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := prepare(dir); err != nil {
		return err
	}
	fmt.Println("==> Start a Kubernetes control plane, and a node whose pods are processes")
	flags := append(program.NodeFlags(dir), "--manifests", filepath.Join(dir, "claim.yaml"))
	plane, err := program.StartChild(context.WithoutCancel(ctx), o.localcluster, filepath.Join(dir, "cluster"), flags...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, plane.Stop()) }()
	stopNode, err := program.StartNode(o.tools, dir, plane.Kubeconfig)
	if err != nil {
		return err
	}
	defer stopNode()
	binary, err := program.FindTerraform(o.terraform)
	if err != nil {
		return err
	}
	tf := program.Terraform{Binary: binary, Dir: filepath.Join(dir, "terraform"), CLIConfig: o.cliConfig, Kubeconfig: plane.Kubeconfig}
	fmt.Printf("\n==> %s apply: until the model answers\n%s\n", tf.Name(), configuration[strings.Index(string(configuration), "resource"):])
	for _, command := range [][]string{{"init", "-no-color"}, {"apply", "-no-color", "-auto-approve"}} {
		if _, err := tf.Run(ctx, command...); err != nil {
			return err
		}
	}
	if err := ask(ctx, dir, plane.Kubeconfig); err != nil {
		return err
	}
	if o.keep {
		fmt.Println("\nIt serves until you press Ctrl-C.")
		<-ctx.Done()
	}
	fmt.Printf("\n==> %s destroy: nothing is left\n", tf.Name())
	_, err = tf.Run(context.WithoutCancel(ctx), "destroy", "-no-color", "-auto-approve")
	return err
}

// prepare writes the model, its claim and the configuration.
func prepare(dir string) error {
	weights := filepath.Join(dir, "weights")
	for _, folder := range []string{weights, filepath.Join(dir, "terraform")} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			return err
		}
	}
	model, err := os.Create(filepath.Join(weights, "tiny.gguf"))
	if err != nil {
		return err
	}
	return errors.Join(
		tinymodel.WriteTo(model), model.Close(),
		os.WriteFile(filepath.Join(dir, "claim.yaml"), fmt.Appendf(nil, claim, weights), 0o600),
		os.WriteFile(filepath.Join(dir, "terraform", "main.tf"), configuration, 0o600),
	)
}

// question is what the model is asked.
const question = `{"model": "tiny", "max_tokens": 16, "messages": [{"role": "user", "content": "What is the capital of France?"}]}`

// ask prints a command that asks the model through the API server, and its answer.
func ask(ctx context.Context, dir, kubeconfig string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	if err := rest.LoadTLSFiles(config); err != nil {
		return err
	}
	for file, content := range map[string][]byte{"ca.crt": config.CAData, "admin.crt": config.CertData, "admin.key": config.KeyData} {
		if err := os.WriteFile(filepath.Join(dir, file), content, 0o600); err != nil {
			return err
		}
	}
	words := []string{
		"-sS", "--fail-with-body", "--cacert", filepath.Join(dir, "ca.crt"), "--cert", filepath.Join(dir, "admin.crt"), "--key", filepath.Join(dir, "admin.key"),
		config.Host + "/api/v1/namespaces/default/services/chat:http/proxy/v1/chat/completions", "-d", question,
	}
	fmt.Printf("==> Ask the model through its Service\ncurl %s -d '%s'\n", strings.Join(words[:len(words)-2], " "), question)
	answer, err := exec.CommandContext(ctx, "curl", words...).CombinedOutput()
	fmt.Printf("%s\n", answer)
	return err
}
