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
		mode := "operator"
		if param := cfg.Get("mode"); param != "" {
			mode = param
		}
		sglang := "docker.io/lmsysorg/sglang:v0.5.5"
		cluster, err := inference.NewProvider(ctx, "cluster", &inference.ProviderArgs{
			Mode: pulumi.String(mode),
			ApiReleases: pulumi.StringMap{
				"ome": pulumi.String("v0.1.5"),
			},
		})
		if err != nil {
			return err
		}
		model, err := inference.NewClusterBaseModel(ctx, "model", &inference.ClusterBaseModelArgs{
			Metadata: &inference.OpenModelMetadataArgs{
				Name: pulumi.String("deepseek-v3"),
			},
			Spec: &inference.BaseModelSpecArgs{
				Vendor: pulumi.String("deepseek-ai"),
				ModelFormat: &inference.ModelFormatArgs{
					Name:    pulumi.String("safetensors"),
					Version: pulumi.String("1.0.0"),
				},
				ModelFramework: &inference.ModelFormatArgs{
					Name:    pulumi.String("transformers"),
					Version: pulumi.String("4.33.1"),
				},
				ModelArchitecture:  pulumi.String("DeepseekV3ForCausalLM"),
				ModelParameterSize: pulumi.String("685B"),
				Quantization:       pulumi.String("fp8"),
				Storage: &inference.DatasetArgs{
					StorageUri: pulumi.String("hf://deepseek-ai/DeepSeek-V3"),
					Path:       pulumi.String("/raid/models/deepseek-ai/DeepSeek-V3"),
				},
			},
			Direct: &inference.ClusterBaseModelDirectArgs{
				Namespace:  pulumi.String("llm"),
				Size:       pulumi.String("1Ti"),
				AccessMode: pulumi.String(inference.AccessModeReadWriteMany),
			},
			Timeouts: &inference.TimeoutsArgs{
				Create: pulumi.String("6h"),
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		runtime, err := inference.NewClusterServingRuntime(ctx, "runtime", &inference.ClusterServingRuntimeArgs{
			Metadata: &inference.OpenModelMetadataArgs{
				Name: pulumi.String("srt-deepseek-v3-pd"),
			},
			Spec: &inference.ServingRuntimeSpecArgs{
				ProtocolVersions: pulumi.StringArray{
					pulumi.String("openAI"),
				},
				ModelSizeRange: &inference.ModelSizeRangeArgs{
					Min: pulumi.String("650B"),
					Max: pulumi.String("700B"),
				},
				SupportedModelFormats: inference.SupportedModelFormatArray{
					&inference.SupportedModelFormatArgs{
						ModelFormat: &inference.ModelFormatArgs{
							Name:    pulumi.String("safetensors"),
							Version: pulumi.String("1.0.0"),
						},
						ModelFramework: &inference.ModelFormatArgs{
							Name:    pulumi.String("transformers"),
							Version: pulumi.String("4.33.1"),
						},
						ModelArchitecture: pulumi.String("DeepseekV3ForCausalLM"),
						Quantization:      pulumi.String("fp8"),
					},
				},
				EngineConfig: &inference.DecoderArgs{
					Runner: &kubernetes.ContainerArgs{
						Name:  pulumi.String("ome-container"),
						Image: pulumi.String(sglang),
						Commands: pulumi.StringArray{
							pulumi.String("python3"),
							pulumi.String("-m"),
							pulumi.String("sglang.launch_server"),
							pulumi.String("--model-path"),
							pulumi.String("$(MODEL_PATH)"),
							pulumi.String("--served-model-name"),
							pulumi.String("deepseek-v3"),
							pulumi.String("--port"),
							pulumi.String("8080"),
							pulumi.String("--tp-size"),
							pulumi.String("8"),
							pulumi.String("--disaggregation-mode"),
						},
						Args: pulumi.StringArray{
							pulumi.String("prefill"),
						},
						Ports: kubernetes.ContainerPortArray{
							&kubernetes.ContainerPortArgs{
								Name:          pulumi.String("http"),
								ContainerPort: pulumi.Int(8080),
								Protocol:      pulumi.String("TCP"),
							},
						},
						Resources: &kubernetes.ResourceRequirementsArgs{
							Requests: pulumi.StringMap{
								"nvidia.com/gpu": pulumi.String("8"),
							},
							Limits: pulumi.StringMap{
								"nvidia.com/gpu": pulumi.String("8"),
							},
						},
					},
				},
				DecoderConfig: &inference.DecoderArgs{
					Runner: &kubernetes.ContainerArgs{
						Name:  pulumi.String("ome-container"),
						Image: pulumi.String(sglang),
						Commands: pulumi.StringArray{
							pulumi.String("python3"),
							pulumi.String("-m"),
							pulumi.String("sglang.launch_server"),
							pulumi.String("--model-path"),
							pulumi.String("$(MODEL_PATH)"),
							pulumi.String("--served-model-name"),
							pulumi.String("deepseek-v3"),
							pulumi.String("--port"),
							pulumi.String("8080"),
							pulumi.String("--tp-size"),
							pulumi.String("8"),
							pulumi.String("--disaggregation-mode"),
						},
						Args: pulumi.StringArray{
							pulumi.String("decode"),
						},
						Ports: kubernetes.ContainerPortArray{
							&kubernetes.ContainerPortArgs{
								Name:          pulumi.String("http"),
								ContainerPort: pulumi.Int(8080),
								Protocol:      pulumi.String("TCP"),
							},
						},
						Resources: &kubernetes.ResourceRequirementsArgs{
							Requests: pulumi.StringMap{
								"nvidia.com/gpu": pulumi.String("8"),
							},
							Limits: pulumi.StringMap{
								"nvidia.com/gpu": pulumi.String("8"),
							},
						},
					},
				},
				RouterConfig: &inference.RouterArgs{
					Runner: &kubernetes.ContainerArgs{
						Name:  pulumi.String("router"),
						Image: pulumi.String(sglang),
						Commands: pulumi.StringArray{
							pulumi.String("python3"),
							pulumi.String("-m"),
							pulumi.String("sglang_router.launch_router"),
							pulumi.String("--pd-disaggregation"),
							pulumi.String("--port"),
							pulumi.String("8080"),
						},
						Args: pulumi.StringArray{
							pulumi.String("--service-discovery"),
							pulumi.String("--service-discovery-namespace"),
							pulumi.String("llm"),
							pulumi.String("--service-discovery-port"),
							pulumi.String("8080"),
							pulumi.String("--prefill-selector"),
							pulumi.String("component=engine ome.io/inferenceservice={{.Name}}"),
							pulumi.String("--decode-selector"),
							pulumi.String("component=decoder ome.io/inferenceservice={{.Name}}"),
						},
						Ports: kubernetes.ContainerPortArray{
							&kubernetes.ContainerPortArgs{
								Name:          pulumi.String("http"),
								ContainerPort: pulumi.Int(8080),
								Protocol:      pulumi.String("TCP"),
							},
						},
						Resources: &kubernetes.ResourceRequirementsArgs{
							Requests: pulumi.StringMap{
								"cpu":    pulumi.String("2"),
								"memory": pulumi.String("4Gi"),
							},
						},
					},
				},
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		service, err := inference.NewOmeService(ctx, "service", &inference.OmeServiceArgs{
			Metadata: &inference.MetadataArgs{
				Name:      pulumi.String("deepseek-v3"),
				Namespace: pulumi.String("llm"),
			},
			Spec: &inference.OmeServiceSpecArgs{
				Model: &inference.OmeServiceSpecModelArgs{
					Name: model.Metadata.Name(),
				},
				Runtime: &inference.RuntimeArgs{
					Name: runtime.Metadata.Name(),
				},
				Engine: &inference.DecoderArgs{
					MinReplicas: pulumi.Int(2),
					MaxReplicas: pulumi.Int(2),
				},
				Decoder: &inference.DecoderArgs{
					MinReplicas: pulumi.Int(1),
					MaxReplicas: pulumi.Int(1),
				},
				Router: &inference.RouterArgs{
					MinReplicas: pulumi.Int(1),
					MaxReplicas: pulumi.Int(2),
				},
			},
			References: pulumi.StringArray{
				model.Manifest,
				runtime.Manifest,
			},
			Timeouts: &inference.TimeoutsArgs{
				Create: pulumi.String("90m"),
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		_, err = inference.NewBenchmarkJob(ctx, "benchmark", &inference.BenchmarkJobArgs{
			Metadata: &inference.MetadataArgs{
				Name:      pulumi.String("deepseek-v3"),
				Namespace: pulumi.String("llm"),
			},
			Spec: &inference.BenchmarkJobSpecArgs{
				Endpoint: &inference.BenchmarkJobSpecEndpointArgs{
					InferenceService: &inference.InferenceServiceArgs{
						Name:      service.Metadata.Name(),
						Namespace: pulumi.String("llm"),
					},
				},
				Task: pulumi.String(inference.TaskTextToText),
				TrafficScenarios: pulumi.StringArray{
					pulumi.String("D(100,100)"),
					pulumi.String("D(2000,200)"),
				},
				NumConcurrencies: pulumi.IntArray{
					pulumi.Int(1),
					pulumi.Int(16),
					pulumi.Int(64),
				},
				MaxTimePerIteration:     pulumi.Int(15),
				MaxRequestsPerIteration: pulumi.Int(300),
				OutputLocation: &inference.DatasetArgs{
					StorageUri: pulumi.String("pvc://benchmark-results/deepseek-v3"),
				},
			},
			References: pulumi.StringArray{
				model.Manifest,
				service.Manifest,
			},
			Direct: &inference.BenchmarkJobDirectArgs{
				ModelName: pulumi.String("deepseek-v3"),
			},
			Timeouts: &inference.TimeoutsArgs{
				Create: pulumi.String("2h"),
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
