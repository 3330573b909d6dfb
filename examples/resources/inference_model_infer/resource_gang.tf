# Two groups of prefill and decode. Each decode instance is a pair of pods that find each
# other through ENTRY_ADDRESS, and a group is scheduled together or not at all.
locals {
  # NIXL, which the image has to have, carries the cache from prefill to decode.
  serve = "vllm serve /models/llama --port 8000 --tensor-parallel-size 8 --kv-transfer-config '{\"kv_connector\":\"NixlConnector\",\"kv_role\":\"kv_both\"}'"
  engine = {
    name          = "engine"
    image         = "vllm/vllm-openai:v0.9.2"
    resources     = { limits = { "nvidia.com/gpu" = "8" } }
    volume_mounts = [{ name = "shm", mount_path = "/dev/shm" }, { name = "models", mount_path = "/models" }]
  }
  serves = {
    ports           = [{ name = "http", container_port = 8000 }]
    readiness_probe = { http_get = { path = "/health", port = "http" }, period_seconds = 10 }
  }
  volumes = [
    { name = "shm", empty_dir = { medium = "Memory", size_limit = "16Gi" } },
    { name = "models", persistent_volume_claim = { claim_name = "models" } },
  ]
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
              containers     = [merge(local.engine, local.serves, { command = ["sh", "-c", "exec ${local.serve}"] })]
              volumes        = local.volumes
            }
          }
        },
        {
          name            = "decode"
          worker_replicas = 1
          entry_template = {
            spec = {
              scheduler_name = "volcano"
              containers     = [merge(local.engine, local.serves, { command = ["sh", "-c", "ray start --head && exec ${local.serve} --pipeline-parallel-size $GROUP_SIZE"] })]
              volumes        = local.volumes
            }
          }
          worker_template = {
            spec = {
              scheduler_name = "volcano"
              containers     = [merge(local.engine, { command = ["bash", "-c", "until ray start --address=$(ENTRY_ADDRESS):6379 --block; do sleep 2; done"] })]
              volumes        = local.volumes
            }
          }
        },
      ]
    }
  }
}
