# The kind is cluster-scoped: the ID is the name.
terraform import inference_fine_tuned_weight.lora support-lora
