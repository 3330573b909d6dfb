package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/inferops/terraform-provider-inference/internal/demo/program"
)

// options are what the command line says.
type options struct {
	terraform, cliConfig, example string
	localcluster                  string
	crds                          []string
	dir                           string
	own, keep                     bool
}

// What the example declares.
const (
	endpointAddress = "inference_endpoint.chat"
	endpointName    = "chat"
	namespace       = "default"
)

// demo is a demonstration under way.
type demo struct {
	options
	plane   *program.ControlPlane
	cluster *cluster
	tf      *terraform
	// edited is the change that was made behind Terraform's back.
	edited edit
}

// run shows every step, and leaves nothing behind unless it is told to.
func run(ctx context.Context, o options) (err error) {
	began := time.Now()
	d := &demo{options: o}
	if err := d.prepare(); err != nil {
		return err
	}
	defer func() {
		if err != nil || !o.keep {
			err = errors.Join(err, d.cleanUp(ctx))
		}
	}()
	for _, s := range d.steps() {
		if err := s.show(ctx); err != nil {
			return err
		}
	}
	if o.keep {
		d.explainKept()
		return nil
	}
	if err := d.cleanUp(ctx); err != nil {
		return err
	}
	note("Everything was as expected, in %s.", since(began))
	return nil
}

// prepare finds the programs and the place of the working directory.
func (d *demo) prepare() error {
	binary, err := program.FindTerraform(d.terraform)
	if err != nil {
		return err
	}
	if d.dir, err = filepath.Abs(d.dir); err != nil {
		return err
	}
	d.tf = &terraform{Terraform: program.Terraform{Binary: binary, Dir: filepath.Join(d.dir, "terraform"), CLIConfig: d.cliConfig}}
	return nil
}

func (d *demo) steps() []step {
	start, name := "Start a Kubernetes control plane with simulated GPU nodes", d.tf.Name()
	ask := "Ask the model server: no model runs on simulated nodes, so a stand-in answers"
	if d.own {
		start, ask = "Connect to the cluster of your kubeconfig", "Ask the model server"
	}
	steps := []step{
		{start, d.start},
		{name + " init: the provider comes from a folder, not from a registry", d.initialise},
		{name + " plan: an endpoint, in four lines and without an operator", d.planCreation},
		{name + " apply: until the model server is ready", d.applyCreation},
		{"What runs now", d.showObjects},
		{ask, d.ask},
		{"Somebody edits a live object behind Terraform's back", d.editObject},
		{name + " plan: reports exactly that edit, with who and when", d.planDrift},
		{name + " apply: repairs it, and the next plan is empty", d.repair},
	}
	if d.keep {
		return steps
	}
	steps = append(steps, step{name + " destroy: nothing is left", d.destroy})
	if d.own {
		return steps
	}
	return append(steps, step{"Stop the control plane", d.cleanUp})
}

// start brings up the control plane, or finds the one that there is.
func (d *demo) start(ctx context.Context) (err error) {
	if d.plane, err = d.controlPlane(ctx); err != nil {
		return err
	}
	if d.cluster, err = openCluster(d.plane.Kubeconfig); err != nil {
		return err
	}
	d.tf.Kubeconfig = d.plane.Kubeconfig
	if err := d.cluster.describe(ctx); err != nil {
		return err
	}
	// Only now: until the control plane has started, the folder may belong to one that was kept.
	if err := os.RemoveAll(d.tf.Dir); err != nil {
		return err
	}
	return os.CopyFS(d.tf.Dir, os.DirFS(d.example))
}

// controlPlane starts a local control plane unless the user's own cluster is to be used.
func (d *demo) controlPlane(ctx context.Context) (*program.ControlPlane, error) {
	var flags []string
	for _, folder := range d.crds {
		flags = append(flags, "--crds", folder)
	}
	dir := filepath.Join(d.dir, "cluster")
	switch {
	case d.own:
		return &program.ControlPlane{Stop: func() error { return nil }}, nil
	case d.keep:
		return program.StartKept(ctx, d.localcluster, dir, flags...)
	default:
		return program.StartChild(ctx, d.localcluster, dir, flags...)
	}
}

// cleanUpTimeout bounds the removal of what a failed demo leaves in the user's own cluster.
const cleanUpTimeout = 3 * time.Minute

// cleanUp stops the local control plane, with everything in it. From the user's own
// cluster it removes what was applied.
func (d *demo) cleanUp(ctx context.Context) error {
	if d.plane == nil {
		return nil
	}
	defer func() { d.plane = nil }()
	if d.own && d.tf.applied {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanUpTimeout)
		defer cancel()
		return d.tf.destroy(limited)
	}
	return d.plane.Stop()
}

// explainKept tells what can be done with what was left.
func (d *demo) explainKept() {
	note("The example is still applied. To go on by hand:")
	if !d.own {
		detail("export KUBECONFIG=%s KUBE_CONFIG_PATH=%[1]s", d.plane.Kubeconfig)
	}
	if d.cliConfig != "" {
		detail("export TF_CLI_CONFIG_FILE=%s", d.cliConfig)
	}
	detail("cd %s", d.tf.Dir)
	detail("%s plan", d.tf.Name())
	if d.own {
		note("To remove it: %s destroy", d.tf.Name())
		return
	}
	note("To stop the control plane and remove it: make demo-stop")
}
