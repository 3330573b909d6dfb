# The model comes from a bucket of Oracle Cloud, which the nodes may read, to the nodes with
# H200 only. What it is stands here, so that the plan compares it with runtimes.
resource "inference_cluster_base_model" "mirrored" {
  metadata = { name = "deepseek-r1" }
  spec = {
    display_name         = "DeepSeek R1"
    vendor               = "deepseek-ai"
    version              = "0528"
    model_type           = "deepseek_v3"
    model_format         = { name = "safetensors", version = "1.0.0" }
    model_framework      = { name = "transformers", version = "4.33.1" }
    model_architecture   = "DeepseekV3ForCausalLM"
    model_parameter_size = "685B"
    quantization         = "fp8"
    model_capabilities   = ["TEXT_GENERATION", "CHAT"]
    storage = {
      storage_uri   = "oci://n/tenancy/b/models/o/deepseek-ai/DeepSeek-R1-0528"
      path          = "/raid/models/deepseek-ai/DeepSeek-R1-0528"
      parameters    = { auth = "InstancePrincipal", region = "eu-frankfurt-1" }
      node_selector = { "nvidia.com/gpu.product" = "NVIDIA-H200" }
    }
  }
}
