# Prefill and decode apart, behind two routers. Scaled by an autoscaler of its own, at
# least one decoder stays up during maintenance, and the plan compares the service with its
# model and its runtime.
resource "inference_ome_service" "prefill_decode" {
  metadata = {
    name        = "deepseek-pd"
    namespace   = "llm"
    annotations = { "ome.io/service-type" = "LoadBalancer" }
  }
  spec = {
    model   = { name = "deepseek-r1", kind = "ClusterBaseModel" }
    runtime = { name = "srt-deepseek-r1", kind = "ClusterServingRuntime" }
    engine = {
      min_replicas = 1
      max_replicas = 4
      runner = {
        name = "ome-container"
        env  = [{ name = "SGLANG_LOG_LEVEL", value = "info" }]
      }
    }
    decoder = {
      min_replicas  = 2
      max_replicas  = 4
      min_available = "1"
    }
    router = {
      min_replicas = 2
      max_replicas = 2
    }
  }
  references = [
    inference_cluster_base_model.r1.manifest,
    inference_cluster_serving_runtime.r1.manifest,
  ]
}

resource "inference_cluster_base_model" "r1" {
  metadata = { name = "deepseek-r1" }
  spec = {
    model_format         = { name = "safetensors", version = "1.0.0" }
    model_framework      = { name = "transformers", version = "4.33.1" }
    model_architecture   = "DeepseekV3ForCausalLM"
    model_parameter_size = "685B"
    quantization         = "fp8"
    storage = {
      storage_uri = "hf://deepseek-ai/DeepSeek-R1-0528"
      path        = "/raid/models/deepseek-ai/DeepSeek-R1-0528"
    }
  }
}

resource "inference_cluster_serving_runtime" "r1" {
  metadata = { name = "srt-deepseek-r1" }
  spec = {
    model_size_range = { min = "650B", max = "700B" }
    supported_model_formats = [{
      model_format       = { name = "safetensors", version = "1.0.0" }
      model_framework    = { name = "transformers", version = "4.33.1" }
      model_architecture = "DeepseekV3ForCausalLM"
      quantization       = "fp8"
    }]
    engine_config = {
      volumes = [{ name = "dshm", empty_dir = { medium = "Memory" } }]
      runner = {
        name          = "ome-container"
        image         = "docker.io/lmsysorg/sglang:v0.5.5"
        command       = ["python3", "-m", "sglang.launch_server", "--model-path", "$(MODEL_PATH)", "--port", "8080", "--tp-size", "8", "--disaggregation-mode", "prefill"]
        resources     = { requests = { "nvidia.com/gpu" = "8" }, limits = { "nvidia.com/gpu" = "8" } }
        volume_mounts = [{ name = "dshm", mount_path = "/dev/shm" }]
      }
    }
    decoder_config = {
      volumes = [{ name = "dshm", empty_dir = { medium = "Memory" } }]
      runner = {
        name          = "ome-container"
        image         = "docker.io/lmsysorg/sglang:v0.5.5"
        command       = ["python3", "-m", "sglang.launch_server", "--model-path", "$(MODEL_PATH)", "--port", "8080", "--tp-size", "8", "--disaggregation-mode", "decode"]
        resources     = { requests = { "nvidia.com/gpu" = "8" }, limits = { "nvidia.com/gpu" = "8" } }
        volume_mounts = [{ name = "dshm", mount_path = "/dev/shm" }]
      }
    }
    router_config = {
      runner = {
        name    = "router"
        image   = "docker.io/lmsysorg/sglang-router:v0.2.4"
        command = ["python3", "-m", "sglang_router.launch_router", "--pd-disaggregation", "--service-discovery", "--port", "8080"]
        ports   = [{ name = "http", container_port = 8080, protocol = "TCP" }]
      }
    }
  }
}
