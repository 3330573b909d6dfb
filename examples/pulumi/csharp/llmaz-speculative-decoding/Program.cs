using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Inference = Inferops.Inference;

return await Deployment.RunAsync(() =>
{
    var config = new Config();
    var mode = config.Get("mode") ?? "direct";
    var cluster = new Inference.Provider("cluster", new()
    {
        Mode = mode,
        Namespace = "default",
    });

    var main = new Inference.OpenModel("main", new()
    {
        Metadata = new Inference.Inputs.OpenModelMetadataArgs
        {
            Name = "qwen2-5-72b",
        },
        Spec = new Inference.Inputs.OpenModelSpecArgs
        {
            FamilyName = "qwen2",
            Source = new Inference.Inputs.SourceArgs
            {
                ModelHub = new Inference.Inputs.ModelHubArgs
                {
                    ModelId = "Qwen/Qwen2.5-72B-Instruct",
                },
            },
            InferenceConfig = new Inference.Inputs.InferenceConfigArgs
            {
                Flavors = new[]
                {
                    new Inference.Inputs.FlavorArgs
                    {
                        Name = "gpu",
                        Limits =
                        {
                            { "nvidia.com/gpu", "4" },
                        },
                    },
                },
            },
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var draft = new Inference.OpenModel("draft", new()
    {
        Metadata = new Inference.Inputs.OpenModelMetadataArgs
        {
            Name = "qwen2-5-7b",
        },
        Spec = new Inference.Inputs.OpenModelSpecArgs
        {
            FamilyName = "qwen2",
            Source = new Inference.Inputs.SourceArgs
            {
                ModelHub = new Inference.Inputs.ModelHubArgs
                {
                    ModelId = "Qwen/Qwen2.5-7B-Instruct",
                },
            },
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var chat = new Inference.Playground("chat", new()
    {
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "chat",
        },
        Spec = new Inference.Inputs.PlaygroundSpecArgs
        {
            Replicas = 1,
            ModelClaims = new Inference.Inputs.ModelClaimsArgs
            {
                Models = new[]
                {
                    new Inference.Inputs.ModelClaimsModelArgs
                    {
                        Name = main.Metadata.Apply(metadata => metadata.Name),
                        Role = Inference.Role.Main,
                    },
                    new Inference.Inputs.ModelClaimsModelArgs
                    {
                        Name = draft.Metadata.Apply(metadata => metadata.Name),
                        Role = Inference.Role.Draft,
                    },
                },
            },
            BackendRuntimeConfig = new Inference.Inputs.BackendRuntimeConfigArgs
            {
                BackendName = "vllm",
                ConfigName = "speculative-decoding",
                Args = new[]
                {
                    "--max-model-len",
                    "16384",
                    "--tensor-parallel-size",
                    "4",
                },
                Resources = new Inference.Inputs.SpecResourcesArgs
                {
                    Requests =
                    {
                        { "cpu", "16" },
                        { "memory", "128Gi" },
                    },
                    Limits =
                    {
                        { "cpu", "16" },
                        { "memory", "128Gi" },
                    },
                },
            },
            ElasticConfig = new Inference.Inputs.ElasticConfigArgs
            {
                MinReplicas = 1,
                MaxReplicas = 4,
                ScaleTrigger = new Inference.Inputs.ElasticConfigScaleTriggerArgs
                {
                    Hpa = new Inference.Inputs.HpaArgs
                    {
                        Metrics = new[]
                        {
                            new Inference.Kubernetes.Inputs.MetricSpecArgs
                            {
                                Type = "Pods",
                                Pods = new Inference.Kubernetes.Inputs.ExternalMetricSourceArgs
                                {
                                    Metric = new Inference.Kubernetes.Inputs.MetricIdentifierArgs
                                    {
                                        Name = "vllm:num_requests_waiting",
                                    },
                                    Target = new Inference.Kubernetes.Inputs.MetricTargetArgs
                                    {
                                        Type = "AverageValue",
                                        AverageValue = "8",
                                    },
                                },
                            },
                        },
                        Behavior = new Inference.Kubernetes.Inputs.HorizontalPodAutoscalerBehaviorArgs
                        {
                            ScaleDown = new Inference.Kubernetes.Inputs.HPAScalingRulesArgs
                            {
                                StabilizationWindowSeconds = 600,
                            },
                        },
                    },
                },
            },
        },
        References = new[]
        {
            main.Manifest,
            draft.Manifest,
        },
        Direct = new Inference.Inputs.PlaygroundDirectArgs
        {
            StartupSeconds = 3600,
        },
        Timeouts = new Inference.Inputs.TimeoutsArgs
        {
            Create = "2h",
            Update = "2h",
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    return new Dictionary<string, object?>
    {
        ["endpoint"] = chat.Endpoint,
        ["ready"] = chat.Ready,
    };
});
