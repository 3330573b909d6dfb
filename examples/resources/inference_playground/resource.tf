# The llmaz operator serves the model.
resource "inference_playground" "chat" {
  metadata = { name = "chat", namespace = "default" }
  spec = {
    replicas    = 1
    model_claim = { model_name = "llama3-1-8b", inference_flavors = ["h100"] }
    backend_runtime_config = {
      backend_name = "vllm"
      args         = ["--max-model-len", "16384"]
      envs         = [{ name = "VLLM_LOGGING_LEVEL", value = "INFO" }]
    }
  }
}
