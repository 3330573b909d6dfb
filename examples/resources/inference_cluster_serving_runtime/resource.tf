# Services of every namespace find it by the format and the architecture of their model.
resource "inference_cluster_serving_runtime" "sglang" {
  metadata = { name = "srt-deepseek-pd" }
  spec = {
    supported_model_formats = [{
      model_format       = { name = "safetensors", version = "1.0.0" }
      model_framework    = { name = "transformers", version = "4.33.1" }
      model_architecture = "DeepseekV3ForCausalLM"
      quantization       = "fp8"
      auto_select        = true
    }]
    engine_config = {
      runner = {
        name    = "ome-container"
        image   = "docker.io/lmsysorg/sglang:v0.5.5"
        command = ["python3", "-m", "sglang.launch_server", "--model-path", "$(MODEL_PATH)", "--port", "8080"]
      }
    }
  }
}
