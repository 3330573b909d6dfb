using System.Collections.Generic;
using System.Linq;
using Pulumi;
using Inference = Inferops.Inference;

return await Deployment.RunAsync(() =>
{
    var config = new Config();
    var mode = config.Get("mode") ?? "operator";
    var cluster = new Inference.Provider("cluster", new()
    {
        Mode = mode,
        ApiReleases =
        {
            { "llmkube", "v0.9.19" },
        },
    });

    var model = new Inference.LlmkubeModel("model", new()
    {
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "qwen2-5-7b",
            Namespace = "llm",
        },
        Spec = new Inference.Inputs.LlmkubeModelSpecArgs
        {
            Source = "https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/qwen2.5-7b-instruct-q3_k_m.gguf",
            Format = Inference.LlmkubeModelSpecFormat.Gguf,
            Quantization = "Q3_K_M",
            Hardware = new Inference.Inputs.HardwareArgs
            {
                Accelerator = Inference.HardwareAccelerator.Cuda,
                Gpu = new Inference.Inputs.GpuArgs
                {
                    Enabled = true,
                    Count = 1,
                    Vendor = Inference.Vendor.Nvidia,
                    Layers = -1,
                },
            },
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    var service = new Inference.LlmkubeService("service", new()
    {
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "qwen-long",
            Namespace = "llm",
        },
        Spec = new Inference.Inputs.LlmkubeServiceSpecArgs
        {
            ModelRef = model.Metadata.Apply(metadata => metadata.Name),
            ContextSize = 65536,
            RopeScaling = new Inference.Inputs.RopeScalingArgs
            {
                Type = Inference.RopeScalingType.Yarn,
                Factor = "2.0",
                OriginalContext = 32768,
            },
            ParallelSlots = 2,
            FlashAttention = true,
            Jinja = true,
            CacheTypeK = "q8_0",
            CacheTypeV = "q8_0",
            Endpoint = new Inference.Inputs.SpecEndpointArgs
            {
                Port = 8080,
                Type = Inference.SpecServiceType.ClusterIP,
            },
            Resources = new Inference.Inputs.LlmkubeServiceSpecResourcesArgs
            {
                Cpu = "4",
                Memory = "16Gi",
            },
        },
        References = new[]
        {
            model.Manifest,
        },
        Direct = new Inference.Inputs.LlmkubeServiceDirectArgs
        {
            Cache = new Inference.Inputs.LlmkubeServiceDirectCacheArgs
            {
                Size = "20Gi",
            },
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
