package cluster

import (
	"context"
	"fmt"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/install"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/llmaz"
	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/lws"
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

// startWebhooks starts the LeaderWorkerSet operator where its definition is installed, and llmaz's webhook on request.
func (c *Cluster) startWebhooks(ctx context.Context) error {
	if c.crds[lws.CRD] {
		server, err := webhook.NewServer(c.pki)
		if err != nil {
			return err
		}
		c.spawn("LeaderWorkerSet operator", func(ctx context.Context) error { return lws.Run(ctx, c.rest, server) })
		if err := lws.Register(ctx, c.client, server); err != nil {
			return err
		}
		if err := poll(ctx, func(ctx context.Context) error { return lws.Effective(ctx, c.dynamic) }); err != nil {
			return fmt.Errorf("LeaderWorkerSet operator: %w", err)
		}
		c.step("the LeaderWorkerSet operator is ready")
	}
	if c.opts.MutatesLlmaz {
		server, err := webhook.NewServer(c.pki)
		if err != nil {
			return err
		}
		c.spawn("webhook of llmaz", func(ctx context.Context) error { return llmaz.Run(ctx, server) })
		if err := llmaz.Register(ctx, c.client, server); err != nil {
			return err
		}
		if err := poll(ctx, func(ctx context.Context) error { return llmaz.Effective(ctx, c.dynamic) }); err != nil {
			return fmt.Errorf("webhook of llmaz: %w", err)
		}
		c.step("the mutating webhook of llmaz is ready")
	}
	return nil
}
