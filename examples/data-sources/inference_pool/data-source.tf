data "inference_pool" "live" {
  metadata = { name = "llama3-1-8b", namespace = "default" }
}

output "pool" {
  value = {
    ready = data.inference_pool.live.ready
    spec  = jsondecode(data.inference_pool.live.spec_json)
  }
}
