# Requests of this objective wait while those of a higher priority need the pool.
resource "inference_objective" "nightly" {
  metadata = { name = "nightly-reports", namespace = "default" }
  spec = {
    priority = 0
    pool_ref = { name = "llama3-1-8b" }
  }
}
