terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "embed" {
  metadata = { name = "embed", namespace = "default" }
  spec     = { model = { repository = "BAAI/bge-m3" }, accelerators = { count = 1 } }
}
