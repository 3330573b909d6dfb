import {
  to       = inference_open_model.llama
  identity = { name = "llama3-1-8b" }
}
