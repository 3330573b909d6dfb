# Four groups of two hosts each. The roles of a group are replaced one after the other,
# and the pods of an instance stay within one rack.
resource "inference_model_serving" "multi_node" {
  metadata = {
    name        = "multi-node"
    namespace   = "default"
    annotations = { "scheduling.volcano.sh/queue-name" = "inference" }
  }
  spec = {
    replicas         = 4
    scheduler_name   = "volcano"
    recovery_policy  = "RoleRecreate"
    rollout_strategy = { type = "RoleRollingUpdate" }
    plugins = [{
      name  = "lws-standard-labels"
      scope = { roles = ["server"], target = "All" }
    }]
    template = {
      restart_grace_period_seconds = 30
      gang_policy                  = { min_role_replicas = { server = 1 } }
      network_topology             = { role_policy = { mode = "hard", highest_tier_name = "rack" } }
      roles = [{
        name            = "server"
        replicas        = 2
        max_unavailable = "1"
        worker_replicas = 1
        entry_template = {
          metadata = { labels = { app = "llama-405b" } }
          spec = {
            containers = [{
              name    = "engine"
              image   = "vllm/vllm-openai:v0.9.2"
              command = ["bash", "-c", "ray start --head && vllm serve /models/llama --tensor-parallel-size 8 --pipeline-parallel-size $GROUP_SIZE"]
              ports   = [{ name = "http", container_port = 8000 }]
              resources = {
                limits = { "nvidia.com/gpu" = "8" }
              }
              readiness_probe = { http_get = { path = "/health", port = "http" }, period_seconds = 10 }
              volume_mounts   = [{ name = "shm", mount_path = "/dev/shm" }]
            }]
            volumes = [{ name = "shm", empty_dir = { medium = "Memory", size_limit = "16Gi" } }]
          }
        }
        worker_template = {
          spec = {
            containers = [{
              name    = "engine"
              image   = "vllm/vllm-openai:v0.9.2"
              command = ["bash", "-c", "until ray start --address=$(ENTRY_ADDRESS):6379 --block; do sleep 2; done"]
              resources = {
                limits = { "nvidia.com/gpu" = "8" }
              }
              volume_mounts = [{ name = "shm", mount_path = "/dev/shm" }]
            }]
            volumes = [{ name = "shm", empty_dir = { medium = "Memory", size_limit = "16Gi" } }]
          }
        }
      }]
    }
  }
}
