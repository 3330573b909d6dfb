list "inference_backend_runtime" "all" {
  provider = inference
  limit    = 100
}
