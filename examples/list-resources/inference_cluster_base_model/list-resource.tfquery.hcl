list "inference_cluster_base_model" "all" {
  provider = inference
  limit    = 100
}
