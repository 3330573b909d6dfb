import {
  to       = inference_cluster_serving_runtime.sglang
  identity = { name = "srt-deepseek-pd" }
}
