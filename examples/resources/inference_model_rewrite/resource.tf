# Clients ask for `chat`. One request in twenty tries the new version.
resource "inference_model_rewrite" "chat" {
  metadata = { name = "chat", namespace = "default" }
  spec = {
    pool_ref = { name = "llama3-1-8b" }
    rules = [{
      matches = [{ model = { value = "chat" } }]
      targets = [
        { model_rewrite = "llama3-1-8b", weight = 95 },
        { model_rewrite = "llama3-1-8b-tuned", weight = 5 },
      ]
    }]
  }
}
