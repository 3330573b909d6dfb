# The results go to a bucket, whose credentials come from a Secret instead of the arguments
# of the Job. The Secret has AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
resource "inference_benchmark_job" "nightly" {
  metadata = { name = "deepseek-nightly", namespace = "llm" }
  spec = {
    endpoint                      = { inference_service = { name = "deepseek", namespace = "llm" } }
    hugging_face_secret_reference = { name = "hf-token" }
    service_metadata              = { engine = "SGLang", version = "v0.5.5", gpu_type = "H100", gpu_count = 8 }
    task                          = "text-to-text"
    traffic_scenarios             = ["D(100,100)", "D(2000,200)", "N(480,240)/(300,150)"]
    num_concurrency               = [1, 16, 64, 256]
    max_time_per_iteration        = 20
    max_requests_per_iteration    = 1000
    result_folder_name            = "deepseek-v3-sglang"
    output_location = {
      storage_uri = "s3://benchmarks@eu-central-1/deepseek"
      parameters  = { aws_region = "eu-central-1" }
    }
    pod_override = {
      env_from    = [{ secret_ref = { name = "benchmark-bucket" } }]
      resources   = { requests = { cpu = "8", memory = "16Gi" }, limits = { memory = "16Gi" } }
      tolerations = [{ key = "benchmarks", operator = "Exists", effect = "NoSchedule" }]
    }
  }
}
