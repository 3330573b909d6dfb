# No operator: the provider renders the workload and applies it itself.
resource "inference_open_model" "opt" {
  mode     = "direct"
  metadata = { name = "opt-125m" }
  spec = {
    family_name      = "opt"
    source           = { model_hub = { model_id = "facebook/opt-125m" } }
    inference_config = { flavors = [{ name = "gpu", limits = { "nvidia.com/gpu" = "1" } }] }
  }
}

resource "inference_playground" "opt" {
  mode     = "direct"
  metadata = { name = "opt-125m", namespace = "default" }
  spec = {
    model_claim    = { model_name = inference_open_model.opt.metadata.name }
    elastic_config = { min_replicas = 1, max_replicas = 4, scale_trigger = { hpa = {} } }
  }
  references = [inference_open_model.opt.manifest]
  direct = {
    cache = { size = "20Gi", access_mode = "ReadWriteMany" }
  }
  timeouts = { create = "45m" }
}
