package ome

import (
	"cmp"
	"path"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
)

// Where the Secret of a storage is mounted, for clients that read files.
const (
	credentialsVolume    = "storage-credentials"
	credentialsMountPath = "/var/run/secrets/storage"
)

// Keys of the Secret of a storage where its parameters do not name another.
// Source: sgl-project/ome pkg/modelagent/gopher.go@v0.1.5 and, for Google's,
// kserve/kserve pkg/credentials/gcs/gcs_secret.go@v0.20.0.
const (
	defaultTokenKey  = "token"
	defaultGoogleKey = "gcloud-application-credentials.json"
)

// oracleConfigPath is the configuration file of Oracle's clients, which a Secret has under
// the key config beside the keys that the file names.
const oracleConfigPath = credentialsMountPath + "/config"

// oracleDefaultAuth is how OME's agent tells Oracle who it is.
const oracleDefaultAuth = "InstancePrincipal"

// oracleAuth are OME's names of the ways to tell Oracle who one is, and those of its command line.
//
// Mirrors sgl-project/ome pkg/principals@v0.1.5.
var oracleAuth = map[string]string{
	"UserPrincipal":       "api_key",
	"InstancePrincipal":   "instance_principal",
	"ResourcePrincipal":   "resource_principal",
	"OkeWorkloadIdentity": "oke_workload_identity",
}

// giveCredentials gives a container the Secret of a storage as the clients of its scheme
// read it: a token, files, or environment variables that the Secret has as its keys. Nothing
// of it is in the arguments.
func giveCredentials(storage v1beta1.StorageSpec, pod *corev1.PodSpec, container *corev1.Container) {
	if storage.StorageKey == nil {
		return
	}
	secret := corev1.LocalObjectReference{Name: *storage.StorageKey}
	switch scheme(*storage.StorageURI) {
	case "hf":
		key := cmp.Or(storage.Parameters["secretKey"], defaultTokenKey)
		container.Env = append(container.Env, secretVariable("HF_TOKEN", secret.Name, key))
	case "s3", "az", "github":
		container.EnvFrom = append(container.EnvFrom, corev1.EnvFromSource{SecretRef: &corev1.SecretEnvSource{LocalObjectReference: secret}})
	case "gs":
		key := cmp.Or(storage.Parameters["secretKey"], defaultGoogleKey)
		mountCredentials(secret.Name, pod, container)
		container.Env = append(container.Env, corev1.EnvVar{Name: "GOOGLE_APPLICATION_CREDENTIALS", Value: path.Join(credentialsMountPath, key)})
	case "oci":
		mountCredentials(secret.Name, pod, container)
	}
}

func mountCredentials(secret string, pod *corev1.PodSpec, container *corev1.Container) {
	pod.Volumes = append(pod.Volumes, corev1.Volume{Name: credentialsVolume, VolumeSource: corev1.VolumeSource{
		Secret: &corev1.SecretVolumeSource{SecretName: secret},
	}})
	container.VolumeMounts = append(container.VolumeMounts, corev1.VolumeMount{
		Name: credentialsVolume, MountPath: credentialsMountPath, ReadOnly: true,
	})
}

// secretVariable is a variable with the value of a key of a Secret, which has to exist.
func secretVariable(name, secret, key string) corev1.EnvVar {
	return corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
		LocalObjectReference: corev1.LocalObjectReference{Name: secret}, Key: key,
	}}}
}
