# Every request goes to a decode pod and to a prefill pod of the same group. The workers of a role lack the label `entry`.
resource "inference_kthena_model_server" "deepseek" {
  metadata = { name = "deepseek", namespace = "default" }
  spec = {
    inference_engine = "vLLM"
    workload_selector = {
      match_labels = {
        "modelserving.volcano.sh/name"  = "deepseek"
        "modelserving.volcano.sh/entry" = "true"
      }
      pd_group = {
        group_key      = "modelserving.volcano.sh/group-name"
        prefill_labels = { "modelserving.volcano.sh/role" = "prefill" }
        decode_labels  = { "modelserving.volcano.sh/role" = "decode" }
      }
    }
    workload_port = { port = 8000 }
    kv_connector  = { type = "nixl" }
  }
}
