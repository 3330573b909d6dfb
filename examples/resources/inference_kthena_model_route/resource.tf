# Clients ask Kthena's router for `qwen`. One request in twenty goes to the new version.
resource "inference_kthena_model_route" "qwen" {
  metadata = { name = "qwen", namespace = "default" }
  spec = {
    model_name = "qwen"
    rules = [{
      target_models = [
        { model_server_name = "qwen", weight = 95 },
        { model_server_name = "qwen-next", weight = 5 },
      ]
    }]
  }
}
