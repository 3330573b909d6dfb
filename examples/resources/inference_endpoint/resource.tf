# Five lines serve a model on a bare cluster. The workload is in `rendered`, and requests go to `endpoint`.
resource "inference_endpoint" "chat" {
  metadata = { name = "chat", namespace = "llm" }
  spec     = { model = { repository = "Qwen/Qwen2.5-7B-Instruct" }, accelerators = { count = 1 } }
}

output "chat_endpoint" {
  value = inference_endpoint.chat.endpoint
}
