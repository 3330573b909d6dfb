# Everything that is not said here comes from the runtime that OME finds for the model.
resource "inference_ome_service" "chat" {
  metadata = { name = "deepseek", namespace = "llm" }
  spec = {
    model  = { name = "deepseek-v3" }
    engine = {}
  }
}
