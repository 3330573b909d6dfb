import * as pulumi from "@pulumi/pulumi";
import * as inference from "@inferops/inference";

const config = new pulumi.Config();
const mode = config.get("mode") || "operator";
const sglang = "docker.io/lmsysorg/sglang:v0.5.5";
const cluster = new inference.Provider("cluster", {
    mode: mode,
    apiReleases: {
        ome: "v0.1.5",
    },
});
const model = new inference.ClusterBaseModel("model", {
    metadata: {
        name: "deepseek-v3",
    },
    spec: {
        vendor: "deepseek-ai",
        modelFormat: {
            name: "safetensors",
            version: "1.0.0",
        },
        modelFramework: {
            name: "transformers",
            version: "4.33.1",
        },
        modelArchitecture: "DeepseekV3ForCausalLM",
        modelParameterSize: "685B",
        quantization: "fp8",
        storage: {
            storageUri: "hf://deepseek-ai/DeepSeek-V3",
            path: "/raid/models/deepseek-ai/DeepSeek-V3",
        },
    },
    direct: {
        namespace: "llm",
        size: "1Ti",
        accessMode: inference.AccessMode.ReadWriteMany,
    },
    timeouts: {
        create: "6h",
    },
}, {
    provider: cluster,
});
const runtime = new inference.ClusterServingRuntime("runtime", {
    metadata: {
        name: "srt-deepseek-v3-pd",
    },
    spec: {
        protocolVersions: ["openAI"],
        modelSizeRange: {
            min: "650B",
            max: "700B",
        },
        supportedModelFormats: [{
            modelFormat: {
                name: "safetensors",
                version: "1.0.0",
            },
            modelFramework: {
                name: "transformers",
                version: "4.33.1",
            },
            modelArchitecture: "DeepseekV3ForCausalLM",
            quantization: "fp8",
        }],
        engineConfig: {
            runner: {
                name: "ome-container",
                image: sglang,
                commands: [
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
                ],
                args: ["prefill"],
                ports: [{
                    name: "http",
                    containerPort: 8080,
                    protocol: "TCP",
                }],
                resources: {
                    requests: {
                        "nvidia.com/gpu": "8",
                    },
                    limits: {
                        "nvidia.com/gpu": "8",
                    },
                },
            },
        },
        decoderConfig: {
            runner: {
                name: "ome-container",
                image: sglang,
                commands: [
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
                ],
                args: ["decode"],
                ports: [{
                    name: "http",
                    containerPort: 8080,
                    protocol: "TCP",
                }],
                resources: {
                    requests: {
                        "nvidia.com/gpu": "8",
                    },
                    limits: {
                        "nvidia.com/gpu": "8",
                    },
                },
            },
        },
        routerConfig: {
            runner: {
                name: "router",
                image: sglang,
                commands: [
                    "python3",
                    "-m",
                    "sglang_router.launch_router",
                    "--pd-disaggregation",
                    "--port",
                    "8080",
                ],
                args: [
                    "--service-discovery",
                    "--service-discovery-namespace",
                    "llm",
                    "--service-discovery-port",
                    "8080",
                    "--prefill-selector",
                    "component=engine ome.io/inferenceservice={{.Name}}",
                    "--decode-selector",
                    "component=decoder ome.io/inferenceservice={{.Name}}",
                ],
                ports: [{
                    name: "http",
                    containerPort: 8080,
                    protocol: "TCP",
                }],
                resources: {
                    requests: {
                        cpu: "2",
                        memory: "4Gi",
                    },
                },
            },
        },
    },
}, {
    provider: cluster,
});
const service = new inference.OmeService("service", {
    metadata: {
        name: "deepseek-v3",
        namespace: "llm",
    },
    spec: {
        model: {
            name: model.metadata.name,
        },
        runtime: {
            name: runtime.metadata.name,
        },
        engine: {
            minReplicas: 2,
            maxReplicas: 2,
        },
        decoder: {
            minReplicas: 1,
            maxReplicas: 1,
        },
        router: {
            minReplicas: 1,
            maxReplicas: 2,
        },
    },
    references: [
        model.manifest,
        runtime.manifest,
    ],
    timeouts: {
        create: "90m",
    },
}, {
    provider: cluster,
});
const benchmark = new inference.BenchmarkJob("benchmark", {
    metadata: {
        name: "deepseek-v3",
        namespace: "llm",
    },
    spec: {
        endpoint: {
            inferenceService: {
                name: service.metadata.name,
                namespace: "llm",
            },
        },
        task: inference.Task.TextToText,
        trafficScenarios: [
            "D(100,100)",
            "D(2000,200)",
        ],
        numConcurrencies: [
            1,
            16,
            64,
        ],
        maxTimePerIteration: 15,
        maxRequestsPerIteration: 300,
        outputLocation: {
            storageUri: "pvc://benchmark-results/deepseek-v3",
        },
    },
    references: [
        model.manifest,
        service.manifest,
    ],
    direct: {
        modelName: "deepseek-v3",
    },
    timeouts: {
        create: "2h",
    },
}, {
    provider: cluster,
});
export const endpoint = service.endpoint;
export const ready = service.ready;
