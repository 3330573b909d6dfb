# Two copies of a model, each on one accelerator. Requests ask Kthena's router for the model `qwen`.
resource "inference_kthena_model_booster" "qwen" {
  metadata = { name = "qwen", namespace = "default" }
  spec = {
    backend = {
      name      = "vllm"
      type      = "vLLM"
      model_uri = "hf://Qwen/Qwen3-8B"
      cache_uri = "hostpath:///var/cache/models"
      replicas  = 2
      workers = [{
        type      = "server"
        image     = "vllm/vllm-openai:v0.11.0"
        replicas  = 1
        pods      = 1
        resources = { limits = { "nvidia.com/gpu" = "1" } }
        config    = jsonencode({ served-model-name = "qwen", max-model-len = 32768 })
      }]
    }
  }
}
