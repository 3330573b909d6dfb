# Qwen3 from 1 to 15 billion parameters on one GPU, behind a router. Loading takes minutes,
# so the startup probe is patient and the readiness probe is not.
resource "inference_serving_runtime" "vllm_routed" {
  metadata = { name = "vllm-qwen3-routed", namespace = "llm" }
  spec = {
    protocol_versions = ["openAI"]
    model_size_range  = { min = "1B", max = "15B" }
    supported_model_formats = [{
      model_format       = { name = "safetensors", version = "1.0.0" }
      model_framework    = { name = "transformers", version = "4.51.0" }
      model_architecture = "Qwen3ForCausalLM"
      auto_select        = true
      priority           = 2
    }]
    engine_config = {
      tolerations = [{ key = "nvidia.com/gpu", operator = "Exists", effect = "NoSchedule" }]
      volumes     = [{ name = "shared-memory", empty_dir = { medium = "Memory", size_limit = "8Gi" } }]
      runner = {
        name    = "ome-container"
        image   = "docker.io/vllm/vllm-openai:v0.9.0.1"
        command = ["vllm", "serve", "$(MODEL_PATH)", "--port", "8080", "--served-model-name", "{{.Name}}", "--gpu-memory-utilization", "0.9"]
        ports   = [{ name = "http", container_port = 8080, protocol = "TCP" }]
        resources = {
          requests = { "nvidia.com/gpu" = "1", cpu = "8", memory = "80Gi" }
          limits   = { "nvidia.com/gpu" = "1", memory = "80Gi" }
        }
        volume_mounts = [{ name = "shared-memory", mount_path = "/dev/shm" }]
        startup_probe = {
          http_get          = { path = "/health", port = "8080" }
          period_seconds    = 6
          failure_threshold = 150
        }
        readiness_probe = {
          http_get       = { path = "/health", port = "8080" }
          period_seconds = 10
        }
      }
    }
    router_config = {
      runner = {
        name    = "router"
        image   = "docker.io/lmsysorg/sglang-router:v0.2.4"
        command = ["python3", "-m", "sglang_router.launch_router", "--service-discovery", "--selector", "component=engine", "--port", "8080"]
        ports   = [{ name = "http", container_port = 8080, protocol = "TCP" }]
      }
    }
  }
}
