# Requests with the header `x-gateway-inference-objective: interactive` go before all
# those whose priority is lower.
resource "inference_objective" "interactive" {
  metadata = { name = "interactive", namespace = "default" }
  spec = {
    priority = 100
    pool_ref = { name = "llama3-1-8b" }
  }
}
