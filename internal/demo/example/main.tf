terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "chat" {
  metadata = { name = "chat", namespace = "default" }
  spec     = { model = { repository = "Qwen/Qwen2.5-0.5B-Instruct" }, accelerators = { count = 1 } }
}
