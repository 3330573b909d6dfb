# No operator: the provider renders the workloads and applies them itself. No runtime is
# named, so the provider chooses the one of the given manifests that fits the model.
resource "inference_base_model" "opt" {
  mode     = "direct"
  metadata = { name = "opt-125m", namespace = "default" }
  spec = {
    model_format       = { name = "safetensors", version = "1.0.0" }
    model_framework    = { name = "transformers", version = "4.57.0" }
    model_architecture = "OPTForCausalLM"
    storage            = { storage_uri = "hf://facebook/opt-125m", path = "/models/opt-125m" }
  }
  direct = { size = "5Gi", access_mode = "ReadWriteMany" }
}

resource "inference_cluster_serving_runtime" "vllm" {
  mode     = "direct"
  metadata = { name = "vllm-opt" }
  spec = {
    supported_model_formats = [{
      model_format       = { name = "safetensors", version = "1.0.0" }
      model_framework    = { name = "transformers", version = "4.57.0" }
      model_architecture = "OPTForCausalLM"
      auto_select        = true
    }]
    engine_config = {
      runner = {
        name    = "ome-container"
        image   = "docker.io/vllm/vllm-openai-cpu:v0.19.0"
        command = ["vllm", "serve"]
        args    = ["$(MODEL_PATH)", "--port=8080", "--served-model-name={{.Name}}"]
        ports   = [{ name = "http", container_port = 8080 }]
        resources = {
          requests = { cpu = "2", memory = "4Gi" }
          limits   = { memory = "4Gi" }
        }
        readiness_probe = { http_get = { path = "/health", port = "8080" } }
      }
    }
  }
}

resource "inference_ome_service" "chat" {
  mode     = "direct"
  metadata = { name = "chat", namespace = "default" }
  spec = {
    model  = { name = inference_base_model.opt.metadata.name, kind = "BaseModel" }
    engine = { min_replicas = 1, max_replicas = 4 }
  }
  references = [
    inference_base_model.opt.manifest,
    inference_cluster_serving_runtime.vllm.manifest,
  ]
  timeouts = { create = "45m" }
}
