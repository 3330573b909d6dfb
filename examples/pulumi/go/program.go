package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"github.com/inferops/pulumi-inference/sdk/go/inference"
)

func program(ctx *pulumi.Context) error {
	cluster, err := inference.NewProvider(ctx, "cluster", &inference.ProviderArgs{Mode: pulumi.String("direct")})
	if err != nil {
		return err
	}
	model, err := inference.NewOpenModel(ctx, "model", &inference.OpenModelArgs{
		Metadata: inference.OpenModelMetadataArgs{Name: pulumi.String("qwen2-go")},
		Spec: inference.OpenModelSpecArgs{
			FamilyName: pulumi.String("qwen2"),
			Source:     inference.SourceArgs{ModelHub: inference.ModelHubArgs{ModelId: pulumi.String("Qwen/Qwen2.5-0.5B-Instruct")}},
			InferenceConfig: inference.InferenceConfigArgs{Flavors: inference.FlavorArray{
				inference.FlavorArgs{Name: pulumi.String("gpu"), Limits: pulumi.StringMap{"nvidia.com/gpu": pulumi.String("1")}},
			}},
		},
	}, pulumi.Provider(cluster))
	if err != nil {
		return err
	}
	chat, err := inference.NewPlayground(ctx, "chat", &inference.PlaygroundArgs{
		Metadata: inference.MetadataArgs{Name: pulumi.String("chat-go"), Namespace: pulumi.String("default")},
		Spec: inference.PlaygroundSpecArgs{
			Replicas:   pulumi.Int(1),
			ModelClaim: inference.ModelClaimArgs{ModelName: model.Metadata.Name()},
		},
		References: pulumi.StringArray{model.Manifest},
	}, pulumi.Provider(cluster))
	if err != nil {
		return err
	}
	// What a reviewer of a preview asks: how many accelerators it takes, and what it disrupts.
	ctx.Export("accelerators", chat.Accelerators)
	ctx.Export("plannedDisruption", chat.PlannedDisruption)
	ctx.Export("drifts", chat.Drifts)
	ctx.Export("endpoint", chat.Endpoint)
	ctx.Export("ready", chat.Ready)
	return nil
}
