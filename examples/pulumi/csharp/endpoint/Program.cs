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
    });

    var chat = new Inference.Endpoint("chat", new()
    {
        Metadata = new Inference.Inputs.MetadataArgs
        {
            Name = "endpoint-chat",
            Namespace = "llm",
        },
        Spec = new Inference.Inputs.EndpointSpecArgs
        {
            Model = new Inference.Inputs.EndpointSpecModelArgs
            {
                Repository = "Qwen/Qwen2.5-0.5B-Instruct",
            },
            Accelerators = new Inference.Inputs.AcceleratorsArgs
            {
                Count = 1,
            },
            ContextLength = 4096,
        },
    }, new CustomResourceOptions
    {
        Provider = cluster,
    });

    return new Dictionary<string, object?>
    {
        ["endpoint"] = chat.Endpoint,
        ["openaiBaseUrl"] = chat.OpenaiBaseUrl,
        ["model"] = chat.ServedModelName,
        ["ready"] = chat.Ready,
    };
});
