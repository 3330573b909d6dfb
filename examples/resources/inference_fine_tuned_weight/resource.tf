resource "inference_fine_tuned_weight" "lora" {
  metadata = { name = "support-lora" }
  spec = {
    base_model_ref   = { name = "llama-3-3-70b-instruct" }
    model_type       = "Adapter"
    hyper_parameters = jsonencode({ strategy = "lora", rank = 16 })
    configuration    = jsonencode({ merged_weights = false })
    storage          = { storage_uri = "oci://n/tenancy/b/adapters/o/support/v3" }
  }
}
