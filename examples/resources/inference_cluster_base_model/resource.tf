# OME reads what the model is from the model's own configuration file.
resource "inference_cluster_base_model" "deepseek" {
  metadata = { name = "deepseek-v3" }
  spec = {
    storage = {
      storage_uri = "hf://deepseek-ai/DeepSeek-V3"
      path        = "/raid/models/deepseek-ai/DeepSeek-V3"
    }
  }
}
