# Whatever model a request names, it gets the one that the pool serves.
resource "inference_model_rewrite" "every" {
  metadata = { name = "every-model", namespace = "default" }
  spec = {
    pool_ref = { name = "llama3-1-8b" }
    rules    = [{ targets = [{ model_rewrite = "llama3-1-8b" }] }]
  }
}
