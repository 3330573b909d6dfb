# `terraform apply -invoke=action.inference_scale.sleep` stops the model server for the night, and `-invoke=action.inference_scale.wake` brings it back.
action "inference_scale" "sleep" {
  config {
    type      = "inference_playground"
    namespace = inference_playground.chat.metadata.namespace
    name      = inference_playground.chat.metadata.name
    replicas  = 0
  }
}

action "inference_scale" "wake" {
  config {
    type      = "inference_playground"
    namespace = inference_playground.chat.metadata.namespace
    name      = inference_playground.chat.metadata.name
    replicas  = inference_playground.chat.spec.replicas
  }
}

resource "inference_playground" "chat" {
  metadata = { name = "chat", namespace = "llm" }
  spec = {
    replicas    = 2
    model_claim = { model_name = "llama3-1-8b" }
  }
}
