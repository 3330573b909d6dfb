resource "inference_llmkube_service" "tuned" {
  metadata = { name = "tuned", namespace = "llm" }
  spec = {
    model_ref       = "qwen3-8b"
    runtime         = "sglang"
    skip_model_init = true
    # SGLang listens on 30000 unless an argument says otherwise, and the Service sends to this port.
    endpoint = { port = 30000 }
    # SGLang takes adapters later only when it is started for them.
    sglang_config = { max_lora_rank = 64, lora_target_modules = ["q_proj", "v_proj"] }
    extra_args    = ["--enable-lora"]
    resources     = { gpu = 1, cpu = "8", memory = "32Gi" }
  }
}

resource "inference_llmkube_lora_adapter" "support" {
  metadata = { name = "support", namespace = "llm" }
  spec = {
    name                  = "support"
    path                  = "acme/support-lora"
    inference_service_ref = { name = inference_llmkube_service.tuned.metadata.name }
  }
  references = [inference_llmkube_service.tuned.manifest]
}
