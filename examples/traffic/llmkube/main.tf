# The proxy of a router has one address for all services of LLMKube.
resource "inference_llmkube_model" "chat" {
  metadata = { name = "chat", namespace = "default" }
  spec = {
    source   = "https://huggingface.co/Qwen/Qwen2.5-7B-Instruct-GGUF/resolve/main/qwen2.5-7b-instruct-q3_k_m.gguf"
    hardware = { accelerator = "cuda", gpu = { enabled = true, count = 1, vendor = "nvidia" } }
  }
}

resource "inference_llmkube_service" "chat" {
  metadata   = { name = "chat", namespace = "default" }
  references = [inference_llmkube_model.chat.manifest]
  spec = {
    model_ref    = inference_llmkube_model.chat.metadata.name
    context_size = 32768
    endpoint     = { port = 8080 }
    resources    = { cpu = "4", memory = "16Gi" }
  }
}

resource "inference_llmkube_model_router" "front" {
  metadata   = { name = "front", namespace = "default" }
  references = [inference_llmkube_service.chat.manifest]
  spec = {
    backends      = [{ name = "chat", inference_service_ref = { name = inference_llmkube_service.chat.metadata.name } }]
    default_route = "chat"
  }
}
