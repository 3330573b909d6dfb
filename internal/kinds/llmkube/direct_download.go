package llmkube

import (
	_ "embed"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

//go:embed direct_prepare.sh
var prepareScript string

func (s directService) loaderImage() string {
	if s.options.DownloadImage != "" {
		return s.options.DownloadImage
	}
	return s.Images.Use("download", weights.DownloadImage)
}

// preparer gives the root of the cache to those who download.
//
// Mirrors defilantech/LLMKube internal/controller/model_storage.go@v0.9.19.
func (s directService) preparer(cache corev1.VolumeMount) corev1.Container {
	owner, mode := "100:100", "770"
	if group := s.fsGroup(); group > 0 {
		owner, mode = fmt.Sprintf("0:%d", group), "g+rwX"
	}
	security := unprivileged()
	security.RunAsUser, security.ReadOnlyRootFilesystem = new(int64(0)), new(true)
	security.Capabilities.Add = []corev1.Capability{"CHOWN", "FOWNER"}
	security.SeccompProfile = &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault}
	return corev1.Container{
		Name:            "model-cache-prep",
		Image:           s.loaderImage(),
		Command:         []string{"sh", "-c", prepareScript},
		Env:             []corev1.EnvVar{named("CACHE_OWNER", owner), named("CACHE_MODE", mode)},
		VolumeMounts:    []corev1.VolumeMount{cache},
		SecurityContext: security,
	}
}

// downloader fetches what is staged.
//
// Mirrors defilantech/LLMKube internal/controller/model_storage.go@v0.9.19.
func (s directService) downloader(m directModel, staged directStorage) corev1.Container {
	security := unprivileged()
	security.ReadOnlyRootFilesystem = new(false)
	if c := s.Spec.PodSecurityContext; c != nil {
		security.RunAsUser, security.RunAsGroup = c.RunAsUser, c.RunAsGroup
	}
	container := corev1.Container{
		Name:                     "model-downloader",
		Image:                    s.loaderImage(),
		Command:                  []string{"sh", "-c", weights.DownloadScript},
		Env:                      s.downloadEnv(m, staged),
		SecurityContext:          security,
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
	}
	if ref := m.Spec.SourceSecretRef; ref != nil && ref.Name != "" {
		container.EnvFrom = []corev1.EnvFromSource{{SecretRef: &corev1.SecretEnvSource{LocalObjectReference: *ref}}}
	}
	return container
}

// downloadEnv tells the script what to fetch.
func (s directService) downloadEnv(m directModel, staged directStorage) []corev1.EnvVar {
	files, source := m.staged(), m.Spec.Source
	var env []corev1.EnvVar
	switch class := classify(source); class {
	case bucketSource:
		env = append(env, named("SOURCE_KIND", "s3"), named("MODEL_SOURCE", source))
	case localSource:
		env = append(env, named("SOURCE_KIND", "file"), named("MODEL_SOURCE", hostFile))
	default:
		if class == hubSource && len(files) > 0 {
			source = repositoryOf(source).files()
		}
		env = append(env, named("SOURCE_KIND", "http"), named("MODEL_SOURCE", source))
	}
	if len(files) > 0 {
		env = append(env, named("MODEL_DIR", staged.folder), named("MODEL_FILES", strings.Join(files, "\n")))
	} else {
		env = append(env, named("MODEL_PATH", staged.path))
	}
	if m.Spec.SHA256 != "" {
		env = append(env, named("MODEL_SHA256", m.Spec.SHA256))
	}
	bucket := classify(source) == bucketSource
	if m.Spec.RefreshPolicy == "OnChange" && (!bucket || len(files) > 0) {
		env = append(env, named("REFRESH_POLICY", m.Spec.RefreshPolicy))
	}
	if bucket {
		name, key, _ := strings.Cut(source[len("s3://"):], "/")
		env = append(env, named("S3_BUCKET", name))
		if len(files) > 0 {
			env = append(env, named("S3_PREFIX", key))
		} else {
			env = append(env, named("S3_KEY", key))
		}
	}
	if s.options.CAConfigMap != "" {
		env = append(env, named("CUSTOM_CERTS", mountCA))
	}
	if token := s.token("HF_TOKEN"); token != nil && hubAddress.MatchString(source) {
		env = render.AddEnv(env, token)
	}
	return env
}
