package ome

// authSecurityToken is the way to tell Oracle who one is that needs a token.
const authSecurityToken = "security_token"

// securityTokenVariable has that token; genai-bench knows no variable of its own for it.
const securityTokenVariable = "OCI_SECURITY_TOKEN"

// outputStores are the stores that genai-bench uploads results to, by the scheme of their URIs.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/utils/utils.go@v0.1.5 and
// sgl-project/genai-bench genai_bench/cli/option_groups.py@v0.0.4.
var outputStores = map[string]struct {
	// provider is the name of the store; empty for Oracle's, the default.
	provider string
	// flags are the arguments of the parameters of a store; empty for one that is no argument.
	flags map[string]string
	// secrets are the keys of its Secret, by the parameters that OME has for them.
	secrets map[string]string
}{
	"oci": {
		flags:   map[string]string{"auth": "--auth", "config_file": "--config-file", "profile": "--profile", "region": "--region"},
		secrets: map[string]string{"security_token": "security_token"},
	},
	"s3": {
		provider: "aws",
		flags:    map[string]string{"aws_profile": "--storage-aws-profile", "aws_region": "--storage-aws-region"},
		secrets:  map[string]string{"aws_access_key_id": "AWS_ACCESS_KEY_ID", "aws_secret_access_key": "AWS_SECRET_ACCESS_KEY"},
	},
	"az": {
		provider: "azure",
		flags:    map[string]string{"azure_account_name": "--storage-azure-account-name"},
		secrets: map[string]string{
			"azure_account_key": "AZURE_STORAGE_ACCOUNT_KEY", "azure_connection_string": "AZURE_STORAGE_CONNECTION_STRING",
			"azure_sas_token": "AZURE_STORAGE_SAS_TOKEN",
		},
	},
	"gs": {
		provider: "gcp",
		flags: map[string]string{
			"gcp_project_id": "--storage-gcp-project-id", "gcp_credentials_path": "--storage-gcp-credentials-path", "secretKey": "",
		},
	},
	"github": {provider: "github", secrets: map[string]string{"github_token": "GITHUB_TOKEN"}},
	"pvc":    {},
}
