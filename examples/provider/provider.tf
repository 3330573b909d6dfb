terraform {
  required_providers {
    inference = {
      source  = "inferops/inference"
      version = "~> 0.1.0"
    }
  }
}

provider "inference" {
  config_path    = "~/.kube/config"
  config_context = "gpu-cluster"

  # Hand custom resources to the installed operators, in the namespace llm unless a
  # resource says otherwise.
  mode      = "operator"
  namespace = "llm"

  # Plans without a cluster check fields against this release of the llmaz API.
  api_releases = { llmaz = "v0.1.4" }
}
