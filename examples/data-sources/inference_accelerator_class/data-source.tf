data "inference_accelerator_class" "live" {
  metadata = { name = "nvidia-h100-80gb" }
}

output "h100" {
  value = {
    ready = data.inference_accelerator_class.live.ready
    spec  = jsondecode(data.inference_accelerator_class.live.spec_json)
  }
}
