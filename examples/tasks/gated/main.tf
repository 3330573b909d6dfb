terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

variable "hugging_face_token" { sensitive = true }

resource "inference_endpoint" "llama" {
  metadata    = { name = "llama", namespace = "default" }
  credentials = { hugging_face = { token = var.hugging_face_token } }
  spec        = { model = { repository = "meta-llama/Llama-3.1-8B-Instruct" }, accelerators = { count = 1 } }
}
