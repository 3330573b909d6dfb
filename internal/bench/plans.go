package main

import (
	"context"
	"fmt"
	"time"
)

// omeService is an engine and a decoder over two nodes each behind a router, with the
// largest of the schemas.
const omeService = `
resource "inference_ome_service" "s" {
  count    = %d
  metadata = { name = "deepseek-${count.index}", namespace = "llm" }
  spec = {
    model   = { name = "deepseek-v3" }
    runtime = { name = "srt-deepseek-pd" }
    engine = {
      min_replicas = 1
      max_replicas = 2
      leader       = { runner = { name = "ome-container", image = "lmsysorg/sglang:v0.5.2-cu126", args = ["--tp", "16"], resources = { limits = { "nvidia.com/gpu" = "8" } } } }
      worker       = { size = 1, runner = { name = "ome-container", image = "lmsysorg/sglang:v0.5.2-cu126", resources = { limits = { "nvidia.com/gpu" = "8" } } } }
    }
    decoder = {
      min_replicas = 1
      max_replicas = 2
      leader       = { runner = { name = "ome-container", image = "lmsysorg/sglang:v0.5.2-cu126", args = ["--tp", "16"], resources = { limits = { "nvidia.com/gpu" = "8" } } } }
      worker       = { size = 1, runner = { name = "ome-container", image = "lmsysorg/sglang:v0.5.2-cu126", resources = { limits = { "nvidia.com/gpu" = "8" } } } }
    }
    router = { min_replicas = 1, max_replicas = 2 }
  }
}
`

const llmkubeService = `
resource "inference_llmkube_service" "s" {
  count    = %d
  metadata = { name = "agents-${count.index}", namespace = "llm" }
  spec = {
    model_ref       = "qwen3-8b"
    runtime         = "vllm"
    skip_model_init = true
    endpoint        = { port = 8000 }
    vllm_config     = { max_model_len = 32768, enable_prefix_caching = true, gpu_memory_utilization = 0.9 }
    resources       = { gpu = 1, cpu = "8", memory = "32Gi" }
    tolerations     = [{ key = "nvidia.com/gpu", operator = "Exists", effect = "NoSchedule" }]
    node_selector   = { "nvidia.com/gpu.product" = "NVIDIA-L40S" }
  }
}
`

const endpoint = `
resource "inference_endpoint" "s" {
  count    = %d
  metadata = { name = "chat-${count.index}", namespace = "llm" }
  spec = {
    model          = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators   = { count = 1 }
    context_length = 16384
    autoscaling    = { max = 4 }
    route          = { gateways = [{ name = "public" }], path_prefix = "/chat-${count.index}", strip_prefix = true }
  }
}
`

// plans measures the plan of many creations, which is what the size of a schema costs.
func (b *bench) plans(ctx context.Context) error {
	for _, one := range []struct {
		what, config string
		count, runs  int
	}{
		{"inference_ome_service", omeService, 20, 1},
		{"inference_ome_service", omeService, 100, 1},
		{"inference_llmkube_service", llmkubeService, 100, 1},
		{"inference_endpoint", endpoint, 100, b.runs},
	} {
		tf, err := b.workspace(ctx, "plans", fmt.Sprintf(header, "")+fmt.Sprintf(one.config, one.count))
		if err != nil {
			return err
		}
		var cpu time.Duration
		wall, err := repeated(one.runs, func() (time.Duration, error) {
			return timed(func() (err error) {
				cpu, err = tf.CPU(ctx, "plan", "-refresh=false", "-no-color", "-out=plan")
				return err
			})
		})
		if err != nil {
			return err
		}
		figure(fmt.Sprintf("Plan of %d %s without a refresh", one.count, one.what), "%s, %s of CPU", spread(wall), rounded(cpu))
	}
	return nil
}
