# What a configuration costs in a month, from the accelerators that the plan knows. The plan warns when it is too much.
variable "hourly" {
  description = "The price of an accelerator for an hour."
  type        = map(number)
  default     = { "nvidia.com/gpu" = 2.5 }
}

resource "inference_endpoint" "assistant" {
  metadata = { name = "assistant", namespace = "default" }
  spec = {
    model        = { repository = "Qwen/Qwen2.5-7B-Instruct" }
    accelerators = { count = 1 }
    autoscaling  = { min = 1, max = 4 }
  }
}

locals {
  hours = 730
  month = {
    for name, count in inference_endpoint.assistant.accelerators : name => {
      min = count.min * var.hourly[name] * local.hours
      max = count.max * var.hourly[name] * local.hours
    }
  }
}

output "month" {
  value = local.month
}

check "budget" {
  assert {
    condition     = sum([for cost in local.month : cost.max]) <= 8000
    error_message = "The model may cost ${sum([for cost in local.month : cost.max])} a month."
  }
}
