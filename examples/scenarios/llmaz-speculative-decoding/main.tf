# A large model answers, a small one of the same family drafts its tokens, and the replicas
# follow the load. By default without an operator: the provider renders and applies the workload.
terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

variable "mode" {
  description = "Who makes the workloads: \"operator\", llmaz, or \"direct\", the provider itself."
  type        = string
  default     = "direct"
}

provider "inference" {
  mode      = var.mode
  namespace = "default"
}

resource "inference_open_model" "main" {
  metadata = { name = "qwen2-5-72b" }
  spec = {
    family_name      = "qwen2"
    source           = { model_hub = { model_id = "Qwen/Qwen2.5-72B-Instruct" } }
    inference_config = { flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "4" } }] }
  }
}

resource "inference_open_model" "draft" {
  metadata = { name = "qwen2-5-7b" }
  spec = {
    family_name = "qwen2"
    source      = { model_hub = { model_id = "Qwen/Qwen2.5-7B-Instruct" } }
  }
}

resource "inference_playground" "chat" {
  metadata = { name = "chat" }
  spec = {
    replicas = 1
    model_claims = {
      models = [
        { name = inference_open_model.main.metadata.name, role = "main" },
        { name = inference_open_model.draft.metadata.name, role = "draft" },
      ]
    }
    backend_runtime_config = {
      backend_name = "vllm"
      config_name  = "speculative-decoding"
      # In operator mode, the runtime of llmaz says 1; direct mode does not, and would take all four itself.
      args      = ["--max-model-len", "16384", "--tensor-parallel-size", "4"]
      resources = { requests = { cpu = "16", memory = "128Gi" }, limits = { cpu = "16", memory = "128Gi" } }
    }
    elastic_config = {
      min_replicas = 1
      max_replicas = 4
      scale_trigger = {
        hpa = {
          metrics = [{
            type = "Pods"
            pods = {
              metric = { name = "vllm:num_requests_waiting" }
              target = { type = "AverageValue", average_value = "8" }
            }
          }]
          behavior = { scale_down = { stabilization_window_seconds = 600 } }
        }
      }
    }
  }
  references = [inference_open_model.main.manifest, inference_open_model.draft.manifest]
  direct     = { startup_seconds = 3600 }
  timeouts   = { create = "2h", update = "2h" }
}

output "endpoint" {
  value = inference_playground.chat.endpoint
}
