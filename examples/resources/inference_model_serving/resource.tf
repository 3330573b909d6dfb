# One group with one prefill and one decode pod.
resource "inference_model_serving" "deepseek" {
  metadata = { name = "deepseek", namespace = "default" }
  spec = {
    replicas = 1
    template = {
      roles = [for name in ["prefill", "decode"] : {
        name            = name
        replicas        = 1
        worker_replicas = 0
        entry_template = {
          spec = {
            containers = [{
              name  = "engine"
              image = "lmsysorg/sglang:v0.4.9"
              args  = ["--model-path", "deepseek-ai/DeepSeek-V3", "--disaggregation-mode", name]
              resources = {
                limits = { "nvidia.com/gpu" = "8" }
              }
            }]
          }
        }
      }]
    }
  }
}
