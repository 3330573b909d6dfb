list "inference_llmkube_lora_adapter" "all" {
  provider = inference

  config {
    namespace = "llm"
  }
}
