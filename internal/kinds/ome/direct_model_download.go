package ome

import (
	"cmp"
	"path"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/render"
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
func (m directModel) job() (*unstructured.Unstructured, error) {
	source := m.source()
	container := corev1.Container{
		Name:         downloadContainer,
		Image:        m.options.Image,
		Args:         []string{source.uri, downloadMountPath},
		VolumeMounts: []corev1.VolumeMount{{Name: downloadVolume, MountPath: downloadMountPath}},
	}
	if container.Image == "" {
		container.Image = m.images.Use("model-download", downloadImage)
	}
	if scheme(m.uri) == "oci" {
		m.fetchFromOracle(source, &container)
	}
	if m.options.Resources != nil {
		container.Resources = *m.options.Resources
	}
	group := downloadGroup
	pod := corev1.PodSpec{
		RestartPolicy:      corev1.RestartPolicyNever,
		ServiceAccountName: m.options.ServiceAccountName,
		SecurityContext:    &corev1.PodSecurityContext{FSGroup: &group},
		NodeSelector:       m.storage.NodeSelector,
		Tolerations:        m.options.Tolerations,
		Volumes: []corev1.Volume{{Name: downloadVolume, VolumeSource: corev1.VolumeSource{
			PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: modelClaimName(m.owner.Name)},
		}}},
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

	template, err := render.PodTemplate(map[string]string{render.LabelManagedBy: render.ManagedBy}, nil, pod)
	if err != nil {
		return nil, err
	}
	limit := defaultBackoffLimit
	if m.options.BackoffLimit != nil {
		limit = *m.options.BackoffLimit
	}
	return render.Job(m.owner, modelDownloadName(m.owner.Name), limit, template)
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
