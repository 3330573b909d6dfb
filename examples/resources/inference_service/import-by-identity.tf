import {
  to = inference_service.deepseek
  identity = {
    namespace = "default"
    name      = "deepseek"
  }
}
