package ome

import (
	"cmp"
	"path"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// downloadImage downloads from every store but Oracle's: its arguments are a URI and a directory.
// Source: kserve/kserve python/storage-initializer.Dockerfile@v0.20.0.
const downloadImage = "kserve/storage-initializer:v0.20.0"

// downloadGroup is the group of the user of downloadImage, who writes to the volume.
// Source: kserve/kserve python/storage-initializer.Dockerfile@v0.20.0.
const downloadGroup int64 = 1000

// defaultBackoffLimit is how often a download may fail. OME's agent tries three times too.
const defaultBackoffLimit int32 = 3

// Names inside the pod of a download.
const (
	downloadContainer = "download"
	downloadVolume    = "model"
	downloadMountPath = "/mnt/models"
)

// job returns the Job that downloads the files to the root of the claim.
func (m directModel) job() *unstructured.Unstructured {
	source := m.source()
	container := corev1.Container{
		Name:         downloadContainer,
		Image:        m.options.Image,
		Args:         []string{source.uri, downloadMountPath},
		VolumeMounts: []corev1.VolumeMount{{Name: downloadVolume, MountPath: downloadMountPath}},
	}
	if container.Image == "" {
		container.Image = m.Images.Use("model-download", downloadImage)
	}
	if scheme(m.uri) == "oci" {
		m.fetchFromOracle(source, &container)
	}
	container.Resources = ptr.Deref(m.options.Resources, container.Resources)
	pod := corev1.PodSpec{
		RestartPolicy:      corev1.RestartPolicyNever,
		ServiceAccountName: m.options.ServiceAccountName,
		SecurityContext:    &corev1.PodSecurityContext{FSGroup: new(downloadGroup)},
		NodeSelector:       m.storage.NodeSelector,
		Tolerations:        m.options.Tolerations,
		Volumes:            []corev1.Volume{weights.OnClaim(downloadVolume, modelClaimName(m.Owner.Name))},
	}
	if m.storage.NodeAffinity != nil {
		pod.Affinity = &corev1.Affinity{NodeAffinity: m.storage.NodeAffinity}
	}
	if source.region != "" {
		container.Env = append(container.Env, corev1.EnvVar{Name: "AWS_DEFAULT_REGION", Value: source.region})
	}
	giveCredentials(m.storage, &pod, &container)
	container.Env = render.MergeEnv(container.Env, m.options.Env)
	pod.Containers = []corev1.Container{container}

	template := render.PodTemplate(map[string]string{render.LabelManagedBy: render.ManagedBy}, nil, pod)
	return render.Job(m.Owner, modelDownloadName(m.Owner.Name), ptr.Deref(m.options.BackoffLimit, defaultBackoffLimit), template)
}

// fetchFromOracle makes the container run Oracle's command. That keeps the names of the
// objects as paths below its directory, so the volume is mounted where the prefix leads to.
//
// Mirrors oracle/oci-cli services/object_storage/src/oci_cli_object_storage/objectstorage_cli_extended.py@v3.50.0.
func (m directModel) fetchFromOracle(source modelSource, container *corev1.Container) {
	container.Command = []string{"oci", "os", "object", "bulk-download"}
	container.Args = []string{
		"--namespace", source.namespace, "--bucket-name", source.bucket,
		"--download-dir", downloadMountPath, "--overwrite",
	}
	if source.prefix != "" {
		container.Args = append(container.Args, "--prefix", source.prefix)
		container.VolumeMounts[0].MountPath = path.Join(downloadMountPath, strings.TrimSuffix(source.prefix, "/"))
	}
	if m.storage.StorageKey != nil {
		container.Env = append(container.Env, corev1.EnvVar{Name: "OCI_CLI_CONFIG_FILE", Value: oracleConfigPath})
	}
	container.Args = append(container.Args, "--auth", oracleAuth[cmp.Or(m.storage.Parameters["auth"], oracleDefaultAuth)])
	if region := m.storage.Parameters["region"]; region != "" {
		container.Args = append(container.Args, "--region", region)
	}
}

// downloadSchemes are the schemes of the models that direct mode downloads.
var downloadSchemes = []string{"hf", "oci", "s3", "gs", "az"}

// modelSource is where the files of a model come from, as a downloader takes it.
type modelSource struct {
	// uri is the source in the spelling of KServe's storage initializer; empty for oci://.
	uri string
	// region is set for s3:// where the URI or the parameters name one.
	region string
	// namespace, bucket and prefix are set for oci://.
	namespace, bucket, prefix string
}

// source reads the URI of a model whose form the rules have checked. A path within a store
// is a directory, and ends with a slash, so that it does not stand for its longer neighbours.
//
// Mirrors kserve/kserve python/storage/kserve_storage/kserve_storage.py@v0.20.0.
func (m directModel) source() modelSource {
	name := scheme(m.uri)
	rest := strings.TrimPrefix(m.uri, name+"://")
	switch name {
	case "hf":
		id, branch, _ := strings.Cut(rest, "@")
		if branch != "" {
			id += ":" + branch
		}
		return modelSource{uri: "hf://" + id}
	case "s3":
		head, prefix, _ := strings.Cut(rest, "/")
		bucket, region, _ := strings.Cut(head, "@")
		return modelSource{uri: "s3://" + bucket + "/" + directory(prefix), region: cmp.Or(region, m.storage.Parameters["region"])}
	case "gs":
		bucket, prefix, _ := strings.Cut(rest, "/")
		return modelSource{uri: "gs://" + bucket + "/" + directory(prefix)}
	case "az":
		account, path, _ := strings.Cut(rest, "/")
		return modelSource{uri: "https://" + azureHost(account) + "/" + directory(path)}
	}
	parts := strings.SplitN(rest, "/", 6)
	return modelSource{namespace: parts[1], bucket: parts[3], prefix: directory(parts[5])}
}

// azureDomain is the domain of all storage accounts.
const azureDomain = ".blob.core.windows.net"

// azureHost is the host of a storage account, whose URI has either the one or the other.
func azureHost(account string) string {
	return strings.TrimSuffix(account, azureDomain) + azureDomain
}

// directory ends a path with one slash; the empty path stays empty.
func directory(path string) string {
	if path = strings.Trim(path, "/"); path == "" {
		return ""
	}
	return path + "/"
}

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
		container.Env = append(container.Env, weights.Secret("HF_TOKEN", secret.Name, key))
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
