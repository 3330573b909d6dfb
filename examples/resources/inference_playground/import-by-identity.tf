import {
  to = inference_playground.chat
  identity = {
    namespace = "default"
    name      = "chat"
  }
}
