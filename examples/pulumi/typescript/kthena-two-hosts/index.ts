import * as pulumi from "@pulumi/pulumi";
import * as inference from "@inferops/inference";

const config = new pulumi.Config();
const mode = config.get("mode") || "operator";
const cluster = new inference.Provider("cluster", {
    mode: mode,
    namespace: "llm",
    apiReleases: {
        kthena: "v1.0.0",
    },
});
const serving = new inference.ModelServing("serving", {
    metadata: {
        name: "qwen",
        labels: {
            app: "qwen",
        },
    },
    spec: {
        replicas: 1,
        schedulerName: "volcano",
        recoveryPolicy: inference.ModelServingSpecRecoveryPolicy.ServingGroupRecreate,
        rolloutStrategy: {
            type: inference.ModelServingSpecRolloutStrategyType.ServingGroupRollingUpdate,
            rollingUpdateConfiguration: {
                maxUnavailable: "1",
            },
        },
        template: {
            restartGracePeriodSeconds: 30,
            gangPolicy: {
                minRoleReplicas: {
                    server: 1,
                },
            },
            networkTopology: {
                groupPolicy: {
                    mode: inference.RolePolicyMode.Soft,
                    highestTierAllowed: 1,
                },
            },
            roles: [{
                name: "server",
                replicas: 1,
                workerReplicas: 1,
                entryTemplate: {
                    metadata: {
                        labels: {
                            app: "qwen",
                            stage: "entry",
                        },
                    },
                    spec: {
                        containers: [{
                            name: "engine",
                            image: "lmsysorg/sglang:v0.4.9",
                            commands: [
                                "python3",
                                "-m",
                                "sglang.launch_server",
                            ],
                            args: [
                                "--model-path",
                                "Qwen/Qwen2.5-72B-Instruct",
                                "--host",
                                "0.0.0.0",
                                "--port",
                                "8000",
                                "--tp",
                                "4",
                                "--nnodes",
                                "$(GROUP_SIZE)",
                                "--node-rank",
                                "$(WORKER_INDEX)",
                                "--dist-init-addr",
                                "$(ENTRY_ADDRESS):5000",
                            ],
                            resources: {
                                requests: {
                                    "nvidia.com/gpu": "2",
                                    memory: "64Gi",
                                },
                                limits: {
                                    "nvidia.com/gpu": "2",
                                    memory: "64Gi",
                                },
                            },
                            ports: [{
                                name: "http",
                                containerPort: 8000,
                            }],
                            readinessProbe: {
                                httpGet: {
                                    path: "/health",
                                    port: "http",
                                },
                                periodSeconds: 10,
                            },
                            startupProbe: {
                                httpGet: {
                                    path: "/health",
                                    port: "http",
                                },
                                periodSeconds: 10,
                                failureThreshold: 360,
                            },
                            volumeMounts: [{
                                name: "shm",
                                mountPath: "/dev/shm",
                            }],
                        }],
                        volumes: [{
                            name: "shm",
                            emptyDir: {
                                medium: "Memory",
                                sizeLimit: "16Gi",
                            },
                        }],
                    },
                },
                workerTemplate: {
                    metadata: {
                        labels: {
                            app: "qwen",
                            stage: "worker",
                        },
                    },
                    spec: {
                        containers: [{
                            name: "engine",
                            image: "lmsysorg/sglang:v0.4.9",
                            commands: [
                                "python3",
                                "-m",
                                "sglang.launch_server",
                            ],
                            args: [
                                "--model-path",
                                "Qwen/Qwen2.5-72B-Instruct",
                                "--host",
                                "0.0.0.0",
                                "--port",
                                "8000",
                                "--tp",
                                "4",
                                "--nnodes",
                                "$(GROUP_SIZE)",
                                "--node-rank",
                                "$(WORKER_INDEX)",
                                "--dist-init-addr",
                                "$(ENTRY_ADDRESS):5000",
                            ],
                            resources: {
                                requests: {
                                    "nvidia.com/gpu": "2",
                                    memory: "64Gi",
                                },
                                limits: {
                                    "nvidia.com/gpu": "2",
                                    memory: "64Gi",
                                },
                            },
                            volumeMounts: [{
                                name: "shm",
                                mountPath: "/dev/shm",
                            }],
                        }],
                        volumes: [{
                            name: "shm",
                            emptyDir: {
                                medium: "Memory",
                                sizeLimit: "16Gi",
                            },
                        }],
                    },
                },
            }],
        },
    },
    timeouts: {
        create: "90m",
        update: "90m",
    },
}, {
    provider: cluster,
});
const pool = new inference.Pool("pool", {
    metadata: {
        name: "qwen",
    },
    spec: {
        selector: {
            matchLabels: {
                app: "qwen",
                stage: "entry",
            },
        },
        targetPorts: [{
            number: 8000,
        }],
        endpointPickerRef: {
            name: "qwen-epp",
            port: {
                number: 9002,
            },
        },
    },
    direct: {
        engine: inference.PoolDirectEngine.Sglang,
    },
}, {
    provider: cluster,
});
const interactive = new inference.Objective("interactive", {
    mode: "operator",
    metadata: {
        name: "qwen-interactive",
    },
    spec: {
        priority: 100,
        poolRef: {
            name: pool.metadata.name,
        },
    },
}, {
    provider: cluster,
});
const batch = new inference.Objective("batch", {
    mode: "operator",
    metadata: {
        name: "qwen-batch",
    },
    spec: {
        priority: 0,
        poolRef: {
            name: pool.metadata.name,
        },
    },
}, {
    provider: cluster,
});
export const ready = serving.ready;
