# `table` asks nobody: the provider knows the models that people serve most. Without it, the facts are those of Hugging Face.
data "inference_model" "chat" {
  source     = "table"
  repository = "Qwen/Qwen2.5-32B-Instruct"

  fit = {
    engine      = "vllm"
    accelerator = "NVIDIA-L40S" # the label nvidia.com/gpu.product of the nodes
    count       = 4
    context     = 16384
    concurrency = 8
  }

  lifecycle {
    postcondition {
      condition     = self.fit.fits
      error_message = "The model does not fit: ${self.fit.reason}. It takes ${self.fit.min_accelerators} of these accelerators."
    }
  }
}

output "sequences" {
  value = "${data.inference_model.chat.fit.max_concurrency} sequences of ${data.inference_model.chat.fit.context} tokens"
}
