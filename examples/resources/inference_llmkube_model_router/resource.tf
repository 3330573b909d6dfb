# Whatever names the model `chat` is served in the cluster, with a provider as the reserve. Requests with personal data never
# leave the cluster.
resource "inference_llmkube_model_router" "front" {
  metadata = { name = "front", namespace = "llm" }
  spec = {
    backends = [
      { name = "chat", inference_service_ref = { name = "chat" }, timeout = "90s" },
      {
        name = "reserve"
        tier = "cloud"
        external = {
          provider               = "openai"
          model                  = "gpt-5-mini"
          credentials_secret_ref = { name = "openai" }
        }
      },
    ]
    rules = [
      {
        name        = "personal"
        fail_closed = true
        match       = { data_classification = ["pii", "phi"] }
        route       = { backends = ["chat"] }
      },
      {
        name  = "chat"
        match = { models = ["chat*"] }
        route = { backends = ["chat", "reserve"] }
      },
    ]
    default_route = "chat"
    proxy         = { replicas = 2 }
  }
}
