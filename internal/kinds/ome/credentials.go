package ome

import (
	"cmp"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// operatorNamespace is where OME's agent reads the Secrets of cluster-scoped models.
//
// Mirrors sgl-project/ome pkg/constants/constants.go@v0.1.5.
const operatorNamespace = "ome"

// bucketKeys lead from the parts of an access key to the variables that clients of S3 read.
var bucketKeys = map[string]string{"access_key_id": "AWS_ACCESS_KEY_ID", "secret_access_key": "AWS_SECRET_ACCESS_KEY"}

// modelCredentials are what the files of a model are downloaded with.
//
// Mirrors sgl-project/ome pkg/modelagent/gopher.go@v0.1.5.
var modelCredentials = []kinds.Credential{
	kinds.HuggingFace("`spec.storage.key` of a model at `hf://`", modelTokenSecret),
	kinds.AccessKeys("s3", "The access key for a model at `s3://`, which direct mode can download.", "`spec.storage.key` of a model at `s3://`, in direct mode",
		kinds.AccessKeyParts, bucketKeys, modelBucketSecret),
}

func modelTokenSecret(in render.Input, isDirect bool) []kinds.CredentialPlace {
	storage, _, _ := unstructured.NestedMap(in.Object.Object, "spec", "storage")
	parameters, _ := storage["parameters"].(map[string]any)
	key, _ := parameters["secretKey"].(string)
	return storagePlace(storage, "hf", modelNamespace(in, isDirect), cmp.Or(key, defaultTokenKey))
}

func modelBucketSecret(in render.Input, isDirect bool) []kinds.CredentialPlace {
	if !isDirect {
		return nil
	}
	storage, _, _ := unstructured.NestedMap(in.Object.Object, "spec", "storage")
	return storagePlace(storage, "s3", modelNamespace(in, isDirect))
}

// modelNamespace is where the download of a model reads Secrets.
func modelNamespace(in render.Input, isDirect bool) string {
	if in.Object.GetKind() != "ClusterBaseModel" {
		return render.OwnerOf(in.Object).Namespace
	}
	if !isDirect {
		return operatorNamespace
	}
	namespace, _ := in.Options["namespace"].(string)
	return namespace
}

// storagePlace is the Secret of a storage whose URI has that scheme.
func storagePlace(storage map[string]any, of, namespace string, keys ...string) []kinds.CredentialPlace {
	uri, _ := storage["storageUri"].(string)
	name, _ := storage["key"].(string)
	if scheme(uri) != of || name == "" || namespace == "" {
		return nil
	}
	return []kinds.CredentialPlace{{Namespace: namespace, Name: name, Keys: keys}}
}

// serviceCredentials are what the pods of a service that are described in full read.
var serviceCredentials = []kinds.Credential{
	kinds.HuggingFace("the `env` of a container in `spec`, where `HF_TOKEN` has a `secret_key_ref`,", kinds.TokenVariables),
	kinds.Registry(),
}

// benchmarkCredentials are what a benchmark reads its tokenizer with, and writes its results with.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/benchmark/utils/utils.go@v0.1.5.
var benchmarkCredentials = []kinds.Credential{
	kinds.HuggingFace("`spec.hugging_face_secret_reference`", benchmarkTokenSecret),
	kinds.AccessKeys("s3", "The access key for results at `s3://`, which direct mode reads from a Secret.", "`spec.output_location.key` of results at `s3://`, in direct mode",
		kinds.AccessKeyParts, bucketKeys, resultsSecret),
}

func benchmarkTokenSecret(in render.Input, _ bool) []kinds.CredentialPlace {
	name, _, _ := unstructured.NestedString(in.Object.Object, "spec", "huggingFaceSecretReference", "name")
	if name == "" {
		return nil
	}
	return []kinds.CredentialPlace{{Namespace: render.OwnerOf(in.Object).Namespace, Name: name, Keys: []string{hubTokenKey}}}
}

func resultsSecret(in render.Input, isDirect bool) []kinds.CredentialPlace {
	if !isDirect {
		return nil
	}
	storage, _, _ := unstructured.NestedMap(in.Object.Object, "spec", "outputLocation")
	return storagePlace(storage, "s3", render.OwnerOf(in.Object).Namespace)
}
