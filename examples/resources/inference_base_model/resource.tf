# A model of one namespace, private on Hugging Face.
resource "inference_base_model" "tuned" {
  metadata = { name = "support-qwen3-8b", namespace = "llm" }
  spec = {
    vendor = "example"
    storage = {
      storage_uri   = "hf://example/support-qwen3-8b@v2"
      path          = "/raid/models/example/support-qwen3-8b"
      key           = "hf-token"
      node_selector = { "node.kubernetes.io/instance-type" = "p5.48xlarge" }
    }
  }
}
