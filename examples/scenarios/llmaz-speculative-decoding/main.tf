# A large model answers, a small one of the same family drafts its tokens, and the replicas
# follow the load. By default without an operator: the provider renders and applies the workload.
terraform {
  required_providers {
    inference = { source = "inferops/inference" }
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
  metadata = { name = "llama3-1-70b" }
  spec = {
    family_name      = "llama3"
    source           = { model_hub = { model_id = "meta-llama/Llama-3.1-70B-Instruct" } }
    inference_config = { flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "4" } }] }
  }
}

resource "inference_open_model" "draft" {
  metadata = { name = "llama3-2-1b" }
  spec = {
    family_name = "llama3"
    source      = { model_hub = { model_id = "meta-llama/Llama-3.2-1B-Instruct" } }
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
      args         = ["--max-model-len", "16384"]
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
  definitions = [inference_open_model.main.definition, inference_open_model.draft.definition]
}

output "endpoint" {
  value = inference_playground.chat.endpoint
}
