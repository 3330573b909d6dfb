data "inference_playground" "live" {
  metadata = { name = "chat", namespace = "default" }
}

output "playground" {
  value = {
    ready = data.inference_playground.live.ready
    spec  = jsondecode(data.inference_playground.live.spec_json)
  }
}
