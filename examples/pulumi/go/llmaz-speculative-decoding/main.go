package main

import (
	"github.com/inferops/pulumi-inference/sdk/go/inference"
	"github.com/inferops/pulumi-inference/sdk/go/inference/kubernetes"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		mode := "direct"
		if param := cfg.Get("mode"); param != "" {
			mode = param
		}
		cluster, err := inference.NewProvider(ctx, "cluster", &inference.ProviderArgs{
			Mode:      pulumi.String(mode),
			Namespace: pulumi.String("default"),
		})
		if err != nil {
			return err
		}
		main, err := inference.NewOpenModel(ctx, "main", &inference.OpenModelArgs{
			Metadata: &inference.OpenModelMetadataArgs{
				Name: pulumi.String("qwen2-5-72b"),
			},
			Spec: &inference.OpenModelSpecArgs{
				FamilyName: pulumi.String("qwen2"),
				Source: &inference.SourceArgs{
					ModelHub: &inference.ModelHubArgs{
						ModelId: pulumi.String("Qwen/Qwen2.5-72B-Instruct"),
					},
				},
				InferenceConfig: &inference.InferenceConfigArgs{
					Flavors: inference.FlavorArray{
						&inference.FlavorArgs{
							Name: pulumi.String("gpu"),
							Limits: pulumi.StringMap{
								"nvidia.com/gpu": pulumi.String("4"),
							},
						},
					},
				},
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		draft, err := inference.NewOpenModel(ctx, "draft", &inference.OpenModelArgs{
			Metadata: &inference.OpenModelMetadataArgs{
				Name: pulumi.String("qwen2-5-7b"),
			},
			Spec: &inference.OpenModelSpecArgs{
				FamilyName: pulumi.String("qwen2"),
				Source: &inference.SourceArgs{
					ModelHub: &inference.ModelHubArgs{
						ModelId: pulumi.String("Qwen/Qwen2.5-7B-Instruct"),
					},
				},
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		chat, err := inference.NewPlayground(ctx, "chat", &inference.PlaygroundArgs{
			Metadata: &inference.MetadataArgs{
				Name: pulumi.String("chat"),
			},
			Spec: &inference.PlaygroundSpecArgs{
				Replicas: pulumi.Int(1),
				ModelClaims: &inference.ModelClaimsArgs{
					Models: inference.ModelClaimsModelArray{
						&inference.ModelClaimsModelArgs{
							Name: main.Metadata.Name(),
							Role: pulumi.String(inference.RoleMain),
						},
						&inference.ModelClaimsModelArgs{
							Name: draft.Metadata.Name(),
							Role: pulumi.String(inference.RoleDraft),
						},
					},
				},
				BackendRuntimeConfig: &inference.BackendRuntimeConfigArgs{
					BackendName: pulumi.String("vllm"),
					ConfigName:  pulumi.String("speculative-decoding"),
					Args: pulumi.StringArray{
						pulumi.String("--max-model-len"),
						pulumi.String("16384"),
						pulumi.String("--tensor-parallel-size"),
						pulumi.String("4"),
					},
					Resources: &inference.SpecResourcesArgs{
						Requests: pulumi.StringMap{
							"cpu":    pulumi.String("16"),
							"memory": pulumi.String("128Gi"),
						},
						Limits: pulumi.StringMap{
							"cpu":    pulumi.String("16"),
							"memory": pulumi.String("128Gi"),
						},
					},
				},
				ElasticConfig: &inference.ElasticConfigArgs{
					MinReplicas: pulumi.Int(1),
					MaxReplicas: pulumi.Int(4),
					ScaleTrigger: &inference.ElasticConfigScaleTriggerArgs{
						Hpa: &inference.HpaArgs{
							Metrics: kubernetes.MetricSpecArray{
								&kubernetes.MetricSpecArgs{
									Type: pulumi.String("Pods"),
									Pods: &kubernetes.ExternalMetricSourceArgs{
										Metric: &kubernetes.MetricIdentifierArgs{
											Name: pulumi.String("vllm:num_requests_waiting"),
										},
										Target: &kubernetes.MetricTargetArgs{
											Type:         pulumi.String("AverageValue"),
											AverageValue: pulumi.String("8"),
										},
									},
								},
							},
							Behavior: &kubernetes.HorizontalPodAutoscalerBehaviorArgs{
								ScaleDown: &kubernetes.HPAScalingRulesArgs{
									StabilizationWindowSeconds: pulumi.Int(600),
								},
							},
						},
					},
				},
			},
			References: pulumi.StringArray{
				main.Manifest,
				draft.Manifest,
			},
			Direct: &inference.PlaygroundDirectArgs{
				StartupSeconds: pulumi.Int(3600),
			},
			Timeouts: &inference.TimeoutsArgs{
				Create: pulumi.String("2h"),
				Update: pulumi.String("2h"),
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		ctx.Export("endpoint", chat.Endpoint)
		ctx.Export("ready", chat.Ready)
		return nil
	})
}
