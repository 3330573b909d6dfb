# One prefill and one decode pod serve a model together: prefill hands over its KV cache. An
# InferencePool in front routes requests to the decode pods, and two objectives sort them by priority.
# Kthena runs the pods, as a gang that Volcano schedules, and a chart the endpoint picker; with
# mode = "direct" the provider does both, with any scheduler.
terraform {
  required_providers {
    inference = { source = "inferops/inference" }
  }
}

variable "mode" {
  description = "Who makes the workloads: \"operator\", Kthena, or \"direct\", the provider itself."
  type        = string
  default     = "operator"
}

provider "inference" {
  mode      = var.mode
  namespace = "llm"
  dialects  = { kthena = "v1.0.0" }
}

locals {
  kthena = var.mode == "operator"
  model  = "Qwen/Qwen3-32B"
  image  = "lmsysorg/sglang:v0.4.9"
  # What the pods of each role get beside their common arguments.
  roles = {
    prefill = { args = ["--disaggregation-mode", "prefill"], gpus = 2 }
    decode  = { args = ["--disaggregation-mode", "decode"], gpus = 2 }
  }
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
      gang_policy                  = local.kthena ? { min_role_replicas = { prefill = 1, decode = 1 } } : null
      network_topology             = local.kthena ? { group_policy = { mode = "soft", highest_tier_allowed = 1 } } : null
      roles = [for name, role in local.roles : {
        name            = name
        replicas        = 1
        worker_replicas = 0
        entry_template = {
          metadata = { labels = { app = "qwen", stage = name } }
          spec = {
            containers = [{
              name    = "engine"
              image   = local.image
              command = ["python3", "-m", "sglang.launch_server"]
              args    = concat(["--model-path", local.model, "--host", "0.0.0.0", "--port", "8000"], role.args)
              ports   = [{ name = "http", container_port = 8000 }]
              resources = {
                requests = { "nvidia.com/gpu" = tostring(role.gpus), memory = "64Gi" }
                limits   = { "nvidia.com/gpu" = tostring(role.gpus), memory = "64Gi" }
              }
              readiness_probe = { http_get = { path = "/health", port = "http" }, period_seconds = 10 }
              startup_probe   = { http_get = { path = "/health", port = "http" }, period_seconds = 10, failure_threshold = 180 }
              volume_mounts   = [{ name = "shm", mount_path = "/dev/shm" }]
            }]
            volumes = [{ name = "shm", empty_dir = { medium = "Memory", size_limit = "16Gi" } }]
          }
        }
      }]
    }
  }
  timeouts = { create = "60m", update = "60m" }
}

resource "inference_pool" "qwen" {
  metadata = { name = "qwen" }
  spec = {
    selector            = { match_labels = { app = "qwen", stage = "decode" } }
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
