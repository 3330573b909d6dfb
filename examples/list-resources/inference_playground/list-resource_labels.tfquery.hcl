# `terraform query` finds what is in the cluster and not in the configuration, and writes import
# blocks for it with `-generate-config-out=<file>`. Queries need Terraform 1.14.
list "inference_playground" "search" {
  provider         = inference
  include_resource = true
  limit            = 100

  config {
    namespace      = "llm"
    label_selector = "team=search"
  }
}
