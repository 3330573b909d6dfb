import {
  to = inference_playground.chat_7b
  id = "llm/chat-7b"
}

# As it is in the cluster.
resource "inference_playground" "chat_7b" {
  metadata = { name = "chat-7b", namespace = "llm", labels = { "app.kubernetes.io/name" = "chat" } }
  spec = {
    backend_runtime_config = {
      args = [
        "--max-model-len",
        "16384",
        "--chat-template",
        <<-EOT
          {% for m in messages %}
            {{ m.content }}
          {% endfor %}
        EOT
        ,
      ]
      backend_name = "vllm"
      envs = [
        { name = "VLLM_LOGGING_LEVEL", value = "INFO" },
        {
          name = "START"
          value = chomp(<<-EOT
            set -e
              echo $${HOME}
          EOT
          )
        },
      ]
      resources = { limits = { cpu = "8", "nvidia.com/gpu" = "1" } }
    }
    model_claim = { inference_flavors = ["h100"], model_name = "llama3-1-8b" }
    replicas    = 2
  }
}
