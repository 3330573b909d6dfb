import {
  to = inference_model_rewrite.chat
  identity = {
    namespace = "default"
    name      = "chat"
  }
}
