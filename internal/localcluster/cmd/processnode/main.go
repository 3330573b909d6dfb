//go:build linux

// Command processnode is a node of a local cluster whose pods are processes: the kubelet itself, on a runtime that starts
// programs of this machine in the place of images.
//
//	localcluster run --nodes 0 --gpu-nodes 0 --process-node SOCKET
//	processnode -kubeconfig FILE -socket SOCKET -images FILE
//
// Programs, kubelet and network are in namespaces of their own: of users, unless it is started by root, of mounts, processes
// and network. Two sockets lead out and in: to the API server, and from it to pods and kubelet. Nothing is left when
// it ends. It prints its name once it is ready, and ends with the process that started it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// options are the flags.
type options struct{ kubeconfig, socket, images, name, dir string }

// inside is the first argument of the process within the namespaces.
const inside = "inside"

func main() {
	if err := execute(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "processnode:", err)
		os.Exit(1)
	}
}

func execute(args []string) error {
	run := outer
	if len(args) > 0 && args[0] == inside {
		run, args = inner, args[1:]
	}
	var o options
	flags := flag.NewFlagSet("processnode", flag.ContinueOnError)
	flags.StringVar(&o.kubeconfig, "kubeconfig", "", "kubeconfig of the cluster")
	flags.StringVar(&o.socket, "socket", "", "socket on which the API server reaches the node and its pods")
	flags.StringVar(&o.images, "images", "", "file of JSON with the programs that take the place of images")
	flags.StringVar(&o.name, "name", "process-0", "name of the node")
	flags.StringVar(&o.dir, "dir", "", "folder for volumes and logs (default: a temporary one, removed at the end)")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil
		}
		return err
	}
	for _, path := range []*string{&o.kubeconfig, &o.socket, &o.images, &o.dir} {
		if *path == "" {
			continue
		}
		var err error
		if *path, err = filepath.Abs(*path); err != nil {
			return err
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	return run(ctx, o)
}
