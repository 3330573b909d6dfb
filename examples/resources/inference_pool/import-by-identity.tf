import {
  to = inference_pool.llama
  identity = {
    namespace = "default"
    name      = "llama3-1-8b"
  }
}
