import {
  to = inference_kthena_model_booster.qwen
  identity = {
    namespace = "default"
    name      = "qwen"
  }
}
