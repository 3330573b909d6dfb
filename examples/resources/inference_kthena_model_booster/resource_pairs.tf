# Prefill and decode on accelerators of their own, with the weights on a claim. The image has what the connector needs.
locals {
  transfer = { prefill = "kv_producer", decode = "kv_consumer" }
}

resource "inference_kthena_model_booster" "deepseek" {
  metadata = { name = "deepseek", namespace = "default" }
  spec = {
    backend = {
      name      = "pd"
      type      = "vLLMDisaggregated"
      model_uri = "hf://deepseek-ai/DeepSeek-R1-Distill-Qwen-7B"
      cache_uri = "hostpath:///var/cache/models"
      replicas  = 1
      env       = [{ name = "KTHENA_SKIP_ENGINE_DEPENDENCY_INSTALL", value = "true" }]
      workers = [for type, role in local.transfer : {
        type      = type
        image     = "registry.example.com/vllm-nixl:v0.11.0"
        replicas  = 1
        resources = { limits = { "nvidia.com/gpu" = "1" } }
        config = jsonencode({
          served-model-name  = "deepseek"
          kv-transfer-config = jsonencode({ kv_connector = "NixlConnector", kv_role = role })
        })
      }]
    }
  }
}
