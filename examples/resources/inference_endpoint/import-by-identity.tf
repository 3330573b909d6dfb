import {
  to = inference_endpoint.chat
  identity = {
    namespace = "llm"
    name      = "chat"
  }
}
