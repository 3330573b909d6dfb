package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/played"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/state"
)

// defaultDir is not .build/localcluster, where the program itself is built.
const defaultDir = ".build/cluster"

func dirFlag(flags *pflag.FlagSet, dir *string) {
	flags.StringVar(dir, "dir", defaultDir, "state directory of the cluster")
}

// clusterFlags adds the flags that describe a cluster; its Dir is a flag of the command.
func clusterFlags(flags *pflag.FlagSet, o *cluster.Options) {
	flags.StringArrayVar(&o.CRDs, "crds", nil, "file or folder of CustomResourceDefinitions (repeatable)")
	flags.StringArrayVar(&o.Stages, "stages", nil, "file of kwok Stages that play an operator (repeatable)")
	flags.StringArrayVar(&o.Manifests, "manifests", nil, "file or folder of objects to apply at the end of the start (repeatable)")
	flags.IntVar(&o.Fleet.CPU, "nodes", 1, "nodes without GPUs")
	flags.IntVar(&o.Fleet.GPU, "gpu-nodes", 2, "nodes with GPUs")
	flags.IntVar(&o.Fleet.GPUs, "gpus", 8, "GPUs of each node that has some")
	flags.StringVar(&o.AuditLog, "audit-log", "", "file for one JSON line a request, emptied at the start")
	flags.StringArrayVar(&o.Played, "play", nil, "operator that makes workloads of its objects: "+strings.Join(played.Names(), ", ")+" (repeatable)")
	flags.BoolVar(&o.MutatesLlmaz, "mutate-webhook", false, "rewrite llmaz objects as llmaz's webhooks do")
	flags.StringVar(&o.ProcessNode, "process-node", "", "socket of a node whose pods are processes: see cmd/processnode")
	flags.DurationVar(&o.StartTimeout, "timeout", 2*time.Minute, "limit of the start")
	flags.BoolVarP(&o.VerboseLogging, "verbose", "v", false, "more detail in cluster.log")
}

// complete checks the flags and makes paths absolute, so that a process in another directory can use them.
func complete(o *cluster.Options, dir string) error {
	var err error
	if o.Dir, err = state.New(dir); err != nil {
		return err
	}
	for flag, paths := range map[string][]string{"crds": o.CRDs, "stages": o.Stages, "manifests": o.Manifests} {
		for i, path := range paths {
			if paths[i], err = filepath.Abs(path); err != nil {
				return err
			}
			if _, err := os.Stat(path); err != nil {
				return fmt.Errorf("--%s: %w", flag, err)
			}
		}
	}
	for _, file := range []*string{&o.AuditLog, &o.ProcessNode} {
		if *file == "" {
			continue
		}
		if *file, err = filepath.Abs(*file); err != nil {
			return err
		}
	}
	for _, name := range o.Played {
		if !slices.Contains(played.Names(), name) {
			return fmt.Errorf("--play %s: it must be one of %s", name, strings.Join(played.Names(), ", "))
		}
	}
	for flag, n := range map[string]int{"nodes": o.Fleet.CPU, "gpu-nodes": o.Fleet.GPU, "gpus": o.Fleet.GPUs} {
		if n < 0 {
			return fmt.Errorf("--%s is %d: it must be 0 or more", flag, n)
		}
	}
	return nil
}
