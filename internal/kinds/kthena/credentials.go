package kthena

import "github.com/inferops/terraform-provider-inference/internal/kinds"

// credentials are what pods read that the configuration describes in full: Kthena itself
// names no Secret.
var credentials = []kinds.Credential{
	kinds.HuggingFace("the `env` of a container in `spec`, where `HF_TOKEN` has a `secret_key_ref`,", kinds.TokenVariables),
	kinds.Registry(),
}
