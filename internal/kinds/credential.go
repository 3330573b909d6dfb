package kinds

import (
	"encoding/base64"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Credential is something secret that the workloads of a kind read from a Secret. It is
// an object of the attribute `credentials`, and its values become that Secret.
type Credential struct {
	// Name is the attribute below `credentials`, such as "hugging_face".
	Name string
	// Description is Markdown: what the credential is for.
	Description string
	// Parts are its attributes.
	Parts []CredentialPart
	// Type is the type of the Secret.
	Type corev1.SecretType
	// NamedBy says where a configuration names the Secret, such as "`spec.storage.key`"; empty
	// when the system has one name for it.
	NamedBy string
	// Places returns the Secrets that the workloads of a configuration read the credential from.
	// It sees only configurations whose spec and options are known and accepted by the schema.
	Places func(in render.Input, isDirect bool) []CredentialPlace
	// Data returns the data of the Secret from the values of the parts that are set.
	Data func(values map[string]string, at CredentialPlace) map[string]string
}

// CredentialPart is one attribute of a credential.
type CredentialPart struct {
	// Name is the attribute, such as "token".
	Name string
	// Description is Markdown.
	Description string
	// Secret makes the attribute write-only.
	Secret bool
	// Optional parts may be left out.
	Optional bool
}

// CredentialPlace is where workloads read a credential.
type CredentialPlace struct {
	// Namespace and Name are those of the Secret.
	Namespace, Name string
	// Keys are those that the workloads read a token from; empty for a credential whose keys
	// are always the same.
	Keys []string
}

// SecretName is the part that chooses among several Secrets which a configuration names.
const SecretName = "secret_name"

// HuggingFace is a token of Hugging Face, under every key that a workload reads it from.
func HuggingFace(namedBy string, places func(render.Input, bool) []CredentialPlace) Credential {
	return Credential{
		Name: "hugging_face", Type: corev1.SecretTypeOpaque, NamedBy: namedBy, Places: places,
		Description: "The token for Hugging Face.",
		Parts:       []CredentialPart{{Name: "token", Secret: true, Description: "The token, such as `hf_...`."}},
		Data: func(values map[string]string, at CredentialPlace) map[string]string {
			data := make(map[string]string, len(at.Keys))
			for _, key := range at.Keys {
				data[key] = values["token"]
			}
			return data
		},
	}
}

// AccessKeys are the keys of an object store. keys leads from the names of the parts to those
// in the Secret.
func AccessKeys(name, description, namedBy string, parts []CredentialPart, keys map[string]string, places func(render.Input, bool) []CredentialPlace) Credential {
	return Credential{
		Name: name, Description: description, Type: corev1.SecretTypeOpaque, Parts: parts, NamedBy: namedBy, Places: places,
		Data: func(values map[string]string, _ CredentialPlace) map[string]string {
			data := make(map[string]string, len(values))
			for part, value := range values {
				data[keys[part]] = value
			}
			return data
		},
	}
}

// AccessKeyParts are the two halves of an access key.
var AccessKeyParts = []CredentialPart{
	{Name: "access_key_id", Secret: true, Description: "The ID of the access key."},
	{Name: "secret_access_key", Secret: true, Description: "The secret of the access key."},
}

// Registry is the login to a container registry, in a Secret that pods of the kind have
// among their image pull secrets.
func Registry() Credential {
	return Credential{
		Name: "registry", Type: corev1.SecretTypeDockerConfigJson,
		Description: "The login to the container registry that images are pulled from.",
		NamedBy:     "`image_pull_secrets` in `spec`", Places: pullSecrets,
		Parts: []CredentialPart{
			{Name: "server", Description: "The host of the registry, such as `registry.example.com`."},
			{Name: "username", Description: "Who logs in."},
			{Name: "password", Secret: true, Description: "The password, or a token that stands for it."},
			{Name: SecretName, Optional: true, Description: "Which of the Secrets in `image_pull_secrets` this is, where there are several."},
		},
		Data: func(values map[string]string, _ CredentialPlace) map[string]string {
			return map[string]string{corev1.DockerConfigJsonKey: dockerConfig(values["server"], values["username"], values["password"])}
		},
	}
}

// dockerConfig is the configuration by which clients log in to a registry.
func dockerConfig(server, username, password string) string {
	type login struct {
		Username string `json:"username"`
		Password string `json:"password"`
		Auth     string `json:"auth"`
	}
	raw, err := json.Marshal(map[string]map[string]login{"auths": {server: {
		Username: username, Password: password, Auth: base64.StdEncoding.EncodeToString([]byte(username + ":" + password)),
	}}})
	if err != nil {
		panic("kinds: " + err.Error()) // of texts, which cannot fail
	}
	return string(raw)
}
