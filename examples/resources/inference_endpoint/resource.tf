# Five lines serve a model on a bare cluster. The workload is in `rendered`; clients of the OpenAI API are given the outputs.
resource "inference_endpoint" "chat" {
  metadata = { name = "chat", namespace = "llm" }
  spec     = { model = { repository = "Qwen/Qwen2.5-7B-Instruct" }, accelerators = { count = 1 } }
}

output "chat_base_url" {
  value = inference_endpoint.chat.openai_base_url
}

output "chat_model" {
  value = inference_endpoint.chat.served_model_name
}
