import {
  to = inference_kthena_model_server.qwen
  identity = {
    namespace = "default"
    name      = "qwen"
  }
}
