import {
  to = inference_benchmark_job.chat
  identity = {
    namespace = "llm"
    name      = "deepseek-chat"
  }
}
