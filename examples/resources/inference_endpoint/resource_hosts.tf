# A model that no host can hold, on two hosts with eight GPUs each. It needs the controller of LeaderWorkerSets.
resource "inference_endpoint" "large" {
  metadata = { name = "large", namespace = "llm" }
  spec = {
    model = {
      repository = "deepseek-ai/DeepSeek-V3"
      revision   = "e815299b0bcbac849fa540c768ef21845365c9eb"
    }
    engine       = { name = "sglang", args = ["--trust-remote-code"] }
    accelerators = { count = 8 }
    hosts        = 2
  }
}
