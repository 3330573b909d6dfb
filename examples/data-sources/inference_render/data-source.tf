# The workloads of a custom resource that is kept as YAML, written to a folder that GitOps applies.
data "inference_render" "chat" {
  manifest = yamlencode({
    apiVersion = "inference.llmaz.io/v1alpha1"
    kind       = "Playground"
    metadata   = { name = "chat", namespace = "llm" }
    spec       = { replicas = 2, modelClaim = { modelName = "qwen2-5-0-5b" } }
  })
  references = [jsonencode({
    apiVersion = "llmaz.io/v1alpha1"
    kind       = "OpenModel"
    metadata   = { name = "qwen2-5-0-5b" }
    spec = {
      familyName = "qwen2"
      source     = { modelHub = { modelID = "Qwen/Qwen2.5-0.5B-Instruct" } }
    }
  })]
  options = jsonencode({ workload = "Deployment" })
}

output "workloads" {
  value = data.inference_render.chat.yaml
}
