# An Envoy AI Gateway that is installed leads the requests. Each team has a number of tokens an hour, and asks with a token.
resource "inference_llmkube_model_router" "teams" {
  metadata = { name = "teams", namespace = "llm" }
  spec = {
    data_plane    = "Gateway"
    gateway_ref   = { name = "ai", namespace = "gateways" }
    backends      = [{ name = "chat", inference_service_ref = { name = "chat" } }]
    default_route = "chat"
    policy = {
      budgets = [{ name = "hourly", scope = "team", max_tokens = 1000000 }]
      auth = {
        jwt = {
          provider   = "keycloak"
          issuer     = "https://login.example.com/realms/ai"
          jwks_uri   = "https://login.example.com/realms/ai/protocol/openid-connect/certs"
          team_claim = "team"
        }
      }
    }
  }
}
