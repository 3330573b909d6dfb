data "inference_endpoint" "live" {
  metadata = { name = "chat", namespace = "llm" }
}

# Such as for the configuration of a client that is deployed elsewhere.
output "chat" {
  value = {
    base_url = data.inference_endpoint.live.openai_base_url
    model    = data.inference_endpoint.live.served_model_name
    ready    = data.inference_endpoint.live.ready
    replicas = data.inference_endpoint.live.status.ready_replicas
    spec     = jsondecode(data.inference_endpoint.live.spec_json)
  }
}
