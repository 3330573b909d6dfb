# No operator: two hosts with eight accelerators each serve one model that does not fit on one.
# The built-in runtime `vllm` starts a Ray cluster on them.
resource "inference_open_model" "llama" {
  mode     = "direct"
  metadata = { name = "llama-3-1-405b" }
  spec = {
    family_name = "llama3"
    source      = { model_hub = { model_id = "meta-llama/Llama-3.1-405B-Instruct" } }
    inference_config = { flavors = [
      { name = "h100", limits = { "nvidia.com/gpu" = "8" }, params = { TP = "8", PP = "2" } },
    ] }
  }
}

resource "inference_playground" "llama" {
  mode     = "direct"
  metadata = { name = "llama-3-1-405b", namespace = "default" }
  spec = {
    model_claim = { model_name = inference_open_model.llama.metadata.name }
    backend_runtime_config = {
      resources          = { requests = { cpu = "32", memory = "256Gi" }, limits = { cpu = "32", memory = "256Gi" } }
      shared_memory_size = "64Gi"
    }
  }
  references = [inference_open_model.llama.manifest]
  direct     = { startup_seconds = 3600 }
  timeouts   = { create = "90m" }
}
