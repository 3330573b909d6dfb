# The pool and its endpoint picker, which the upstream chart would install.
resource "inference_pool" "qwen" {
  mode     = "direct"
  metadata = { name = "qwen3-8b", namespace = "default" }
  spec = {
    selector     = { match_labels = { app = "qwen3-8b" } }
    target_ports = [{ number = 8000 }]
  }
  direct = {
    replicas  = 2
    engine    = "sglang"
    resources = { requests = { cpu = "500m", memory = "512Mi" } }
  }
}
