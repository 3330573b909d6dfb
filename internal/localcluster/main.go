// Command localcluster runs a throw-away but real Kubernetes control plane on the loopback interface: etcd,
// kube-apiserver, kube-controller-manager, kube-scheduler, simulated CPU and GPU nodes (kwok) and the LeaderWorkerSet
// operator with its webhooks, all in one process and all compiled from Go modules. It needs no container engine, no
// root, no network and no kubectl. Every port is picked free, so any number of clusters can run side by side.
//
//	go build -o localcluster .
//
//	localcluster start --crds DIR            start in the background, wait until ready, print the kubeconfig's path
//	localcluster stop                        stop it and remove its state
//	localcluster run --crds DIR -- go test   run a command with KUBECONFIG and KUBE_CONFIG_PATH set, then stop
//	localcluster run                         run until interrupted, or until the parent process dies
//	localcluster restart-apiserver --for 3s  make the API unavailable for a while
//
// # Custom resources
//
// --crds takes files and folders of CustomResourceDefinitions. With LeaderWorkerSet's among them
// (`$(go list -m -f '{{.Dir}}' sigs.k8s.io/lws)/config/crd/bases`) its operator runs too. --stages takes kwok Stages,
// which play an operator that is not there; stages/llmaz.yaml plays llmaz:
//
//	localcluster/outcome: "never"  the annotation on a Playground or Service keeps it progressing for ever
//	localcluster/outcome: "abort"  a Playground is aborted, as when its model does not exist
//
// Without the annotation they turn available after a second. --play llmaz, llmkube or ome plays an operator as clients meet it
// instead: it makes workloads of its objects, acts on a change late, and says for longer than it should what was before it.
// --mutate-webhook rewrites llmaz objects as llmaz's own webhooks do: canonical quantities, labels, empty structs.
//
// # Pods
//
// Pods turn Ready at once, and those of Jobs succeed. A container or init container misbehaves by the name of its image,
// with any registry and path before it and any tag after it:
//
//	example.org/localcluster/crash    CrashLoopBackOff; a failed pod where its restartPolicy is not Always
//	example.org/localcluster/oom      the same, killed for its memory
//	example.org/localcluster/no-pull  ImagePullBackOff
//	example.org/localcluster/pending  ContainerCreating for ever
//	example.org/localcluster/slow     ready after five seconds
//
// # State
//
// All files are in --dir: kubeconfig, cluster.log, etcd.log and internals. The data is not kept: each start begins with
// an empty cluster. --audit-log FILE records each request to the API server, with user agent and verb, as a JSON line
// once its response is complete.
package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	os.Exit(execute())
}

func execute() int {
	root := &cobra.Command{
		Use:           "localcluster",
		Short:         "A throw-away Kubernetes control plane with simulated GPU nodes, in one process",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(startCommand(), stopCommand(), runCommand(), outageCommand(), serveCommand())
	err := root.Execute()
	if exit, ok := errors.AsType[exitCode](err); ok {
		return int(exit)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "localcluster:", err)
		return 1
	}
	return 0
}

// exitCode is the result of the command that `run` ran. The command has said all there is to say.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }
