# The smallest number of accelerators of each kind that serves a model with a context of 32,768 tokens. The first argument may
# also be the facts of data.inference_model. Functions need Terraform 1.8 or OpenTofu 1.7.
locals {
  smallest = {
    for accelerator in ["L40S", "A100-80GB", "H100"] : accelerator => provider::inference::fit(
      "Qwen/Qwen2.5-72B-Instruct",
      { accelerator = accelerator, context = 32768 },
    ).min_accelerators
  }
}

output "smallest" {
  value = jsonencode(local.smallest)
}
