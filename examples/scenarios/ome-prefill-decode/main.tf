# DeepSeek-V3 with prefill and decode apart, behind a router that finds them, and a benchmark of it.
# OME runs all of it or, with mode = "direct", the provider does.
terraform {
  required_providers {
    inference = { source = "inferops/inference", version = "~> 0.1.0" }
  }
}

variable "mode" {
  description = "Who makes the workloads: \"operator\", OME, or \"direct\", the provider itself."
  type        = string
  default     = "operator"
}

provider "inference" {
  mode         = var.mode
  api_releases = { ome = "v0.1.5" }
}

resource "inference_cluster_base_model" "deepseek" {
  metadata = { name = "deepseek-v3" }
  spec = {
    vendor               = "deepseek-ai"
    model_format         = { name = "safetensors", version = "1.0.0" }
    model_framework      = { name = "transformers", version = "4.33.1" }
    model_architecture   = "DeepseekV3ForCausalLM"
    model_parameter_size = "685B"
    quantization         = "fp8"
    storage = {
      storage_uri = "hf://deepseek-ai/DeepSeek-V3"
      path        = "/raid/models/deepseek-ai/DeepSeek-V3"
    }
  }
  direct   = { namespace = "llm", size = "1Ti", access_mode = "ReadWriteMany" }
  timeouts = { create = "6h" }
}

locals {
  sglang = "docker.io/lmsysorg/sglang:v0.5.5"
  gpus   = { "nvidia.com/gpu" = "8" }
  serve  = ["python3", "-m", "sglang.launch_server", "--model-path", "$(MODEL_PATH)", "--served-model-name", "deepseek-v3", "--port", "8080", "--tp-size", "8"]
}

resource "inference_cluster_serving_runtime" "sglang" {
  metadata = { name = "srt-deepseek-v3-pd" }
  spec = {
    protocol_versions = ["openAI"]
    model_size_range  = { min = "650B", max = "700B" }
    supported_model_formats = [{
      model_format       = { name = "safetensors", version = "1.0.0" }
      model_framework    = { name = "transformers", version = "4.33.1" }
      model_architecture = "DeepseekV3ForCausalLM"
      quantization       = "fp8"
    }]
    engine_config = {
      volumes = [{ name = "dshm", empty_dir = { medium = "Memory" } }]
      runner = {
        name          = "ome-container"
        image         = local.sglang
        command       = concat(local.serve, ["--disaggregation-mode", "prefill"])
        ports         = [{ name = "http", container_port = 8080, protocol = "TCP" }]
        resources     = { requests = local.gpus, limits = local.gpus }
        volume_mounts = [{ name = "dshm", mount_path = "/dev/shm" }]
      }
    }
    decoder_config = {
      volumes = [{ name = "dshm", empty_dir = { medium = "Memory" } }]
      runner = {
        name          = "ome-container"
        image         = local.sglang
        command       = concat(local.serve, ["--disaggregation-mode", "decode"])
        ports         = [{ name = "http", container_port = 8080, protocol = "TCP" }]
        resources     = { requests = local.gpus, limits = local.gpus }
        volume_mounts = [{ name = "dshm", mount_path = "/dev/shm" }]
      }
    }
    router_config = {
      runner = {
        name    = "router"
        image   = local.sglang
        command = ["python3", "-m", "sglang_router.launch_router", "--pd-disaggregation", "--port", "8080"]
        args = [
          "--service-discovery", "--service-discovery-namespace", "llm", "--service-discovery-port", "8080",
          "--prefill-selector", "component=engine ome.io/inferenceservice={{.Name}}",
          "--decode-selector", "component=decoder ome.io/inferenceservice={{.Name}}",
        ]
        ports     = [{ name = "http", container_port = 8080, protocol = "TCP" }]
        resources = { requests = { cpu = "2", memory = "4Gi" } }
      }
    }
  }
}

resource "inference_ome_service" "deepseek" {
  metadata = { name = "deepseek-v3", namespace = "llm" }
  spec = {
    model   = { name = inference_cluster_base_model.deepseek.metadata.name }
    runtime = { name = inference_cluster_serving_runtime.sglang.metadata.name }
    engine  = { min_replicas = 2, max_replicas = 2 }
    decoder = { min_replicas = 1, max_replicas = 1 }
    router  = { min_replicas = 1, max_replicas = 2 }
  }
  references = [
    inference_cluster_base_model.deepseek.manifest,
    inference_cluster_serving_runtime.sglang.manifest,
  ]
  timeouts = { create = "90m" }
}

resource "inference_benchmark_job" "deepseek" {
  metadata = { name = "deepseek-v3", namespace = "llm" }
  spec = {
    endpoint                   = { inference_service = { name = inference_ome_service.deepseek.metadata.name, namespace = "llm" } }
    task                       = "text-to-text"
    traffic_scenarios          = ["D(100,100)", "D(2000,200)"]
    num_concurrency            = [1, 16, 64]
    max_time_per_iteration     = 15
    max_requests_per_iteration = 300
    output_location            = { storage_uri = "pvc://benchmark-results/deepseek-v3" }
  }
  references = [
    inference_cluster_base_model.deepseek.manifest,
    inference_ome_service.deepseek.manifest,
  ]
  direct   = { model_name = "deepseek-v3" }
  timeouts = { create = "2h" }
}
