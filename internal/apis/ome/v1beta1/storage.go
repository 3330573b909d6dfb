package v1beta1

import corev1 "k8s.io/api/core/v1"

// StorageSpec says where files are kept, and on which nodes they are wanted.
type StorageSpec struct {
	// The absolute directory on the node that the files are downloaded to. Serving
	// containers see them there too, and in `MODEL_PATH`.
	// +optional
	Path *string `json:"path,omitempty"`
	// The place of a schema or configuration file within the storage. OME does not use it.
	// +optional
	SchemaPath *string `json:"schemaPath,omitempty"`
	// Settings of the storage. Models know `secretKey` (the key in the Secret, `token`
	// by default), `token`, `auth` and `region`; outputs of benchmarks know those of their scheme.
	// +optional
	Parameters map[string]string `json:"parameters,omitempty"`
	// The name of the Secret with the credentials of the storage: in the namespace of the
	// object, or in that of the operator for a cluster-scoped one.
	// +optional
	StorageKey *string `json:"key,omitempty"`
	// Where the files are: `hf://<model>[@<branch>]`, `oci://n/<namespace>/b/<bucket>/o/<path>`,
	// `pvc://[<namespace>:]<claim>/<path>`, `s3://<bucket>[/<prefix>]`, `az://<account>/<container>[/<path>]`,
	// `gs://<bucket>[/<object>]`, `github://<owner>/<repository>[@<tag>]`, `local://<path>` or
	// `vendor://<vendor>/<type>/<path>`.
	StorageURI *string `json:"storageUri"`
	// Labels of the nodes that get the files.
	// +mapType=atomic
	// +optional
	NodeSelector map[string]string `json:"nodeSelector,omitempty"`
	// Which nodes get the files, as an expression. Preferred terms are ignored.
	// +optional
	NodeAffinity *corev1.NodeAffinity `json:"nodeAffinity,omitempty"`
	// Whether files that are on the node already are used again. Works for `hf://` only.
	// +optional
	// +inference:since=v0.1.5
	DownloadPolicy *DownloadPolicy `json:"downloadPolicy,omitempty"`
}

// DownloadPolicy says whether files are downloaded although the node has them.
//
// +kubebuilder:validation:Enum=AlwaysDownload;ReuseIfExists
type DownloadPolicy string
