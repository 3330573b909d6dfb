# Models are cluster-scoped: the ID is the name.
terraform import inference_open_model.llama llama3-1-8b
