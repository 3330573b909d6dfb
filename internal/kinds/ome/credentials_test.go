package ome

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// TestModelSecrets shows which Secret a download reads, in both modes and scopes.
func TestModelSecrets(t *testing.T) {
	const private = `{apiVersion: ome.io/v1beta1, kind: BaseModel, metadata: {name: m, namespace: llm}, spec: {storage: {storageUri: "hf://a/b", key: hub}}}`
	const cluster = `{apiVersion: ome.io/v1beta1, kind: ClusterBaseModel, metadata: {name: m}, spec: {storage: {storageUri: "hf://a/b", key: hub, parameters: {secretKey: HF}}}}`
	const bucket = `{apiVersion: ome.io/v1beta1, kind: BaseModel, metadata: {name: m, namespace: llm}, spec: {storage: {storageUri: "s3://a/b", key: aws}}}`
	cases := map[string]struct {
		reason, object, credential string
		isDirect                   bool
		options                    map[string]any
		want                       []kinds.CredentialPlace
	}{
		"namespaced": {
			reason: "the key is the one that OME looks for", object: private, credential: "hugging_face",
			want: []kinds.CredentialPlace{{Namespace: "llm", Name: "hub", Keys: []string{"token"}}},
		},
		"cluster-scoped": {
			reason: "OME's agent looks in its own namespace", object: cluster, credential: "hugging_face",
			want: []kinds.CredentialPlace{{Namespace: "ome", Name: "hub", Keys: []string{"HF"}}},
		},
		"cluster-scoped in direct mode": {
			reason: "the Job runs in the namespace of the claim", object: cluster, credential: "hugging_face", isDirect: true, options: map[string]any{"namespace": "llm"},
			want: []kinds.CredentialPlace{{Namespace: "llm", Name: "hub", Keys: []string{"HF"}}},
		},
		"cluster-scoped in direct mode without a namespace": {
			reason: "the rules ask for one", object: cluster, credential: "hugging_face", isDirect: true,
		},
		"bucket":                {reason: "OME does not read it", object: bucket, credential: "s3"},
		"bucket in direct mode": {reason: "the Job does", object: bucket, credential: "s3", isDirect: true, want: []kinds.CredentialPlace{{Namespace: "llm", Name: "aws"}}},
		"token for a bucket":    {reason: "a bucket takes none", object: bucket, credential: "hugging_face", isDirect: true},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			for _, c := range modelCredentials {
				if c.Name != tc.credential {
					continue
				}
				got := c.Places(render.Input{Object: kindstest.Parse(t, tc.object), Options: tc.options}, tc.isDirect)
				if diff := cmp.Diff(tc.want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
				}
			}
		})
	}
}
