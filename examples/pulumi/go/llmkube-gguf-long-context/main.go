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
			ApiReleases: pulumi.StringMap{
				"llmkube": pulumi.String("v0.9.19"),
			},
		})
		if err != nil {
			return err
		}
		model, err := inference.NewLlmkubeModel(ctx, "model", &inference.LlmkubeModelArgs{
			Metadata: &inference.MetadataArgs{
				Name:      pulumi.String("qwen2-5-7b"),
				Namespace: pulumi.String("llm"),
			},
			Spec: &inference.LlmkubeModelSpecArgs{
				Source:       pulumi.String("https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/qwen2.5-7b-instruct-q3_k_m.gguf"),
				Format:       pulumi.String(inference.LlmkubeModelSpecFormatGguf),
				Quantization: pulumi.String("Q3_K_M"),
				Hardware: &inference.HardwareArgs{
					Accelerator: pulumi.String(inference.HardwareAcceleratorCuda),
					Gpu: &inference.GpuArgs{
						Enabled: pulumi.Bool(true),
						Count:   pulumi.Int(1),
						Vendor:  pulumi.String(inference.VendorNvidia),
						Layers:  pulumi.Int(-1),
					},
				},
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		service, err := inference.NewLlmkubeService(ctx, "service", &inference.LlmkubeServiceArgs{
			Metadata: &inference.MetadataArgs{
				Name:      pulumi.String("qwen-long"),
				Namespace: pulumi.String("llm"),
			},
			Spec: &inference.LlmkubeServiceSpecArgs{
				ModelRef:    model.Metadata.Name(),
				ContextSize: pulumi.Int(65536),
				RopeScaling: &inference.RopeScalingArgs{
					Type:            pulumi.String(inference.RopeScalingTypeYarn),
					Factor:          pulumi.String("2.0"),
					OriginalContext: pulumi.Int(32768),
				},
				ParallelSlots:  pulumi.Int(2),
				FlashAttention: pulumi.Bool(true),
				Jinja:          pulumi.Bool(true),
				CacheTypeK:     pulumi.String("q8_0"),
				CacheTypeV:     pulumi.String("q8_0"),
				Endpoint: &inference.SpecEndpointArgs{
					Port: pulumi.Int(8080),
					Type: pulumi.String(inference.SpecServiceTypeClusterIP),
				},
				Resources: &inference.LlmkubeServiceSpecResourcesArgs{
					Cpu:    pulumi.String("4"),
					Memory: pulumi.String("16Gi"),
				},
			},
			References: pulumi.StringArray{
				model.Manifest,
			},
			Direct: &inference.LlmkubeServiceDirectArgs{
				Cache: &inference.LlmkubeServiceDirectCacheArgs{
					Size: pulumi.String("20Gi"),
				},
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		ctx.Export("endpoint", service.Endpoint)
		ctx.Export("ready", service.Ready)
		return nil
	})
}
