package llmaz

import "github.com/inferops/terraform-provider-inference/internal/kinds"

// loaderCredentials are what models are loaded with. llmaz and direct mode read each from one
// Secret of the workload's namespace, where it exists.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/modelsource/{modelhub,uri}.go@v0.1.4.
var loaderCredentials = []kinds.Credential{
	kinds.HuggingFace("", kinds.FixedSecret(modelHubSecretName, "HF_TOKEN")),
	kinds.AccessKeys("s3", "The access key for models at `s3://` and `gcs://`, which the engine streams.", "", kinds.AccessKeyParts,
		map[string]string{"access_key_id": "AWS_ACCESS_KEY_ID", "secret_access_key": "AWS_SECRET_ACCESS_KEY"}, kinds.FixedSecret(awsSecretName)),
	kinds.AccessKeys("oss", "The access key for models at `oss://`.", "", []kinds.CredentialPart{
		{Name: "access_key_id", Secret: true, Description: "The ID of the access key."},
		{Name: "access_key_secret", Secret: true, Description: "The secret of the access key."},
	}, map[string]string{"access_key_id": "OSS_ACCESS_KEY_ID", "access_key_secret": "OSS_ACCESS_KEY_SECRET"}, kinds.FixedSecret(ossSecretName)),
}
