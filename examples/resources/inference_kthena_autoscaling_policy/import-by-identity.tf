import {
  to = inference_kthena_autoscaling_policy.qwen
  identity = {
    namespace = "default"
    name      = "qwen"
  }
}
