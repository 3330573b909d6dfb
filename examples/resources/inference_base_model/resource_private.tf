# A model that is private on Hugging Face: the Secret `hf-token` has the token, and only
# nodes with eight H100 download the files. What it is stands here, so that runtimes are found
# before the download is done.
resource "inference_base_model" "private" {
  metadata = {
    name      = "claims-qwen3-32b"
    namespace = "llm"
    labels    = { team = "claims" }
  }
  spec = {
    display_name         = "Claims assistant, Qwen3 32B"
    vendor               = "example"
    model_type           = "qwen3"
    model_architecture   = "Qwen3ForCausalLM"
    model_format         = { name = "safetensors", version = "1.0.0" }
    model_framework      = { name = "transformers", version = "4.51.0" }
    model_parameter_size = "32.8B"
    model_capabilities   = ["TEXT_GENERATION", "CHAT"]
    api_capabilities     = ["OPENAI_V1_CHAT_COMPLETIONS"]
    max_tokens           = 40960
    storage = {
      storage_uri     = "hf://example/claims-qwen3-32b@2025-06"
      path            = "/raid/models/example/claims-qwen3-32b"
      key             = "hf-token"
      parameters      = { secretKey = "HF_TOKEN" }
      download_policy = "ReuseIfExists"
      node_affinity = {
        required_during_scheduling_ignored_during_execution = {
          node_selector_terms = [{
            match_expressions = [{ key = "nvidia.com/gpu.product", operator = "In", values = ["NVIDIA-H100-80GB-HBM3"] }]
          }]
        }
      }
    }
  }
}
