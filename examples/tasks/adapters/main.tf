terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

resource "inference_endpoint" "tuned" {
  metadata = { name = "tuned", namespace = "default" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators = { count = 1 }
    adapters     = [{ name = "sql", repository = "example/qwen2.5-7b-sql-lora" }]
  }
}
