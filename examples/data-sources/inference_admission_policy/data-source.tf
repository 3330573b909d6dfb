# What the provider refuses in a plan, the API server refuses of everybody: the rules of Kthena's ModelServing as a policy.
data "inference_admission_policy" "serving" {
  type = "inference_model_serving"
}

output "policy" {
  value = data.inference_admission_policy.serving.yaml
}

output "left_out" {
  value = { for rule in data.inference_admission_policy.serving.left_out : rule.rule => rule.reason... }
}
