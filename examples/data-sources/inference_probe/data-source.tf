# The check asks the server at every plan and apply, and warns when it gives no answer.
check "chat_answers" {
  data "inference_probe" "chat" {
    url     = "http://chat-lb.llm.svc:8080" # the endpoint of a resource, such as inference_playground.chat.endpoint
    prompt  = "The capital of France is"
    timeout = "20s"
  }

  assert {
    condition     = data.inference_probe.chat.error == null
    error_message = "The chat model does not answer: ${coalesce(data.inference_probe.chat.error, "-")}"
  }
}
