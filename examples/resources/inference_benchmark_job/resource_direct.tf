# No operator: the provider makes the Job. It measures any server with the API of OpenAI.
resource "inference_benchmark_job" "chat" {
  mode     = "direct"
  metadata = { name = "chat-by-url", namespace = "default" }
  spec = {
    endpoint                      = { endpoint = { url = "http://opt-125m-lb.default.svc:8080", api_format = "openai", model_name = "opt-125m" } }
    hugging_face_secret_reference = { name = "hf-token" }
    task                          = "text-to-text"
    traffic_scenarios             = ["D(100,100)"]
    num_concurrency               = [1, 8]
    max_time_per_iteration        = 15
    max_requests_per_iteration    = 300
    output_location               = { storage_uri = "pvc://benchmark-results/chat" }
  }
  direct   = { tokenizer = "facebook/opt-125m" }
  timeouts = { create = "2h" }
}
