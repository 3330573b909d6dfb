# No operator: the provider makes a LeaderWorkerSet of every role, and a Service in front
# of the decode pods. Each decode instance is a pair of pods that find each other through
# ENTRY_ADDRESS. An update of the roles replaces one prefill instance at a time.
resource "inference_model_serving" "disaggregated" {
  mode     = "direct"
  metadata = { name = "disaggregated", namespace = "default" }
  spec = {
    replicas         = 1
    scheduler_name   = "default-scheduler"
    rollout_strategy = { type = "RoleRollingUpdate" }
    template = {
      roles = [
        {
          name            = "prefill"
          replicas        = 2
          max_unavailable = "1"
          worker_replicas = 0
          entry_template = {
            spec = {
              containers = [{
                name      = "engine"
                image     = "lmsysorg/sglang:v0.4.9"
                args      = ["--model-path", "deepseek-ai/DeepSeek-V3", "--disaggregation-mode", "prefill"]
                resources = { limits = { "nvidia.com/gpu" = "1" } }
              }]
            }
          }
        },
        {
          name            = "decode"
          worker_replicas = 1
          entry_template = {
            spec = {
              containers = [{
                name      = "engine"
                image     = "lmsysorg/sglang:v0.4.9"
                args      = ["--model-path", "deepseek-ai/DeepSeek-V3", "--disaggregation-mode", "decode", "--nnodes", "$(GROUP_SIZE)"]
                ports     = [{ name = "http", container_port = 30000 }]
                resources = { limits = { "nvidia.com/gpu" = "1" } }
              }]
            }
          }
          worker_template = {
            spec = {
              containers = [{
                name      = "engine"
                image     = "lmsysorg/sglang:v0.4.9"
                args      = ["--model-path", "deepseek-ai/DeepSeek-V3", "--dist-init-addr", "$(ENTRY_ADDRESS):5000", "--node-rank", "$(WORKER_INDEX)"]
                resources = { limits = { "nvidia.com/gpu" = "1" } }
              }]
            }
          }
        },
      ]
    }
  }
  direct = {
    service = { role = "decode", port = 30000 }
  }
}
