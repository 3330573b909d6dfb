import pulumi
import inferops_inference as inference

config = pulumi.Config()
mode = config.get("mode")
if mode is None:
    mode = "operator"
cluster = inference.Provider("cluster",
    mode=mode,
    namespace="llm",
    api_releases={
        "kthena": "v1.0.0",
    })
serving = inference.ModelServing("serving",
    metadata={
        "name": "qwen",
        "labels": {
            "app": "qwen",
        },
    },
    spec={
        "replicas": 1,
        "scheduler_name": "volcano",
        "recovery_policy": inference.ModelServingSpecRecoveryPolicy.SERVING_GROUP_RECREATE,
        "rollout_strategy": {
            "type": inference.ModelServingSpecRolloutStrategyType.SERVING_GROUP_ROLLING_UPDATE,
            "rolling_update_configuration": {
                "max_unavailable": "1",
            },
        },
        "template": {
            "restart_grace_period_seconds": 30,
            "gang_policy": {
                "min_role_replicas": {
                    "server": 1,
                },
            },
            "network_topology": {
                "group_policy": {
                    "mode": inference.RolePolicyMode.SOFT,
                    "highest_tier_allowed": 1,
                },
            },
            "roles": [{
                "name": "server",
                "replicas": 1,
                "worker_replicas": 1,
                "entry_template": {
                    "metadata": {
                        "labels": {
                            "app": "qwen",
                            "stage": "entry",
                        },
                    },
                    "spec": {
                        "containers": [{
                            "name": "engine",
                            "image": "lmsysorg/sglang:v0.4.9",
                            "commands": [
                                "python3",
                                "-m",
                                "sglang.launch_server",
                            ],
                            "args": [
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
                            "resources": {
                                "requests": {
                                    "nvidia.com/gpu": "2",
                                    "memory": "64Gi",
                                },
                                "limits": {
                                    "nvidia.com/gpu": "2",
                                    "memory": "64Gi",
                                },
                            },
                            "ports": [{
                                "name": "http",
                                "container_port": 8000,
                            }],
                            "readiness_probe": {
                                "http_get": {
                                    "path": "/health",
                                    "port": "http",
                                },
                                "period_seconds": 10,
                            },
                            "startup_probe": {
                                "http_get": {
                                    "path": "/health",
                                    "port": "http",
                                },
                                "period_seconds": 10,
                                "failure_threshold": 360,
                            },
                            "volume_mounts": [{
                                "name": "shm",
                                "mount_path": "/dev/shm",
                            }],
                        }],
                        "volumes": [{
                            "name": "shm",
                            "empty_dir": {
                                "medium": "Memory",
                                "size_limit": "16Gi",
                            },
                        }],
                    },
                },
                "worker_template": {
                    "metadata": {
                        "labels": {
                            "app": "qwen",
                            "stage": "worker",
                        },
                    },
                    "spec": {
                        "containers": [{
                            "name": "engine",
                            "image": "lmsysorg/sglang:v0.4.9",
                            "commands": [
                                "python3",
                                "-m",
                                "sglang.launch_server",
                            ],
                            "args": [
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
                            "resources": {
                                "requests": {
                                    "nvidia.com/gpu": "2",
                                    "memory": "64Gi",
                                },
                                "limits": {
                                    "nvidia.com/gpu": "2",
                                    "memory": "64Gi",
                                },
                            },
                            "volume_mounts": [{
                                "name": "shm",
                                "mount_path": "/dev/shm",
                            }],
                        }],
                        "volumes": [{
                            "name": "shm",
                            "empty_dir": {
                                "medium": "Memory",
                                "size_limit": "16Gi",
                            },
                        }],
                    },
                },
            }],
        },
    },
    timeouts={
        "create": "90m",
        "update": "90m",
    },
    opts = pulumi.ResourceOptions(provider=cluster))
pool = inference.Pool("pool",
    metadata={
        "name": "qwen",
    },
    spec={
        "selector": {
            "match_labels": {
                "app": "qwen",
                "stage": "entry",
            },
        },
        "target_ports": [{
            "number": 8000,
        }],
        "endpoint_picker_ref": {
            "name": "qwen-epp",
            "port": {
                "number": 9002,
            },
        },
    },
    direct={
        "engine": inference.PoolDirectEngine.SGLANG,
    },
    opts = pulumi.ResourceOptions(provider=cluster))
interactive = inference.Objective("interactive",
    mode="operator",
    metadata={
        "name": "qwen-interactive",
    },
    spec={
        "priority": 100,
        "pool_ref": {
            "name": pool.metadata.name,
        },
    },
    opts = pulumi.ResourceOptions(provider=cluster))
batch = inference.Objective("batch",
    mode="operator",
    metadata={
        "name": "qwen-batch",
    },
    spec={
        "priority": 0,
        "pool_ref": {
            "name": pool.metadata.name,
        },
    },
    opts = pulumi.ResourceOptions(provider=cluster))
pulumi.export("ready", serving.ready)
