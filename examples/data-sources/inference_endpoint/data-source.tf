data "inference_endpoint" "chat" {
  metadata = { name = "chat", namespace = "llm" }
}

# Such as for the configuration of a client that is deployed elsewhere.
output "chat" {
  value = {
    base_url = data.inference_endpoint.chat.openai_base_url
    model    = data.inference_endpoint.chat.served_model_name
    ready    = data.inference_endpoint.chat.ready
    replicas = data.inference_endpoint.chat.status.ready_replicas
    spec     = jsondecode(data.inference_endpoint.chat.spec_json)
  }
}
