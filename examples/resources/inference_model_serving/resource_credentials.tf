# The image is in a private registry: the pods name the Secret with the login among their
# `image_pull_secrets`, and the provider makes it.
variable "registry_password" {
  type      = string
  ephemeral = true
  sensitive = true
}

resource "inference_model_serving" "private" {
  metadata = { name = "private", namespace = "llm" }
  spec = {
    replicas = 1
    template = {
      roles = [{
        name            = "server"
        replicas        = 1
        worker_replicas = 0
        entry_template = {
          spec = {
            image_pull_secrets = [{ name = "registry-login" }]
            containers = [{
              name  = "engine"
              image = "registry.example.com/serving/vllm:0.11.0"
              args  = ["--model", "Qwen/Qwen3-8B", "--port", "8000"]
              ports = [{ container_port = 8000 }]
            }]
          }
        }
      }]
    }
  }
  credentials = {
    registry = {
      server   = "registry.example.com"
      username = "serving"
      password = var.registry_password
    }
  }
}
