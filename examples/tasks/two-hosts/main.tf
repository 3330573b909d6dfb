terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "huge" {
  metadata = { name = "huge", namespace = "default" }
  spec = {
    model        = { repository = "deepseek-ai/DeepSeek-R1" }
    accelerators = { count = 8 }
    hosts        = 2
  }
}
