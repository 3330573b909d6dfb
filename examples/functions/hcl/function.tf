# The configuration for a manifest of a GitOps repository; with a file, the argument is
# `file("chat.yaml")`. Functions need Terraform 1.8 or OpenTofu 1.7.
locals {
  manifest = <<-EOT
    apiVersion: inference.llmaz.io/v1alpha1
    kind: Playground
    metadata:
      name: chat
      namespace: llm
    spec:
      replicas: 2
      modelClaim:
        modelName: qwen2-5-0-5b
  EOT
}

output "configuration" {
  value = provider::inference::hcl(local.manifest).hcl
}
