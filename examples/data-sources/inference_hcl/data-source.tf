# The configuration of an object that somebody applied with kubectl, ready to paste. It is printed
# as it is with `terraform output -raw adopt`.
data "inference_hcl" "chat" {
  type      = "inference_playground"
  name      = "chat"
  namespace = "default"
}

output "adopt" {
  value = "${data.inference_hcl.chat.import}\n${data.inference_hcl.chat.hcl}"
}
