data "inference_objective" "live" {
  metadata = { name = "interactive", namespace = "default" }
}

output "objective" {
  value = {
    ready = data.inference_objective.live.ready
    spec  = jsondecode(data.inference_objective.live.spec_json)
  }
}
