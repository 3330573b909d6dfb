# Two groups of prefill and decode. Each decode instance is a pair of pods that find each
# other through ENTRY_ADDRESS, and a group is scheduled together or not at all.
locals {
  engine = "vllm/vllm-openai:v0.9.2"
  gpus   = { limits = { "nvidia.com/gpu" = "8" } }
}

resource "inference_model_infer" "disaggregated" {
  metadata = { name = "disaggregated", namespace = "default" }
  spec = {
    replicas         = 2
    scheduler_name   = "volcano"
    recovery_policy  = "InferGroupRecreate"
    rollout_strategy = { type = "InferGroupRollingUpdate" }
    template = {
      restart_grace_period_seconds = 60
      gang_schedule = {
        min_role_replicas = { prefill = 1, decode = 1 }
        network_topology  = { mode = "soft", highest_tier_allowed = 2 }
      }
      roles = [
        {
          name            = "prefill"
          replicas        = 2
          worker_replicas = 0
          entry_template = {
            metadata = { labels = { stage = "prefill" } }
            spec = {
              scheduler_name = "volcano"
              containers     = [{ name = "engine", image = local.engine, args = ["--model", "/models/llama"], resources = local.gpus }]
            }
          }
        },
        {
          name            = "decode"
          worker_replicas = 1
          entry_template = {
            spec = {
              scheduler_name = "volcano"
              containers     = [{ name = "engine", image = local.engine, command = ["ray", "start", "--head", "--block"], resources = local.gpus }]
            }
          }
          worker_template = {
            spec = {
              scheduler_name = "volcano"
              containers     = [{ name = "engine", image = local.engine, command = ["ray", "start", "--address=$(ENTRY_ADDRESS):6379", "--block"], resources = local.gpus }]
            }
          }
        },
      ]
    }
  }
}
