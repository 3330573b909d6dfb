# The kind is cluster-scoped: the ID is the name.
terraform import inference_accelerator_class.h100 nvidia-h100-80gb
