package cluster

import (
	"context"
	"fmt"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/install"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/llmaz"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/lws"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/played"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/webhook"
)

// installCRDs comes before the controllers, whose garbage collector learns of new types every 30 s only.
func (c *Cluster) installCRDs(ctx context.Context) error {
	names, err := install.CRDs(ctx, c.rest, c.opts.CRDs)
	if err != nil {
		return err
	}
	c.crds = names
	if len(names) > 0 {
		c.step("%d custom resource definitions are served", len(names))
	}
	if !c.opts.MutatesLlmaz {
		return nil
	}
	for _, name := range llmaz.CRDs {
		if !names[name] {
			return fmt.Errorf("--mutate-webhook needs the definition %s: pass it with --crds", name)
		}
	}
	return nil
}

// startWebhooks starts the LeaderWorkerSet operator where its definition is installed, and played operators and llmaz's
// webhook on request.
func (c *Cluster) startWebhooks(ctx context.Context) error {
	if c.crds[lws.CRD] {
		if err := c.startWebhook(ctx, "LeaderWorkerSet operator", func(ctx context.Context, server webhook.Server) error {
			return lws.Run(ctx, c.rest, server)
		}, lws.Register, lws.Effective); err != nil {
			return err
		}
	}
	for _, name := range c.opts.Played {
		c.spawn("played operator "+name, func(ctx context.Context) error { return played.Run(ctx, c.dynamic, name) })
	}
	if c.opts.MutatesLlmaz {
		return c.startWebhook(ctx, "webhook of llmaz", llmaz.Run, llmaz.Register, llmaz.Effective)
	}
	return nil
}

// startWebhook runs a component with admission webhooks and waits until the API server asks them.
func (c *Cluster) startWebhook(
	ctx context.Context, component string,
	run func(context.Context, webhook.Server) error,
	register func(context.Context, kubernetes.Interface, webhook.Server) error,
	effective func(context.Context, dynamic.Interface) error,
) error {
	server, err := webhook.NewServer(c.pki)
	if err != nil {
		return err
	}
	c.spawn(component, func(ctx context.Context) error { return run(ctx, server) })
	if err := poll(ctx, server.Listening); err != nil {
		return fmt.Errorf("%s: %w", component, err)
	}
	if err := register(ctx, c.client, server); err != nil {
		return err
	}
	if err := poll(ctx, func(ctx context.Context) error { return effective(ctx, c.dynamic) }); err != nil {
		return fmt.Errorf("%s: %w", component, err)
	}
	c.step("the %s is ready", component)
	return nil
}
