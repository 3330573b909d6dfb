import {
  to       = inference_accelerator_class.h100
  identity = { name = "nvidia-h100-80gb" }
}
