terraform {
  required_providers {
    inference = {
      source  = "inferops/inference"
      version = "~> 0.1.0"
    }
  }
}

# Where the cluster is comes from KUBE_CONFIG_PATH. No operator is needed in direct mode.
provider "inference" {
  mode = "direct"
}

resource "inference_open_model" "qwen" {
  metadata = { name = "qwen2-5-0-5b" }
  spec = {
    family_name = "qwen2"
    source      = { model_hub = { model_id = "Qwen/Qwen2.5-0.5B-Instruct" } }
    inference_config = {
      flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "1" } }]
    }
  }
}

resource "inference_playground" "chat" {
  metadata = { name = "chat", namespace = "default" }
  spec = {
    replicas    = 2
    model_claim = { model_name = inference_open_model.qwen.metadata.name }
  }
  references = [inference_open_model.qwen.manifest]
}

output "endpoint" {
  value = inference_playground.chat.endpoint
}
