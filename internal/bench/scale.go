package main

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/inferops/terraform-provider-inference/internal/demo/program"
)

// controlPlane measures how long a cluster takes to be ready.
func (b *bench) controlPlane(ctx context.Context) error {
	took, err := repeated(b.runs, func() (time.Duration, error) {
		var plane *program.ControlPlane
		d, err := timed(func() (err error) {
			plane, err = b.startControlPlane(ctx, "")
			return err
		})
		if err != nil {
			return 0, err
		}
		return d, plane.Stop()
	})
	if err != nil {
		return err
	}
	figure("Local control plane, start to ready", "%s", spread(took))
	return nil
}

// startControlPlane starts a control plane with our own definitions and the llmaz operator played.
func (b *bench) startControlPlane(ctx context.Context, audit string) (*program.ControlPlane, error) {
	flags := []string{
		"--crds", filepath.Join(b.build, "crds"), "--crds", filepath.Join(b.build, "crds", "lws"),
		"--stages", filepath.Join(b.root, "internal", "localcluster", "stages", "llmaz.yaml"),
	}
	if audit != "" {
		flags = append(flags, "--audit-log", audit)
	}
	return program.StartChild(ctx, filepath.Join(b.build, "localcluster"), filepath.Join(b.build, "bench", "cluster"), flags...)
}

// contender is a way to manage the same objects.
type contender struct {
	// name is the type of the resource, and agent begins the user agent of its requests.
	name, agent string
	// config is the configuration of so many objects.
	config func(n int) string
	// settings is the CLI configuration that says where its provider is.
	settings string
}

// scale measures many resources in operator mode, and counts what they ask of the API server.
func (b *bench) scale(ctx context.Context) (err error) {
	contenders := []contender{{name: "inference_playground", agent: "terraform-provider-inference/", config: manyPlaygrounds, settings: b.settings()}}
	if b.compared != "" {
		other, err := b.kubectl()
		if err != nil {
			return err
		}
		contenders = append(contenders, other)
	}
	log := &auditLog{path: filepath.Join(b.build, "bench", "audit.log")}
	plane, err := b.startControlPlane(ctx, log.path)
	if err != nil {
		return err
	}
	defer func() {
		if stopped := plane.Stop(); err == nil {
			err = stopped
		}
	}()
	for _, n := range b.sizes {
		for _, one := range contenders {
			if err := b.life(ctx, plane, log, one, n); err != nil {
				return err
			}
		}
	}
	return nil
}

// life measures the life of so many objects.
func (b *bench) life(ctx context.Context, plane *program.ControlPlane, log *auditLog, one contender, n int) error {
	tf, err := b.workspaceWith(ctx, "scale", one.config(n), plane.Kubeconfig, one.settings)
	if err != nil {
		return err
	}
	for _, phase := range []struct {
		what string
		args []string
	}{
		{"plan of the creation", []string{"plan", "-out=bench.tfplan"}},
		{"apply of the creation", []string{"apply", "bench.tfplan"}},
		{"plan with nothing to do", []string{"plan", "-detailed-exitcode"}},
		{"destroy", []string{"destroy", "-auto-approve"}},
	} {
		if err := log.skip(); err != nil {
			return err
		}
		took, err := timed(func() error {
			_, err := tf.Run(ctx, append([]string{phase.args[0], "-no-color"}, phase.args[1:]...)...)
			return err
		})
		if err != nil {
			return err
		}
		counts, err := log.requests(one.agent)
		if err != nil {
			return err
		}
		figure(fmt.Sprintf("%d x %s: %s", n, one.name, phase.what), "%s", rounded(took))
		figure("  API requests", "%s", counted(counts))
	}
	return nil
}

// counted prints a total and its parts.
func counted(counts map[string]int) string {
	total := 0
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		total += counts[what]
		parts = append(parts, fmt.Sprintf("%s %d", what, counts[what]))
	}
	if total == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%s)", total, strings.Join(parts, ", "))
}
