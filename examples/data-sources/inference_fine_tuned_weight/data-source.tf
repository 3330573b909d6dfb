data "inference_fine_tuned_weight" "live" {
  metadata = { name = "support-lora" }
}

output "lora" {
  value = {
    ready = data.inference_fine_tuned_weight.live.ready
    spec  = jsondecode(data.inference_fine_tuned_weight.live.spec_json)
  }
}
