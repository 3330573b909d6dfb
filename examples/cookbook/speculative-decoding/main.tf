# vLLM drafts tokens from what the prompt has already, and the model checks them: faster answers where they repeat the prompt.
resource "inference_endpoint" "editor" {
  metadata = { name = "editor", namespace = "default" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators = { count = 1 }
    engine = {
      args = ["--speculative-config", jsonencode({ method = "ngram", num_speculative_tokens = 4, prompt_lookup_max = 4 })]
    }
  }
}
