list "inference_cluster_serving_runtime" "all" {
  provider = inference
  limit    = 100
}
