# Weights that were merged into a copy of a model of the namespace `llm`.
resource "inference_fine_tuned_weight" "merged" {
  metadata = { name = "claims-merged", labels = { team = "claims" } }
  spec = {
    display_name     = "Claims assistant, third training"
    version          = "3"
    vendor           = "example"
    base_model_ref   = { name = "claims-qwen3-32b", namespace = "llm" }
    training_job_ref = { name = "claims-2025-06", namespace = "training" }
    model_type       = "Tfew"
    hyper_parameters = jsonencode({ strategy = "tfew", epochs = 3, learning_rate = 0.0001 })
    configuration    = jsonencode({ merged_weights = true })
    storage          = { storage_uri = "oci://n/tenancy/b/adapters/o/claims/v3" }
  }
}
