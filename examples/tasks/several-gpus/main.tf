terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "large" {
  metadata = { name = "large", namespace = "default" }
  spec = {
    model          = { repository = "Qwen/Qwen2.5-72B-Instruct" }
    accelerators   = { count = 4 }
    context_length = 16384
  }
}
