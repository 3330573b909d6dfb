# Two hosts serve a model together that is too large for one. An InferencePool in front of such pairs routes requests to
# their first pods, and two objectives sort them by priority. Kthena runs the pods, as a gang that Volcano schedules, and a
# chart the endpoint picker; with mode = "direct" the provider does both, with any scheduler.
terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

variable "mode" {
  description = "Who makes the workloads: \"operator\", Kthena, or \"direct\", the provider itself."
  type        = string
  default     = "operator"
}

provider "inference" {
  mode         = var.mode
  namespace    = "llm"
  api_releases = { kthena = "v1.0.0" }
}

locals {
  kthena = var.mode == "operator"
  # Both hosts run the same command; their number and place are what Kthena and direct mode pass to every pod.
  engine = {
    name    = "engine"
    image   = "lmsysorg/sglang:v0.4.9"
    command = ["python3", "-m", "sglang.launch_server"]
    args = [
      "--model-path", "Qwen/Qwen2.5-72B-Instruct", "--host", "0.0.0.0", "--port", "8000", "--tp", "4",
      "--nnodes", "$(GROUP_SIZE)", "--node-rank", "$(WORKER_INDEX)", "--dist-init-addr", "$(ENTRY_ADDRESS):5000",
    ]
    resources = {
      requests = { "nvidia.com/gpu" = "2", memory = "64Gi" }
      limits   = { "nvidia.com/gpu" = "2", memory = "64Gi" }
    }
    volume_mounts = [{ name = "shm", mount_path = "/dev/shm" }]
  }
  shm = [{ name = "shm", empty_dir = { medium = "Memory", size_limit = "16Gi" } }]
}

resource "inference_model_serving" "qwen" {
  metadata = { name = "qwen", labels = { app = "qwen" } }
  spec = {
    replicas         = 1
    scheduler_name   = local.kthena ? "volcano" : "default-scheduler"
    recovery_policy  = local.kthena ? "ServingGroupRecreate" : "RoleRecreate"
    rollout_strategy = { type = "ServingGroupRollingUpdate", rolling_update_configuration = { max_unavailable = "1" } }
    template = {
      restart_grace_period_seconds = local.kthena ? 30 : null
      gang_policy                  = local.kthena ? { min_role_replicas = { server = 1 } } : null
      network_topology             = local.kthena ? { group_policy = { mode = "soft", highest_tier_allowed = 1 } } : null
      roles = [{
        name            = "server"
        replicas        = 1
        worker_replicas = 1
        entry_template = {
          metadata = { labels = { app = "qwen", stage = "entry" } }
          spec = {
            containers = [merge(local.engine, {
              ports           = [{ name = "http", container_port = 8000 }]
              readiness_probe = { http_get = { path = "/health", port = "http" }, period_seconds = 10 }
              startup_probe   = { http_get = { path = "/health", port = "http" }, period_seconds = 10, failure_threshold = 360 }
            })]
            volumes = local.shm
          }
        }
        worker_template = {
          metadata = { labels = { app = "qwen", stage = "worker" } }
          spec     = { containers = [local.engine], volumes = local.shm }
        }
      }]
    }
  }
  timeouts = { create = "90m", update = "90m" }
}

resource "inference_pool" "qwen" {
  metadata = { name = "qwen" }
  spec = {
    selector            = { match_labels = { app = "qwen", stage = "entry" } }
    target_ports        = [{ number = 8000 }]
    endpoint_picker_ref = { name = "qwen-epp", port = { number = 9002 } }
  }
  direct = { engine = "sglang" }
}

# The endpoint picker reads the objectives themselves, whoever runs it.
resource "inference_objective" "interactive" {
  mode     = "operator"
  metadata = { name = "qwen-interactive" }
  spec     = { priority = 100, pool_ref = { name = inference_pool.qwen.metadata.name } }
}

resource "inference_objective" "batch" {
  mode     = "operator"
  metadata = { name = "qwen-batch" }
  spec     = { priority = 0, pool_ref = { name = inference_pool.qwen.metadata.name } }
}

output "ready" {
  value = inference_model_serving.qwen.ready
}
