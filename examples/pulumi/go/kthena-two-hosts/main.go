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
		cluster, err := inference.NewProvider(ctx, "cluster", &inference.ProviderArgs{
			Mode:      pulumi.String(mode),
			Namespace: pulumi.String("llm"),
			ApiReleases: pulumi.StringMap{
				"kthena": pulumi.String("v1.0.0"),
			},
		})
		if err != nil {
			return err
		}
		serving, err := inference.NewModelServing(ctx, "serving", &inference.ModelServingArgs{
			Metadata: &inference.MetadataArgs{
				Name: pulumi.String("qwen"),
				Labels: pulumi.StringMap{
					"app": pulumi.String("qwen"),
				},
			},
			Spec: &inference.ModelServingSpecArgs{
				Replicas:       pulumi.Int(1),
				SchedulerName:  pulumi.String("volcano"),
				RecoveryPolicy: pulumi.String(inference.ModelServingSpecRecoveryPolicyServingGroupRecreate),
				RolloutStrategy: &inference.ModelServingSpecRolloutStrategyArgs{
					Type: pulumi.String(inference.ModelServingSpecRolloutStrategyTypeServingGroupRollingUpdate),
					RollingUpdateConfiguration: &inference.ModelServingSpecRolloutStrategyRollingUpdateConfigurationArgs{
						MaxUnavailable: pulumi.String("1"),
					},
				},
				Template: &inference.ModelServingSpecTemplateArgs{
					RestartGracePeriodSeconds: pulumi.Int(30),
					GangPolicy: &inference.GangPolicyArgs{
						MinRoleReplicas: pulumi.IntMap{
							"server": pulumi.Int(1),
						},
					},
					NetworkTopology: &inference.NetworkTopologyArgs{
						GroupPolicy: &inference.RolePolicyArgs{
							Mode:               pulumi.String(inference.RolePolicyModeSoft),
							HighestTierAllowed: pulumi.Int(1),
						},
					},
					Roles: inference.ModelServingSpecTemplateRoleArray{
						&inference.ModelServingSpecTemplateRoleArgs{
							Name:           pulumi.String("server"),
							Replicas:       pulumi.Int(1),
							WorkerReplicas: pulumi.Int(1),
							EntryTemplate: &inference.EntryTemplateArgs{
								Metadata: &inference.EntryTemplateMetadataArgs{
									Labels: pulumi.StringMap{
										"app":   pulumi.String("qwen"),
										"stage": pulumi.String("entry"),
									},
								},
								Spec: &inference.EntryTemplateSpecArgs{
									Containers: kubernetes.ContainerArray{
										&kubernetes.ContainerArgs{
											Name:  pulumi.String("engine"),
											Image: pulumi.String("lmsysorg/sglang:v0.4.9"),
											Commands: pulumi.StringArray{
												pulumi.String("python3"),
												pulumi.String("-m"),
												pulumi.String("sglang.launch_server"),
											},
											Args: pulumi.StringArray{
												pulumi.String("--model-path"),
												pulumi.String("Qwen/Qwen2.5-72B-Instruct"),
												pulumi.String("--host"),
												pulumi.String("0.0.0.0"),
												pulumi.String("--port"),
												pulumi.String("8000"),
												pulumi.String("--tp"),
												pulumi.String("4"),
												pulumi.String("--nnodes"),
												pulumi.String("$(GROUP_SIZE)"),
												pulumi.String("--node-rank"),
												pulumi.String("$(WORKER_INDEX)"),
												pulumi.String("--dist-init-addr"),
												pulumi.String("$(ENTRY_ADDRESS):5000"),
											},
											Resources: &kubernetes.ResourceRequirementsArgs{
												Requests: pulumi.StringMap{
													"nvidia.com/gpu": pulumi.String("2"),
													"memory":         pulumi.String("64Gi"),
												},
												Limits: pulumi.StringMap{
													"nvidia.com/gpu": pulumi.String("2"),
													"memory":         pulumi.String("64Gi"),
												},
											},
											Ports: kubernetes.ContainerPortArray{
												&kubernetes.ContainerPortArgs{
													Name:          pulumi.String("http"),
													ContainerPort: pulumi.Int(8000),
												},
											},
											ReadinessProbe: &kubernetes.ProbeArgs{
												HttpGet: &kubernetes.HTTPGetActionArgs{
													Path: pulumi.String("/health"),
													Port: pulumi.String("http"),
												},
												PeriodSeconds: pulumi.Int(10),
											},
											StartupProbe: &kubernetes.ProbeArgs{
												HttpGet: &kubernetes.HTTPGetActionArgs{
													Path: pulumi.String("/health"),
													Port: pulumi.String("http"),
												},
												PeriodSeconds:    pulumi.Int(10),
												FailureThreshold: pulumi.Int(360),
											},
											VolumeMounts: kubernetes.VolumeMountArray{
												&kubernetes.VolumeMountArgs{
													Name:      pulumi.String("shm"),
													MountPath: pulumi.String("/dev/shm"),
												},
											},
										},
									},
									Volumes: inference.VolumeArray{
										&inference.VolumeArgs{
											Name: pulumi.String("shm"),
											EmptyDir: &kubernetes.EmptyDirVolumeSourceArgs{
												Medium:    pulumi.String("Memory"),
												SizeLimit: pulumi.String("16Gi"),
											},
										},
									},
								},
							},
							WorkerTemplate: &inference.EntryTemplateArgs{
								Metadata: &inference.EntryTemplateMetadataArgs{
									Labels: pulumi.StringMap{
										"app":   pulumi.String("qwen"),
										"stage": pulumi.String("worker"),
									},
								},
								Spec: &inference.EntryTemplateSpecArgs{
									Containers: kubernetes.ContainerArray{
										&kubernetes.ContainerArgs{
											Name:  pulumi.String("engine"),
											Image: pulumi.String("lmsysorg/sglang:v0.4.9"),
											Commands: pulumi.StringArray{
												pulumi.String("python3"),
												pulumi.String("-m"),
												pulumi.String("sglang.launch_server"),
											},
											Args: pulumi.StringArray{
												pulumi.String("--model-path"),
												pulumi.String("Qwen/Qwen2.5-72B-Instruct"),
												pulumi.String("--host"),
												pulumi.String("0.0.0.0"),
												pulumi.String("--port"),
												pulumi.String("8000"),
												pulumi.String("--tp"),
												pulumi.String("4"),
												pulumi.String("--nnodes"),
												pulumi.String("$(GROUP_SIZE)"),
												pulumi.String("--node-rank"),
												pulumi.String("$(WORKER_INDEX)"),
												pulumi.String("--dist-init-addr"),
												pulumi.String("$(ENTRY_ADDRESS):5000"),
											},
											Resources: &kubernetes.ResourceRequirementsArgs{
												Requests: pulumi.StringMap{
													"nvidia.com/gpu": pulumi.String("2"),
													"memory":         pulumi.String("64Gi"),
												},
												Limits: pulumi.StringMap{
													"nvidia.com/gpu": pulumi.String("2"),
													"memory":         pulumi.String("64Gi"),
												},
											},
											VolumeMounts: kubernetes.VolumeMountArray{
												&kubernetes.VolumeMountArgs{
													Name:      pulumi.String("shm"),
													MountPath: pulumi.String("/dev/shm"),
												},
											},
										},
									},
									Volumes: inference.VolumeArray{
										&inference.VolumeArgs{
											Name: pulumi.String("shm"),
											EmptyDir: &kubernetes.EmptyDirVolumeSourceArgs{
												Medium:    pulumi.String("Memory"),
												SizeLimit: pulumi.String("16Gi"),
											},
										},
									},
								},
							},
						},
					},
				},
			},
			Timeouts: &inference.TimeoutsArgs{
				Create: pulumi.String("90m"),
				Update: pulumi.String("90m"),
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		pool, err := inference.NewPool(ctx, "pool", &inference.PoolArgs{
			Metadata: &inference.MetadataArgs{
				Name: pulumi.String("qwen"),
			},
			Spec: &inference.PoolSpecArgs{
				Selector: &inference.PoolSpecSelectorArgs{
					MatchLabels: pulumi.StringMap{
						"app":   pulumi.String("qwen"),
						"stage": pulumi.String("entry"),
					},
				},
				TargetPorts: inference.PortArray{
					&inference.PortArgs{
						Number: pulumi.Int(8000),
					},
				},
				EndpointPickerRef: &inference.EndpointPickerRefArgs{
					Name: pulumi.String("qwen-epp"),
					Port: &inference.PortArgs{
						Number: pulumi.Int(9002),
					},
				},
			},
			Direct: &inference.PoolDirectArgs{
				Engine: pulumi.String(inference.PoolDirectEngineSglang),
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		_, err = inference.NewObjective(ctx, "interactive", &inference.ObjectiveArgs{
			Mode: pulumi.String("operator"),
			Metadata: &inference.MetadataArgs{
				Name: pulumi.String("qwen-interactive"),
			},
			Spec: &inference.ObjectiveSpecArgs{
				Priority: pulumi.Int(100),
				PoolRef: &inference.PoolRefArgs{
					Name: pool.Metadata.Name(),
				},
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		_, err = inference.NewObjective(ctx, "batch", &inference.ObjectiveArgs{
			Mode: pulumi.String("operator"),
			Metadata: &inference.MetadataArgs{
				Name: pulumi.String("qwen-batch"),
			},
			Spec: &inference.ObjectiveSpecArgs{
				Priority: pulumi.Int(0),
				PoolRef: &inference.PoolRefArgs{
					Name: pool.Metadata.Name(),
				},
			},
		}, pulumi.Provider(cluster))
		if err != nil {
			return err
		}
		ctx.Export("ready", serving.Ready)
		return nil
	})
}
