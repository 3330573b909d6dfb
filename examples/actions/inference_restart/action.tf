# Terraform 1.14 or later restarts the model server when the version of its token changes; `terraform apply -invoke=action.inference_restart.chat` does so at any time.
action "inference_restart" "chat" {
  config {
    type      = "inference_playground"
    namespace = "llm"
    name      = "chat"
    mode      = "direct"
    timeout   = "30m"
  }
}

resource "terraform_data" "token" {
  input = var.token_version

  lifecycle {
    action_trigger {
      events  = [after_update]
      actions = [action.inference_restart.chat]
    }
  }
}

variable "token_version" { type = string }
