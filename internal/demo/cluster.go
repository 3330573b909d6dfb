package main

import (
	"context"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/tools/clientcmd"
)

var (
	deployments = schema.GroupVersionResource{Group: "apps", Version: "v1", Resource: "deployments"}
	pods        = schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	services    = schema.GroupVersionResource{Version: "v1", Resource: "services"}
	nodes       = schema.GroupVersionResource{Version: "v1", Resource: "nodes"}
)

// cluster is the demo's own view of the cluster, beside the provider's.
type cluster struct {
	objects   dynamic.Interface
	discovery discovery.DiscoveryInterface
}

// openCluster connects to the cluster of a kubeconfig; an empty path means the one that
// KUBE_CONFIG_PATH or else KUBECONFIG names, as for the provider.
func openCluster(kubeconfig string) (*cluster, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = kubeconfig
	overrides := &clientcmd.ConfigOverrides{}
	if kubeconfig == "" {
		rules.ExplicitPath = os.Getenv("KUBE_CONFIG_PATH")
		overrides.CurrentContext = os.Getenv("KUBE_CTX")
		if rules.ExplicitPath == "" && os.Getenv("KUBECONFIG") == "" {
			return nil, fmt.Errorf("neither KUBE_CONFIG_PATH nor KUBECONFIG is set: say which cluster to use, or leave out DEMO_CLUSTER=own for a local one")
		}
	}
	config, err := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, overrides).ClientConfig()
	if err != nil {
		return nil, err
	}
	config.UserAgent = "demo"
	objects, err := dynamic.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	found, err := discovery.NewDiscoveryClientForConfig(config)
	return &cluster{objects: objects, discovery: found}, err
}

// describe prints what the cluster has, and fails without what the example needs.
func (c *cluster) describe(ctx context.Context) error {
	version, err := c.discovery.ServerVersion()
	if err != nil {
		return err
	}
	var found corev1.NodeList
	if err := c.list(ctx, nodes, "", "", &found); err != nil {
		return err
	}
	var gpus int64
	for _, node := range found.Items {
		count := node.Status.Allocatable["nvidia.com/gpu"]
		gpus += count.Value()
	}
	detail("Kubernetes %s, %d nodes, %d GPUs", version.GitVersion, len(found.Items), gpus)
	return nil
}

// list decodes the objects that a label selector selects.
func (c *cluster) list(ctx context.Context, resource schema.GroupVersionResource, namespace, selector string, into any) error {
	found, err := c.objects.Resource(resource).Namespace(namespace).List(ctx, metav1.ListOptions{LabelSelector: selector})
	if err != nil {
		return fmt.Errorf("list %s: %w", resource.Resource, err)
	}
	return runtime.DefaultUnstructuredConverter.FromUnstructured(found.UnstructuredContent(), into)
}

// workload returns the Deployment of the example.
func (c *cluster) workload(ctx context.Context) (*unstructured.Unstructured, error) {
	return c.objects.Resource(deployments).Namespace(namespace).Get(ctx, endpointName, metav1.GetOptions{})
}

// goneTimeout bounds how long pods may take to end: the grace period of the model server and some more.
const goneTimeout = 3 * time.Minute

// waitGone waits until nothing of the example is left. The garbage collector removes
// what controllers made.
func (c *cluster) waitGone(ctx context.Context) error {
	var left []row
	err := wait.PollUntilContextTimeout(ctx, 100*time.Millisecond, goneTimeout, true, func(ctx context.Context) (bool, error) {
		rows, err := c.inventory(ctx)
		left = rows
		return len(rows) == 0, err
	})
	if wait.Interrupted(err) && ctx.Err() == nil {
		return fmt.Errorf("nothing should be left, but %d objects are still there after %s: %v", len(left), goneTimeout, left)
	}
	return err
}
