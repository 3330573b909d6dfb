data "inference_open_model" "live" {
  metadata = { name = "llama3-1-8b" }
}

output "open_model" {
  value = {
    ready = data.inference_open_model.live.ready
    spec  = jsondecode(data.inference_open_model.live.spec_json)
  }
}
