# Four data-parallel ranks in every pod, each on a port of its own, and objectives that
# sort the requests to them by priority.
resource "inference_pool" "deepseek" {
  metadata = {
    name      = "deepseek-r1"
    namespace = "llm"
    labels    = { team = "search" }
  }
  spec = {
    selector = {
      match_labels = {
        "app.kubernetes.io/name" = "vllm"
        "llm.example.com/model"  = "deepseek-r1"
      }
    }
    target_ports = [{ number = 8000 }, { number = 8001 }, { number = 8002 }, { number = 8003 }]
    app_protocol = "http"
    endpoint_picker_ref = {
      name         = "deepseek-r1-epp"
      port         = { number = 9002 }
      failure_mode = "FailClose"
    }
  }
}

resource "inference_objective" "interactive" {
  metadata = { name = "interactive", namespace = inference_pool.deepseek.metadata.namespace }
  spec = {
    priority = 100
    pool_ref = { name = inference_pool.deepseek.metadata.name }
  }
}

resource "inference_objective" "batch" {
  metadata = { name = "batch", namespace = inference_pool.deepseek.metadata.namespace }
  spec = {
    priority = 0
    pool_ref = { name = inference_pool.deepseek.metadata.name }
  }
}
