# Prefill and decode apart, each on groups of two hosts, behind a router.
resource "inference_cluster_serving_runtime" "prefill_decode" {
  metadata = { name = "srt-deepseek-v3-pd" }
  spec = {
    protocol_versions = ["openAI"]
    model_size_range  = { min = "650B", max = "700B" }
    supported_model_formats = [{
      model_format       = { name = "safetensors", version = "1.0.0" }
      model_framework    = { name = "transformers", version = "4.33.1" }
      model_architecture = "DeepseekV3ForCausalLM"
      quantization       = "fp8"
    }]
    engine_config = {
      leader = { runner = { name = "ome-container", image = "docker.io/lmsysorg/sglang:v0.5.5", command = ["python3", "-m", "sglang.launch_server", "--model-path", "$(MODEL_PATH)", "--disaggregation-mode", "prefill"] } }
      worker = { size = 1, runner = { name = "ome-container", image = "docker.io/lmsysorg/sglang:v0.5.5", command = ["python3", "-m", "sglang.launch_server", "--model-path", "$(MODEL_PATH)", "--disaggregation-mode", "prefill"] } }
    }
    decoder_config = {
      leader = { runner = { name = "ome-container", image = "docker.io/lmsysorg/sglang:v0.5.5", command = ["python3", "-m", "sglang.launch_server", "--model-path", "$(MODEL_PATH)", "--disaggregation-mode", "decode"] } }
      worker = { size = 1, runner = { name = "ome-container", image = "docker.io/lmsysorg/sglang:v0.5.5", command = ["python3", "-m", "sglang.launch_server", "--model-path", "$(MODEL_PATH)", "--disaggregation-mode", "decode"] } }
    }
    router_config = {
      runner = {
        name    = "router"
        image   = "docker.io/lmsysorg/sglang:v0.5.5"
        command = ["python3", "-m", "sglang_router.launch_router", "--pd-disaggregation", "--port", "8080"]
        ports   = [{ name = "http", container_port = 8080, protocol = "TCP" }]
      }
    }
  }
}
