terraform {
  required_providers {
    inference = { source = "inferops/inference" }
  }
}

provider "inference" {}

resource "inference_endpoint" "chat" {
  metadata = { name = "chat", namespace = "default" }
  spec     = { model = { claim = { name = "weights" }, file = "tiny.gguf" }, served_model_name = "tiny" }
}
