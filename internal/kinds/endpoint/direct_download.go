package endpoint

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// downloader is the container that fetches weights.
const downloader = "download"

// fetched is the folder of weights that an init container fetches: one for each source in the cache, or one of the pod.
func (e directEndpoint) fetched() string {
	if _, kept := e.cache(); !kept {
		return mountModels
	}
	sum := sha256.Sum256([]byte(e.Spec.Model.Source))
	return path.Join(mountCache, "sources", hex.EncodeToString(sum[:])[:16])
}

// fetchedModel is what the engine serves of it.
func (e directEndpoint) fetchedModel() string {
	m := e.Spec.Model
	if len(m.Files) == 0 {
		return path.Join(e.fetched(), path.Base(m.Source))
	}
	return path.Join(e.fetched(), m.File)
}

// fetch adds the init container that fetches the weights of a source, and the volume for them where nothing keeps them.
func (e directEndpoint) fetch(pod *corev1.PodSpec, engine *corev1.Container) {
	if e.Spec.Model.Source == "" {
		return
	}
	volume := corev1.VolumeMount{Name: volumeCache, MountPath: mountCache}
	if _, kept := e.cache(); !kept {
		volume = corev1.VolumeMount{Name: volumeModels, MountPath: mountModels}
		pod.Volumes = append(pod.Volumes, weights.InPod(volumeModels, nil))
		engine.VolumeMounts = append(engine.VolumeMounts, corev1.VolumeMount{Name: volumeModels, MountPath: mountModels, ReadOnly: true})
	}
	pod.InitContainers = append(pod.InitContainers, corev1.Container{
		Name: downloader, Image: e.Images.Use("download", weights.DownloadImage),
		Command: []string{"sh", "-c", weights.DownloadScript}, Env: e.downloadEnv(), VolumeMounts: []corev1.VolumeMount{volume},
		// The root of a new volume belongs to root alone.
		SecurityContext:          &corev1.SecurityContext{RunAsUser: new(int64(0)), AllowPrivilegeEscalation: new(false)},
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
	})
}

// downloadEnv tells the script what to fetch.
func (e directEndpoint) downloadEnv() []corev1.EnvVar {
	m := e.Spec.Model
	env := []corev1.EnvVar{{Name: "MODEL_SOURCE", Value: m.Source}}
	key := "S3_KEY"
	if len(m.Files) == 0 {
		env = append(env, corev1.EnvVar{Name: "MODEL_PATH", Value: e.fetchedModel()})
	} else {
		key = "S3_PREFIX"
		files := make([]string, len(m.Files))
		for i, f := range m.Files {
			files[i] = string(f)
		}
		env = append(env, corev1.EnvVar{Name: "MODEL_DIR", Value: e.fetched()}, corev1.EnvVar{Name: "MODEL_FILES", Value: strings.Join(files, "\n")})
	}
	address, bucket := strings.CutPrefix(m.Source, "s3://")
	if !bucket {
		return append(env, corev1.EnvVar{Name: "SOURCE_KIND", Value: "http"})
	}
	s3 := ptr.Deref(m.S3, v1alpha1.S3{})
	region := cmp.Or(s3.Region, "us-east-1")
	name, object, _ := strings.Cut(address, "/")
	return append(env,
		corev1.EnvVar{Name: "SOURCE_KIND", Value: "s3"},
		corev1.EnvVar{Name: "S3_BUCKET", Value: name},
		corev1.EnvVar{Name: key, Value: object},
		corev1.EnvVar{Name: "AWS_REGION", Value: region},
		corev1.EnvVar{Name: "AWS_ENDPOINT_URL", Value: cmp.Or(s3.Endpoint, fmt.Sprintf("https://s3.%s.amazonaws.com", region))},
		weights.Secret("AWS_ACCESS_KEY_ID", s3.SecretName, "AWS_ACCESS_KEY_ID"),
		weights.Secret("AWS_SECRET_ACCESS_KEY", s3.SecretName, "AWS_SECRET_ACCESS_KEY"))
}
