import {
  to       = inference_cluster_base_model.deepseek
  identity = { name = "deepseek-v3" }
}
