# OME reads the rest of the description from the model's own configuration file.
resource "inference_cluster_base_model" "deepseek" {
  metadata = { name = "deepseek-v3" }
  spec = {
    vendor               = "deepseek-ai"
    model_format         = { name = "safetensors", version = "1.0.0" }
    model_framework      = { name = "transformers", version = "4.33.1" }
    model_architecture   = "DeepseekV3ForCausalLM"
    model_parameter_size = "685B"
    quantization         = "fp8"
    storage = {
      storage_uri = "hf://deepseek-ai/DeepSeek-V3"
      path        = "/raid/models/deepseek-ai/DeepSeek-V3"
    }
  }
}
