terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "public" {
  metadata = { name = "public", namespace = "default" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators = { count = 1 }
    route        = { gateways = [{ name = "public", namespace = "edge" }], hostnames = ["models.example.org"] }
  }
}
