# The workloads of a model that no resource stands for. Functions need Terraform 1.8 or OpenTofu 1.7.
locals {
  model = jsonencode({
    apiVersion = "llmaz.io/v1alpha1"
    kind       = "OpenModel"
    metadata   = { name = "qwen2-5-0-5b" }
    spec = {
      familyName = "qwen2"
      source     = { modelHub = { modelID = "Qwen/Qwen2.5-0.5B-Instruct" } }
    }
  })
  chat = jsonencode({
    apiVersion = "inference.llmaz.io/v1alpha1"
    kind       = "Playground"
    metadata   = { name = "chat", namespace = "llm" }
    spec       = { modelClaim = { modelName = "qwen2-5-0-5b" } }
  })
}

output "workloads" {
  value = provider::inference::render(local.chat, [local.model], null).yaml
}
