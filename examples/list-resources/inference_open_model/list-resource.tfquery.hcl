list "inference_open_model" "all" {
  provider = inference
  limit    = 100
}
