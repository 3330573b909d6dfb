list "inference_fine_tuned_weight" "all" {
  provider = inference
  limit    = 100
}
