terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "cached" {
  metadata = { name = "cached", namespace = "default" }
  spec     = { model = { repository = "Qwen/Qwen2.5-7B-Instruct" }, accelerators = { count = 1 }, cache = { size = "20Gi" } }
}
