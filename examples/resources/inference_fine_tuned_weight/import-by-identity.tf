import {
  to       = inference_fine_tuned_weight.lora
  identity = { name = "support-lora" }
}
