terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "agent" {
  metadata = { name = "agent", namespace = "default" }
  spec = {
    model        = { repository = "Qwen/Qwen3-8B" }
    accelerators = { count = 1 }
    engine       = { args = ["--enable-auto-tool-choice", "--tool-call-parser=hermes", "--reasoning-parser=qwen3"] }
  }
}
