resource "inference_benchmark_job" "chat" {
  metadata = { name = "deepseek-chat", namespace = "llm" }
  spec = {
    endpoint                   = { inference_service = { name = "deepseek", namespace = "llm" } }
    task                       = "text-to-text"
    traffic_scenarios          = ["D(100,100)", "N(480,240)/(300,150)"]
    num_concurrency            = [1, 8, 64]
    max_time_per_iteration     = 15
    max_requests_per_iteration = 300
    output_location            = { storage_uri = "pvc://benchmark-results/deepseek" }
  }
}
