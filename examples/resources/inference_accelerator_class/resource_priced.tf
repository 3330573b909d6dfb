# What OME's policies compare: `BestFit` the memory and the speed, `Cheapest` the cost.
resource "inference_accelerator_class" "l40s" {
  metadata = { name = "nvidia-l40s-48gb" }
  spec = {
    vendor = "nvidia"
    family = "ada"
    model  = "l40s"
    discovery = {
      node_selector = { "nvidia.com/gpu.product" = "NVIDIA-L40S" }
      pci_vendor_id = "10de"
    }
    capabilities = {
      memory_gb          = "48Gi"
      compute_capability = "8.9"
      features           = ["fp8", "nvenc"]
      performance        = { fp16_tflops = 362, int8_tops = 733 }
    }
    resources = [{ name = "nvidia.com/gpu", quantity = "1" }]
    cost      = { per_hour = "1.8", spot_per_hour = "0.9", tier = "medium" }
  }
}
