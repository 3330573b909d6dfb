# One base model on one GPU, and two LoRA adapters of it. Each is a model of its own to clients.
resource "inference_endpoint" "assistant" {
  metadata = { name = "assistant", namespace = "default" }
  spec = {
    model             = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    served_model_name = "qwen"
    accelerators      = { count = 1 }
    adapters = [
      { name = "sql", repository = "example/qwen2.5-7b-sql-lora" },
      { name = "legal", repository = "example/qwen2.5-7b-legal-lora" },
    ]
    engine = { args = ["--max-lora-rank", "32", "--max-loras", "2"] }
    cache  = { size = "40Gi" }
  }
}

output "models" {
  value = ["qwen", "sql", "legal"]
}
