import {
  to = inference_ome_service.chat
  identity = {
    namespace = "llm"
    name      = "deepseek"
  }
}
