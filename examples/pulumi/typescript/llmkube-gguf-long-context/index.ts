import * as pulumi from "@pulumi/pulumi";
import * as inference from "@inferops/inference";

const config = new pulumi.Config();
const mode = config.get("mode") || "operator";
const cluster = new inference.Provider("cluster", {
    mode: mode,
    apiReleases: {
        llmkube: "v0.9.19",
    },
});
const model = new inference.LlmkubeModel("model", {
    metadata: {
        name: "qwen2-5-7b",
        namespace: "llm",
    },
    spec: {
        source: "https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/qwen2.5-7b-instruct-q3_k_m.gguf",
        format: inference.LlmkubeModelSpecFormat.Gguf,
        quantization: "Q3_K_M",
        hardware: {
            accelerator: inference.HardwareAccelerator.Cuda,
            gpu: {
                enabled: true,
                count: 1,
                vendor: inference.Vendor.Nvidia,
                layers: -1,
            },
        },
    },
}, {
    provider: cluster,
});
const service = new inference.LlmkubeService("service", {
    metadata: {
        name: "qwen-long",
        namespace: "llm",
    },
    spec: {
        modelRef: model.metadata.name,
        contextSize: 65536,
        ropeScaling: {
            type: inference.RopeScalingType.Yarn,
            factor: "2.0",
            originalContext: 32768,
        },
        parallelSlots: 2,
        flashAttention: true,
        jinja: true,
        cacheTypeK: "q8_0",
        cacheTypeV: "q8_0",
        endpoint: {
            port: 8080,
            type: inference.SpecServiceType.ClusterIP,
        },
        resources: {
            cpu: "4",
            memory: "16Gi",
        },
    },
    references: [model.manifest],
    direct: {
        cache: {
            size: "20Gi",
        },
    },
}, {
    provider: cluster,
});
export const endpoint = service.endpoint;
export const ready = service.ready;
