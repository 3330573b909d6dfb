package llmkube

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// modelCredentials are what weights are downloaded with.
//
// Mirrors defilantech/LLMKube internal/controller/model_storage.go@v0.9.19.
var modelCredentials = []kinds.Credential{
	kinds.AccessKeys("s3", "The access to the bucket of a model at `s3://`.", "`spec.source_secret_ref`", slices.Concat(kinds.AccessKeyParts, []kinds.CredentialPart{
		{Name: "region", Description: "The region of the bucket, such as `eu-central-1`."},
		{Name: "endpoint_url", Description: "The address of the object store, such as `https://s3.eu-central-1.amazonaws.com`."},
	}), map[string]string{
		"access_key_id": "AWS_ACCESS_KEY_ID", "secret_access_key": "AWS_SECRET_ACCESS_KEY",
		"region": "AWS_REGION", "endpoint_url": "AWS_ENDPOINT_URL",
	}, sourceSecret),
}

func sourceSecret(in render.Input, _ bool) []kinds.CredentialPlace {
	name, _, _ := unstructured.NestedString(in.Object.Object, "spec", "sourceSecretRef", "name")
	if name == "" {
		return nil
	}
	return []kinds.CredentialPlace{{Namespace: render.OwnerOf(in.Object).Namespace, Name: name}}
}

// serviceCredentials are what engines download with, and what images are pulled with.
//
// Mirrors defilantech/LLMKube internal/controller/runtime_{vllm,sglang,tgi,personaplex}.go@v0.9.19.
var serviceCredentials = []kinds.Credential{
	kinds.HuggingFace("`hf_token_secret_ref` of the runtime's configuration", tokenSecret),
	kinds.Registry(),
}

// tokenSecret is the place of the token that the runtime of a service reads.
func tokenSecret(in render.Input, _ bool) []kinds.CredentialPlace {
	runtime, _, _ := unstructured.NestedString(in.Object.Object, "spec", "runtime")
	config, ok := tokenConfigs[runtime]
	if !ok {
		return nil
	}
	ref, _, _ := unstructured.NestedMap(in.Object.Object, "spec", config, "hfTokenSecretRef")
	name, _ := ref["name"].(string)
	key, _ := ref["key"].(string)
	if name == "" || key == "" {
		return nil
	}
	return []kinds.CredentialPlace{{Namespace: render.OwnerOf(in.Object).Namespace, Name: name, Keys: []string{key}}}
}

// tokenConfigs are the fields with the configuration of the runtimes that read a token.
var tokenConfigs = map[string]string{
	"vllm": "vllmConfig", "sglang": "sglangConfig", "tgi": "tgiConfig", "personaplex": "personaPlexConfig",
}
