resource "inference_llmkube_service" "agents" {
  metadata = {
    name      = "agents"
    namespace = "llm"
  }
  spec = {
    model_ref       = "qwen3-8b"
    runtime         = "vllm"
    skip_model_init = true
    # vLLM listens on 8000 unless an argument says otherwise, and the Service sends to this port.
    endpoint = { port = 8000 }
    vllm_config = {
      max_model_len          = 32768
      enable_prefix_caching  = true
      gpu_memory_utilization = 0.9
      hf_token_secret_ref    = { name = "hugging-face", key = "HF_TOKEN" }
    }
    resources = { gpu = 1, cpu = "8", memory = "32Gi" }
    autoscaling = {
      min_replicas = 1
      max_replicas = 4
      metrics = [
        { type = "Pods", name = "vllm:num_requests_running", target_average_value = "8" },
      ]
    }
    tolerations   = [{ key = "nvidia.com/gpu", operator = "Exists", effect = "NoSchedule" }]
    node_selector = { "nvidia.com/gpu.product" = "NVIDIA-L40S" }
  }
}
