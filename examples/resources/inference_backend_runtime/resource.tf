resource "inference_backend_runtime" "vllm" {
  metadata = { name = "vllm-long-context" }
  spec = {
    image   = "vllm/vllm-openai"
    version = "v0.7.3"
    command = ["python3", "-m", "vllm.entrypoints.openai.api_server"]
    envs    = [{ name = "VLLM_LOGGING_LEVEL", value = "INFO" }]
    startup_probe = {
      http_get          = { path = "/health", port = "8080" }
      period_seconds    = 10
      failure_threshold = 180
    }
    readiness_probe = {
      http_get       = { path = "/health", port = "8080" }
      period_seconds = 5
    }
    recommended_configs = [{
      name               = "default"
      args               = ["--model", "{{ .ModelPath }}", "--served-model-name", "{{ .ModelName }}", "--host", "0.0.0.0", "--port", "8080", "--max-model-len", "131072"]
      shared_memory_size = "4Gi"
      resources = {
        requests = { cpu = "8", memory = "32Gi" }
        limits   = { cpu = "8", memory = "32Gi" }
      }
    }]
  }
}
