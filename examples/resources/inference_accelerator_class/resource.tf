resource "inference_accelerator_class" "h100" {
  metadata = { name = "nvidia-h100-80gb" }
  spec = {
    discovery    = { node_selector = { "nvidia.com/gpu.product" = "NVIDIA-H100-80GB-HBM3" } }
    capabilities = { memory_gb = "80Gi", compute_capability = "9.0" }
    resources    = [{ name = "nvidia.com/gpu", quantity = "1" }]
  }
}
