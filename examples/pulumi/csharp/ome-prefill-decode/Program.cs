using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Inference = Inferops.Inference;

return await Deployment.RunAsync(() =>
{
    var config = new Config();
    var mode = config.Get("mode") ?? "operator";
    var sglang = "docker.io/lmsysorg/sglang:v0.5.5";

    var cluster = new Inference.Provider("cluster", new()
    {
        Mode = mode,
        ApiReleases =
        {
            { "ome", "v0.1.5" },
        },
    });

    var model = new Inference.ClusterBaseModel("model", new()
    {
        Metadata = new Inference.Inputs.OpenModelMetadataArgs
        {
            Name = "deepseek-v3",
        },
        Spec = new Inference.Inputs.BaseModelSpecArgs
        {
            Vendor = "deepseek-ai",
            ModelFormat = new Inference.Inputs.ModelFormatArgs
            {
                Name = "safetensors",
                Version = "1.0.0",
            },
            ModelFramework = new Inference.Inputs.ModelFormatArgs
            {
                Name = "transformers",
                Version = "4.33.1",
            },
            ModelArchitecture = "DeepseekV3ForCausalLM",
            ModelParameterSize = "685B",
            Quantization = "fp8",
            Storage = new Inference.Inputs.DatasetArgs
            {
                StorageUri = "hf://deepseek-ai/DeepSeek-V3",
                Path = "/raid/models/deepseek-ai/DeepSeek-V3",
            },
        },
        Direct = new Inference.Inputs.ClusterBaseModelDirectArgs
        {
            Namespace = "llm",
            Size = "1Ti",
            AccessMode = Inference.AccessMode.ReadWriteMany,
        },
        Timeouts = new Inference.Inputs.TimeoutsArgs
        {
            Create = "6h",
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var runtime = new Inference.ClusterServingRuntime("runtime", new()
    {
        Metadata = new Inference.Inputs.OpenModelMetadataArgs
        {
            Name = "srt-deepseek-v3-pd",
        },
        Spec = new Inference.Inputs.ServingRuntimeSpecArgs
        {
            ProtocolVersions = new[]
            {
                "openAI",
            },
            ModelSizeRange = new Inference.Inputs.ModelSizeRangeArgs
            {
                Min = "650B",
                Max = "700B",
            },
            SupportedModelFormats = new[]
            {
                new Inference.Inputs.SupportedModelFormatArgs
                {
                    ModelFormat = new Inference.Inputs.ModelFormatArgs
                    {
                        Name = "safetensors",
                        Version = "1.0.0",
                    },
                    ModelFramework = new Inference.Inputs.ModelFormatArgs
                    {
                        Name = "transformers",
                        Version = "4.33.1",
                    },
                    ModelArchitecture = "DeepseekV3ForCausalLM",
                    Quantization = "fp8",
                },
            },
            EngineConfig = new Inference.Inputs.DecoderArgs
            {
                Runner = new Inference.Kubernetes.Inputs.ContainerArgs
                {
                    Name = "ome-container",
                    Image = sglang,
                    Commands = new[]
                    {
                        "python3",
                        "-m",
                        "sglang.launch_server",
                        "--model-path",
                        "$(MODEL_PATH)",
                        "--served-model-name",
                        "deepseek-v3",
                        "--port",
                        "8080",
                        "--tp-size",
                        "8",
                        "--disaggregation-mode",
                    },
                    Args = new[]
                    {
                        "prefill",
                    },
                    Ports = new[]
                    {
                        new Inference.Kubernetes.Inputs.ContainerPortArgs
                        {
                            Name = "http",
                            ContainerPort = 8080,
                            Protocol = "TCP",
                        },
                    },
                    Resources = new Inference.Kubernetes.Inputs.ResourceRequirementsArgs
                    {
                        Requests =
                        {
                            { "nvidia.com/gpu", "8" },
                        },
                        Limits =
                        {
                            { "nvidia.com/gpu", "8" },
                        },
                    },
                },
            },
            DecoderConfig = new Inference.Inputs.DecoderArgs
            {
                Runner = new Inference.Kubernetes.Inputs.ContainerArgs
                {
                    Name = "ome-container",
                    Image = sglang,
                    Commands = new[]
                    {
                        "python3",
                        "-m",
                        "sglang.launch_server",
                        "--model-path",
                        "$(MODEL_PATH)",
                        "--served-model-name",
                        "deepseek-v3",
                        "--port",
                        "8080",
                        "--tp-size",
                        "8",
                        "--disaggregation-mode",
                    },
                    Args = new[]
                    {
                        "decode",
                    },
                    Ports = new[]
                    {
                        new Inference.Kubernetes.Inputs.ContainerPortArgs
                        {
                            Name = "http",
                            ContainerPort = 8080,
                            Protocol = "TCP",
                        },
                    },
                    Resources = new Inference.Kubernetes.Inputs.ResourceRequirementsArgs
                    {
                        Requests =
                        {
                            { "nvidia.com/gpu", "8" },
                        },
                        Limits =
                        {
                            { "nvidia.com/gpu", "8" },
                        },
                    },
                },
            },
            RouterConfig = new Inference.Inputs.RouterArgs
            {
                Runner = new Inference.Kubernetes.Inputs.ContainerArgs
                {
                    Name = "router",
                    Image = sglang,
                    Commands = new[]
                    {
                        "python3",
                        "-m",
                        "sglang_router.launch_router",
                        "--pd-disaggregation",
                        "--port",
                        "8080",
                    },
                    Args = new[]
                    {
                        "--service-discovery",
                        "--service-discovery-namespace",
                        "llm",
                        "--service-discovery-port",
                        "8080",
                        "--prefill-selector",
                        "component=engine ome.io/inferenceservice={{.Name}}",
                        "--decode-selector",
                        "component=decoder ome.io/inferenceservice={{.Name}}",
                    },
                    Ports = new[]
                    {
                        new Inference.Kubernetes.Inputs.ContainerPortArgs
                        {
                            Name = "http",
                            ContainerPort = 8080,
                            Protocol = "TCP",
                        },
                    },
                    Resources = new Inference.Kubernetes.Inputs.ResourceRequirementsArgs
                    {
                        Requests =
                        {
                            { "cpu", "2" },
                            { "memory", "4Gi" },
                        },
                    },
                },
            },
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var service = new Inference.OmeService("service", new()
    {
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "deepseek-v3",
            Namespace = "llm",
        },
        Spec = new Inference.Inputs.OmeServiceSpecArgs
        {
            Model = new Inference.Inputs.OmeServiceSpecModelArgs
            {
                Name = model.Metadata.Apply(metadata => metadata.Name),
            },
            Runtime = new Inference.Inputs.RuntimeArgs
            {
                Name = runtime.Metadata.Apply(metadata => metadata.Name),
            },
            Engine = new Inference.Inputs.DecoderArgs
            {
                MinReplicas = 2,
                MaxReplicas = 2,
            },
            Decoder = new Inference.Inputs.DecoderArgs
            {
                MinReplicas = 1,
                MaxReplicas = 1,
            },
            Router = new Inference.Inputs.RouterArgs
            {
                MinReplicas = 1,
                MaxReplicas = 2,
            },
        },
        References = new[]
        {
            model.Manifest,
            runtime.Manifest,
        },
        Timeouts = new Inference.Inputs.TimeoutsArgs
        {
            Create = "90m",
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var benchmark = new Inference.BenchmarkJob("benchmark", new()
    {
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "deepseek-v3",
            Namespace = "llm",
        },
        Spec = new Inference.Inputs.BenchmarkJobSpecArgs
        {
            Endpoint = new Inference.Inputs.BenchmarkJobSpecEndpointArgs
            {
                InferenceService = new Inference.Inputs.InferenceServiceArgs
                {
                    Name = service.Metadata.Apply(metadata => metadata.Name),
                    Namespace = "llm",
                },
            },
            Task = Inference.Task.TextToText,
            TrafficScenarios = new[]
            {
                "D(100,100)",
                "D(2000,200)",
            },
            NumConcurrencies = new[]
            {
                1,
                16,
                64,
            },
            MaxTimePerIteration = 15,
            MaxRequestsPerIteration = 300,
            OutputLocation = new Inference.Inputs.DatasetArgs
            {
                StorageUri = "pvc://benchmark-results/deepseek-v3",
            },
        },
        References = new[]
        {
            model.Manifest,
            service.Manifest,
        },
        Direct = new Inference.Inputs.BenchmarkJobDirectArgs
        {
            ModelName = "deepseek-v3",
        },
        Timeouts = new Inference.Inputs.TimeoutsArgs
        {
            Create = "2h",
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    return new Dictionary<string, object?>
    {
        ["endpoint"] = service.Endpoint,
        ["ready"] = service.Ready,
    };
});
