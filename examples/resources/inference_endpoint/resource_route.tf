# Behind a Gateway, under a path of its own: an inference pool chooses among the copies by what their caches hold.
resource "inference_endpoint" "routed" {
  metadata = { name = "routed", namespace = "llm" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators = { count = 1 }
    replicas     = 2
    route = {
      gateways     = [{ name = "public", namespace = "edge", section_name = "https" }]
      hostnames    = ["models.example.org"]
      path_prefix  = "/qwen"
      strip_prefix = true
      timeouts     = { request = "10m" }
      pool         = { resources = { requests = { cpu = "500m", memory = "1Gi" } } }
    }
  }
}
