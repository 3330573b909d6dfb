import {
  to = inference_kthena_model_route.qwen
  identity = {
    namespace = "default"
    name      = "qwen"
  }
}
