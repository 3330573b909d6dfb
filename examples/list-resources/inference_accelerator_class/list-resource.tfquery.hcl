list "inference_accelerator_class" "all" {
  provider = inference
  limit    = 100
}
