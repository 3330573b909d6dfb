# A GGUF model on one GPU, served by llama.cpp with twice the context it was trained for. LLMKube
# runs it or, with mode = "direct", the provider does.
terraform {
  required_providers {
    inference = {
      source  = "inferops/inference"
      version = "~> 0.1.0"
    }
  }
}

variable "mode" {
  description = "Who makes the workloads: \"operator\", LLMKube, or \"direct\", the provider itself."
  type        = string
  default     = "operator"
}

provider "inference" {
  mode         = var.mode
  api_releases = { llmkube = "v0.9.19" }
}

resource "inference_llmkube_model" "qwen" {
  metadata = {
    name      = "qwen2-5-7b"
    namespace = "llm"
  }
  spec = {
    source       = "https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/qwen2.5-7b-instruct-q3_k_m.gguf"
    format       = "gguf"
    quantization = "Q3_K_M"
    hardware = {
      accelerator = "cuda"
      gpu         = { enabled = true, count = 1, vendor = "nvidia", layers = -1 }
    }
  }
}

resource "inference_llmkube_service" "qwen" {
  metadata = {
    name      = "qwen-long"
    namespace = "llm"
  }
  spec = {
    model_ref    = inference_llmkube_model.qwen.metadata.name
    context_size = 65536
    rope_scaling = {
      type             = "yarn"
      factor           = "2.0"
      original_context = 32768
    }
    parallel_slots  = 2
    flash_attention = true
    jinja           = true
    cache_type_k    = "q8_0"
    cache_type_v    = "q8_0"
    endpoint        = { port = 8080, type = "ClusterIP" }
    resources       = { cpu = "4", memory = "16Gi" }
  }
  references = [inference_llmkube_model.qwen.manifest]
  direct     = { cache = { size = "20Gi" } }
}

output "endpoint" {
  value = inference_llmkube_service.qwen.endpoint
}
