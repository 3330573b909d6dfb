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

resource "inference_objective" "priority" {
  for_each = { interactive = 100, standard = 10, batch = 0 }

  metadata = { name = each.key, namespace = inference_pool.deepseek.metadata.namespace }
  spec = {
    priority = each.value
    pool_ref = { name = inference_pool.deepseek.metadata.name }
  }
}
