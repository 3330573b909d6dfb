# No operator: the provider makes a LeaderWorkerSet of the role, and a Service in front of
# it. Without a gang to schedule, any scheduler will do.
resource "inference_model_infer" "pair" {
  mode     = "direct"
  metadata = { name = "pair", namespace = "default" }
  spec = {
    replicas       = 1
    scheduler_name = "default-scheduler"
    template = {
      roles = [{
        name            = "server"
        worker_replicas = 1
        entry_template = {
          spec = {
            containers = [{
              name      = "engine"
              image     = "vllm/vllm-openai:v0.9.2"
              command   = ["bash", "-c", "ray start --head && vllm serve Qwen/Qwen2.5-14B-Instruct --pipeline-parallel-size $GROUP_SIZE --distributed-executor-backend ray"]
              ports     = [{ name = "http", container_port = 8000 }]
              resources = { limits = { "nvidia.com/gpu" = "1" } }
              # What a shell runs is not read, so nothing is added that says when it serves.
              readiness_probe = { http_get = { path = "/health", port = "http" }, period_seconds = 10 }
            }]
          }
        }
        worker_template = {
          spec = {
            containers = [{
              name      = "engine"
              image     = "vllm/vllm-openai:v0.9.2"
              command   = ["bash", "-c", "until ray start --address=$(ENTRY_ADDRESS):6379 --block; do sleep 2; done"]
              resources = { limits = { "nvidia.com/gpu" = "1" } }
            }]
          }
        }
      }]
    }
  }
  direct = { service = { port = 8000 } }
}
