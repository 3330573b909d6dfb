# No LLMKube: the provider renders the workload and applies it itself.
resource "inference_llmkube_model" "smollm" {
  mode     = "direct"
  metadata = { name = "smollm2-360m", namespace = "default" }
  spec = {
    source = "https://huggingface.co/HuggingFaceTB/SmolLM2-360M-Instruct-GGUF/resolve/main/smollm2-360m-instruct-q8_0.gguf"
  }
}

resource "inference_llmkube_service" "smollm" {
  mode     = "direct"
  metadata = { name = "smollm2", namespace = "default" }
  spec = {
    model_ref      = inference_llmkube_model.smollm.metadata.name
    context_size   = 4096
    parallel_slots = 2
    jinja          = true
    resources      = { cpu = "2", memory = "2Gi" }
    autoscaling = {
      min_replicas = 1
      max_replicas = 3
      metrics      = [{ type = "Resource", name = "cpu", target_average_utilization = 70 }]
    }
  }
  references = [inference_llmkube_model.smollm.manifest]
  direct = {
    cache = { size = "5Gi", access_mode = "ReadWriteMany" }
  }
  timeouts = { create = "45m" }
}
