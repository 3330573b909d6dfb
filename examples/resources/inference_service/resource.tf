# Two hosts serve one model: a leader and a worker.
resource "inference_service" "deepseek" {
  metadata = { name = "deepseek", namespace = "default" }
  spec = {
    replicas     = 1
    model_claims = { models = [{ name = "deepseek-r1" }], inference_flavors = ["h200"] }
    workload_template = {
      size = 2
      leader_template = {
        spec = {
          containers = [{
            name    = "model-runner"
            image   = "lmsysorg/sglang:v0.4.5-cu121"
            command = ["python3", "-m", "sglang.launch_server"]
            args    = ["--model-path", "/workspace/models/models--deepseek-ai--DeepSeek-R1", "--port", "8080", "--tp", "16", "--nnodes", "2", "--node-rank", "$(LWS_WORKER_INDEX)", "--dist-init-addr", "$(LWS_LEADER_ADDRESS):5000"]
            ports   = [{ name = "http", container_port = 8080 }]
            readiness_probe = {
              tcp_socket     = { port = "8080" }
              period_seconds = 10
            }
          }]
        }
      }
      worker_template = {
        spec = {
          containers = [{
            name    = "model-runner"
            image   = "lmsysorg/sglang:v0.4.5-cu121"
            command = ["python3", "-m", "sglang.launch_server"]
            args    = ["--model-path", "/workspace/models/models--deepseek-ai--DeepSeek-R1", "--tp", "16", "--nnodes", "2", "--node-rank", "$(LWS_WORKER_INDEX)", "--dist-init-addr", "$(LWS_LEADER_ADDRESS):5000"]
          }]
        }
      }
    }
    rollout_strategy = {
      type                         = "RollingUpdate"
      rolling_update_configuration = { max_unavailable = "1" }
    }
  }
}
