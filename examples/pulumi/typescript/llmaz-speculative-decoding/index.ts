import * as pulumi from "@pulumi/pulumi";
import * as inference from "@inferops/inference";

const config = new pulumi.Config();
const mode = config.get("mode") || "direct";
const cluster = new inference.Provider("cluster", {
    mode: mode,
    namespace: "default",
});
const main = new inference.OpenModel("main", {
    metadata: {
        name: "qwen2-5-72b",
    },
    spec: {
        familyName: "qwen2",
        source: {
            modelHub: {
                modelId: "Qwen/Qwen2.5-72B-Instruct",
            },
        },
        inferenceConfig: {
            flavors: [{
                name: "gpu",
                limits: {
                    "nvidia.com/gpu": "4",
                },
            }],
        },
    },
}, {
    provider: cluster,
});
const draft = new inference.OpenModel("draft", {
    metadata: {
        name: "qwen2-5-7b",
    },
    spec: {
        familyName: "qwen2",
        source: {
            modelHub: {
                modelId: "Qwen/Qwen2.5-7B-Instruct",
            },
        },
    },
}, {
    provider: cluster,
});
const chat = new inference.Playground("chat", {
    metadata: {
        name: "chat",
    },
    spec: {
        replicas: 1,
        modelClaims: {
            models: [
                {
                    name: main.metadata.name,
                    role: inference.Role.Main,
                },
                {
                    name: draft.metadata.name,
                    role: inference.Role.Draft,
                },
            ],
        },
        backendRuntimeConfig: {
            backendName: "vllm",
            configName: "speculative-decoding",
            args: [
                "--max-model-len",
                "16384",
                "--tensor-parallel-size",
                "4",
            ],
            resources: {
                requests: {
                    cpu: "16",
                    memory: "128Gi",
                },
                limits: {
                    cpu: "16",
                    memory: "128Gi",
                },
            },
        },
        elasticConfig: {
            minReplicas: 1,
            maxReplicas: 4,
            scaleTrigger: {
                hpa: {
                    metrics: [{
                        type: "Pods",
                        pods: {
                            metric: {
                                name: "vllm:num_requests_waiting",
                            },
                            target: {
                                type: "AverageValue",
                                averageValue: "8",
                            },
                        },
                    }],
                    behavior: {
                        scaleDown: {
                            stabilizationWindowSeconds: 600,
                        },
                    },
                },
            },
        },
    },
    references: [
        main.manifest,
        draft.manifest,
    ],
    direct: {
        startupSeconds: 3600,
    },
    timeouts: {
        create: "2h",
        update: "2h",
    },
}, {
    provider: cluster,
});
export const endpoint = chat.endpoint;
export const ready = chat.ready;
