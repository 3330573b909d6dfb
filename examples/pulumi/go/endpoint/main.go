package main

import (
	"github.com/inferops/pulumi-inference/sdk/go/inference"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		mode := "operator"
		if param := cfg.Get("mode"); param != "" {
			mode = param
		}
		cluster, err := inference.NewProvider(ctx, "cluster", &inference.ProviderArgs{
			Mode: pulumi.String(mode),
		})
		if err != nil {
			return err
		}
		chat, err := inference.NewEndpoint(ctx, "chat", &inference.EndpointArgs{
			Metadata: &inference.MetadataArgs{
				Name:      pulumi.String("endpoint-chat"),
				Namespace: pulumi.String("llm"),
			},
			Spec: &inference.EndpointSpecArgs{
				Model: &inference.EndpointSpecModelArgs{
					Repository: pulumi.String("Qwen/Qwen2.5-0.5B-Instruct"),
				},
				Accelerators: &inference.AcceleratorsArgs{
					Count: pulumi.Int(1),
				},
				ContextLength: pulumi.Int(4096),
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		ctx.Export("endpoint", chat.Endpoint)
		ctx.Export("openaiBaseUrl", chat.OpenaiBaseUrl)
		ctx.Export("model", chat.ServedModelName)
		ctx.Export("ready", chat.Ready)
		return nil
	})
}
