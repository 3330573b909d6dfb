import {
  to = inference_model_serving.deepseek
  identity = {
    namespace = "default"
    name      = "deepseek"
  }
}
