terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "scaled" {
  metadata = { name = "scaled", namespace = "default" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators = { count = 1 }
    autoscaling  = { max = 4, prometheus = { server_address = "http://prometheus-operated.monitoring.svc:9090" } }
  }
}
