import {
  to = inference_model_infer.llama
  identity = {
    namespace = "default"
    name      = "llama"
  }
}
