# No operator: two hosts serve one model. The LeaderWorkerSet controller is all that the cluster needs. The containers get
# /dev/shm, through which the processes of their eight GPUs talk.
resource "inference_open_model" "qwen" {
  mode     = "direct"
  metadata = { name = "qwen3-235b" }
  spec = {
    family_name = "qwen3"
    source      = { model_hub = { model_id = "Qwen/Qwen3-235B-A22B" } }
    inference_config = { flavors = [
      { name = "h100", limits = { "nvidia.com/gpu" = "8" }, node_selector = { "nvidia.com/gpu.product" = "NVIDIA-H100-80GB-HBM3" } },
    ] }
  }
}

locals {
  launch = [
    "--model-path", "/workspace/models/models--Qwen--Qwen3-235B-A22B", "--tp", "16", "--nnodes", "2",
    "--node-rank", "$(LWS_WORKER_INDEX)", "--dist-init-addr", "$(LWS_LEADER_ADDRESS):5000",
  ]
}

resource "inference_service" "qwen" {
  mode     = "direct"
  metadata = { name = "qwen3-235b", namespace = "default" }
  spec = {
    replicas     = 1
    model_claims = { models = [{ name = inference_open_model.qwen.metadata.name }], inference_flavors = ["h100"] }
    workload_template = {
      size           = 2
      restart_policy = "RecreateGroupOnPodRestart"
      leader_template = {
        spec = {
          containers = [{
            name            = "model-runner"
            image           = "lmsysorg/sglang:v0.5.5"
            command         = ["python3", "-m", "sglang.launch_server"]
            args            = concat(local.launch, ["--host", "0.0.0.0", "--port", "8080"])
            ports           = [{ name = "http", container_port = 8080 }]
            readiness_probe = { http_get = { path = "/health", port = "http" }, period_seconds = 10 }
          }]
        }
      }
      worker_template = {
        spec = {
          containers = [{
            name    = "model-runner"
            image   = "lmsysorg/sglang:v0.5.5"
            command = ["python3", "-m", "sglang.launch_server"]
            args    = local.launch
          }]
        }
      }
    }
  }
  references = [inference_open_model.qwen.manifest]
  direct     = { flavor_affinity = true }
  timeouts   = { create = "90m" }
}
