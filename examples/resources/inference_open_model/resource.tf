resource "inference_open_model" "llama" {
  metadata = {
    name   = "llama3-1-8b"
    labels = { team = "search" }
  }
  spec = {
    family_name = "llama3"
    source = {
      model_hub = {
        model_id        = "meta-llama/Llama-3.1-8B-Instruct"
        revision        = "0e9e39f249a16976918f6564b8830bc894c89659"
        ignore_patterns = ["*.pth", "original/*"]
      }
    }
    inference_config = {
      flavors = [
        {
          name          = "h100"
          limits        = { "nvidia.com/gpu" = "1" }
          node_selector = { "nvidia.com/gpu.product" = "NVIDIA-H100-80GB-HBM3" }
        },
        {
          name          = "l40s"
          limits        = { "nvidia.com/gpu" = "2" }
          node_selector = { "nvidia.com/gpu.product" = "NVIDIA-L40S" }
        },
      ]
    }
  }
}
