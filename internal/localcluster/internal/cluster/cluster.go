package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/controlplane"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/front"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/install"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/nodes"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/pki"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/podnet"
)

// Cluster is a control plane that runs in this process. It is never stopped in order: its process exits.
type Cluster struct {
	opts   Options
	step   func(format string, args ...any)
	ctx    context.Context //nolint:containedctx // It is the life of the components, and ends with the reason as its cause.
	cancel context.CancelCauseFunc

	pki     *pki.Authority
	front   *front.Front
	rest    *rest.Config
	client  kubernetes.Interface
	dynamic dynamic.Interface
	crds    map[string]bool // Names of the definitions installed.
}

// Start starts a cluster in an empty state directory and waits until all of it works. step is told of each step done.
// When it returns, admission webhooks are asked, nodes are ready and the default service account exists. The cluster
// ends with ctx.
func Start(ctx context.Context, opts Options, step func(format string, args ...any)) (*Cluster, error) {
	c := &Cluster{opts: opts, step: step}
	c.ctx, c.cancel = context.WithCancelCause(ctx)
	starting, cancel := context.WithTimeoutCause(c.ctx, opts.StartTimeout,
		fmt.Errorf("the start took longer than %s: raise --timeout", opts.StartTimeout))
	defer cancel()
	for _, phase := range []func(context.Context) error{
		c.startAPI, c.installCRDs, c.startNodes, c.startWebhooks, c.applyManifests, c.awaitServiceAccount,
	} {
		if err := phase(starting); err != nil {
			c.cancel(err)
			// What ended the start says more than how a phase noticed.
			if cause := context.Cause(starting); cause != nil && !errors.Is(err, cause) {
				err = fmt.Errorf("%w (%w)", cause, err)
			}
			return nil, err
		}
	}
	return c, nil
}

// Wait blocks until the cluster ends, and returns why.
func (c *Cluster) Wait() error {
	<-c.ctx.Done()
	return context.Cause(c.ctx)
}

// Outage makes the API unavailable to users, not to the components, for d: see package front. The cluster ends when it
// cannot be made available again.
func (c *Cluster) Outage(d time.Duration) {
	if err := c.front.Outage(c.ctx, d); err != nil {
		c.cancel(err)
	}
}

// spawn runs a component until the cluster ends, which it does when the component returns before.
func (c *Cluster) spawn(component string, run func(context.Context) error) {
	go func() {
		err := run(c.ctx)
		if c.ctx.Err() == nil {
			c.cancel(fmt.Errorf("%s stopped: %w", component, errors.Join(err, errEnded)))
		}
	}()
}

var errEnded = errors.New("every component has to run until the cluster is stopped")

func (c *Cluster) startAPI(ctx context.Context) error {
	dir := c.opts.Dir
	var err error
	if c.pki, err = pki.New(dir.PKI()); err != nil {
		return err
	}
	etcd, err := controlplane.StartEtcd(ctx, dir.EtcdData(), dir.EtcdLog())
	if err != nil {
		return err
	}
	c.spawn("etcd", etcd.Wait)
	c.step("etcd is ready")

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("kube-apiserver: %w", err)
	}
	if c.front, err = front.Listen(listener.Addr().String()); err != nil {
		return err
	}
	network, err := podnet.Listen(c.pki, nodes.PodAddresses, c.opts.ProcessNode)
	if err != nil {
		return err
	}
	c.spawn("kube-apiserver", controlplane.APIServer{
		EtcdURL: etcd.URL(), PKI: c.pki, Listener: listener,
		AuditPolicy: dir.AuditPolicy(), AuditLog: c.opts.AuditLog,
		Egress: dir.Egress(), PodNetwork: network.URL(), NodesByAddress: c.opts.ProcessNode != "",
	}.Run)
	if err := c.pki.WriteKubeconfig(dir.Kubeconfig(), "https://"+c.front.Addr()); err != nil {
		return err
	}
	if err := c.pki.WriteKubeconfig(dir.InternalKubeconfig(), "https://"+listener.Addr().String()); err != nil {
		return err
	}
	if err := c.connect(); err != nil {
		return err
	}
	c.spawn("network of the pods", func(ctx context.Context) error { return network.Run(ctx, c.client) })
	if err := poll(ctx, func(ctx context.Context) error {
		return c.client.Discovery().RESTClient().Get().AbsPath("/readyz").Do(ctx).Error()
	}); err != nil {
		return fmt.Errorf("kube-apiserver is not ready: %w", err)
	}
	c.step("kube-apiserver %s is ready at https://%s", controlplane.KubernetesVersion, c.front.Addr())
	return nil
}

func (c *Cluster) connect() (err error) {
	if c.rest, err = clientcmd.BuildConfigFromFlags("", c.opts.Dir.InternalKubeconfig()); err != nil {
		return err
	}
	c.rest.QPS, c.rest.Burst = 500, 1000
	if c.client, err = kubernetes.NewForConfig(c.rest); err != nil {
		return err
	}
	c.dynamic, err = dynamic.NewForConfig(c.rest)
	return err
}

func (c *Cluster) startNodes(ctx context.Context) error {
	stages, err := nodes.LoadStages(ctx, c.opts.Stages)
	if err != nil {
		return err
	}
	if err := stages.CheckServed(c.client.Discovery()); err != nil {
		return err
	}
	kubeconfig := c.opts.Dir.InternalKubeconfig()
	c.spawn("kube-controller-manager", func(ctx context.Context) error {
		return controlplane.RunControllerManager(ctx, kubeconfig, c.pki)
	})
	c.spawn("kube-scheduler", func(ctx context.Context) error { return controlplane.RunScheduler(ctx, kubeconfig) })
	c.spawn("kwok", func(ctx context.Context) error { return nodes.Kubelets(ctx, kubeconfig, stages) })
	if err := c.opts.Fleet.Create(ctx, c.client); err != nil {
		return err
	}
	c.step("%d nodes are ready", c.opts.Fleet.Size())
	return nil
}

func (c *Cluster) applyManifests(ctx context.Context) error {
	count, err := install.Manifests(ctx, c.rest, c.opts.Manifests)
	if err == nil && count > 0 {
		c.step("%d objects are applied", count)
	}
	return err
}

func (c *Cluster) awaitServiceAccount(ctx context.Context) error {
	if err := poll(ctx, func(ctx context.Context) error {
		_, err := c.client.CoreV1().ServiceAccounts(metav1.NamespaceDefault).Get(ctx, "default", metav1.GetOptions{})
		return err
	}); err != nil {
		return fmt.Errorf("the default service account does not exist: %w", err)
	}
	c.step("the cluster is ready")
	return nil
}

// poll tries until it works, and returns the last error when ctx ends first.
func poll(ctx context.Context, try func(context.Context) error) error {
	var last error
	if wait.PollUntilContextCancel(ctx, 50*time.Millisecond, true, func(ctx context.Context) (bool, error) {
		short, cancel := context.WithTimeout(ctx, 5*time.Second)
		defer cancel()
		last = try(short)
		return last == nil, nil
	}) != nil {
		return errors.Join(context.Cause(ctx), last)
	}
	return nil
}
