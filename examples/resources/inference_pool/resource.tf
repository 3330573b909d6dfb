resource "inference_pool" "llama" {
  metadata = { name = "llama3-1-8b", namespace = "default" }
  spec = {
    selector     = { match_labels = { app = "llama3-1-8b" } }
    target_ports = [{ number = 8000 }]
    endpoint_picker_ref = {
      name = "llama3-1-8b-epp"
      port = { number = 9002 }
    }
  }
}
