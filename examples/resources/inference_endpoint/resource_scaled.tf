# Two to six copies by the requests in each, with adapters, a gated model's token, and a claim that keeps what is downloaded.
variable "hugging_face_token" {
  type      = string
  sensitive = true
}

resource "inference_endpoint" "assistant" {
  metadata    = { name = "assistant", namespace = "llm" }
  credentials = { hugging_face = { token = var.hugging_face_token } }
  spec = {
    model          = { repository = "meta-llama/Llama-3.1-8B-Instruct" }
    accelerators   = { count = 1 }
    context_length = 16384
    autoscaling    = { min = 2, max = 6, target = 16 }
    cache          = { size = "40Gi", access_mode = "ReadWriteMany" }
    adapters       = [{ name = "sql", repository = "example/llama-3.1-8b-sql-lora" }]
    tolerations    = [{ key = "nvidia.com/gpu", operator = "Exists", effect = "NoSchedule" }]
  }
}
