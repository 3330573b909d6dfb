# No operator: the provider makes a Deployment of the role on one host, a LeaderWorkerSet of the role on two, and a Service
# in front of the latter. Its pods find each other through ENTRY_ADDRESS. An update of the roles replaces one instance of the
# embeddings at a time.
locals {
  engine = [
    "--model-path", "Qwen/Qwen2.5-72B-Instruct", "--tp", "8", "--host", "0.0.0.0", "--port", "30000",
    "--nnodes", "$(GROUP_SIZE)", "--node-rank", "$(WORKER_INDEX)", "--dist-init-addr", "$(ENTRY_ADDRESS):5000",
  ]
}

resource "inference_model_serving" "qwen" {
  mode     = "direct"
  metadata = { name = "qwen", namespace = "default" }
  spec = {
    replicas         = 1
    scheduler_name   = "default-scheduler"
    rollout_strategy = { type = "RoleRollingUpdate" }
    template = {
      roles = [
        {
          name            = "chat"
          worker_replicas = 1
          entry_template = {
            spec = {
              containers = [{
                name      = "engine"
                image     = "lmsysorg/sglang:v0.4.9"
                command   = ["python3", "-m", "sglang.launch_server"]
                args      = local.engine
                ports     = [{ name = "http", container_port = 30000 }]
                resources = { limits = { "nvidia.com/gpu" = "4" } }
              }]
            }
          }
          worker_template = {
            spec = {
              containers = [{
                name      = "engine"
                image     = "lmsysorg/sglang:v0.4.9"
                command   = ["python3", "-m", "sglang.launch_server"]
                args      = local.engine
                resources = { limits = { "nvidia.com/gpu" = "4" } }
              }]
            }
          }
        },
        {
          name            = "embeddings"
          replicas        = 2
          max_unavailable = "1"
          worker_replicas = 0
          entry_template = {
            spec = {
              containers = [{
                name      = "engine"
                image     = "vllm/vllm-openai:v0.9.2"
                args      = ["--model", "BAAI/bge-m3"]
                ports     = [{ name = "http", container_port = 8000 }]
                resources = { limits = { "nvidia.com/gpu" = "1" } }
              }]
            }
          }
        },
      ]
    }
  }
  direct = {
    service = { role = "chat", port = 30000 }
  }
}
