# Weights from a bucket, kept on a claim, and what a platform expects of a workload: a queue of Kueue, a priority, zones.
resource "inference_endpoint" "fetched" {
  metadata = { name = "fetched", namespace = "llm" }
  spec = {
    model = {
      source = "s3://weights/qwen2.5-7b-instruct"
      files  = ["config.json", "generation_config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"]
      s3     = { secret_name = "weights-s3", endpoint = "https://minio.example.org" }
    }
    accelerators = { count = 1 }
    cache        = { size = "20Gi" }
    queue        = "inference"
    topology_spread_constraints = [
      { max_skew = 1, topology_key = "topology.kubernetes.io/zone", when_unsatisfiable = "ScheduleAnyway" },
    ]
  }
}
