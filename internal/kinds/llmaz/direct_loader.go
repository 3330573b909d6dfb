package llmaz

import (
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// loaders returns the init containers that load the weights. Each gets the variables of
// the serving container, except those that it has itself.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/modelsource/{modelhub,uri}.go@v0.1.4.
func (s directServing) loaders(env []corev1.EnvVar) []corev1.Container {
	if s.skipLoader {
		return nil
	}
	var containers []corev1.Container
	for i, m := range s.models {
		if !m.source.needsLoader() {
			continue
		}
		own := m.source.loaderEnv()
		containers = append(containers, corev1.Container{
			Name:         loaderName(i),
			Image:        s.loaderImage(),
			Env:          slices.Concat(render.WithoutEnv(env, own), own),
			VolumeMounts: []corev1.VolumeMount{{Name: modelVolumeName, MountPath: modelsMountPath}},
		})
	}
	return containers
}

// loaderImage is the image that the options name, else the provider's own.
func (s directServing) loaderImage() string {
	if s.weights.LoaderImage != "" {
		return s.weights.LoaderImage
	}
	return s.images.Use(imageLoader, defaultLoaderImage)
}

// loaderEnv tells the loader what to load.
func (s directSource) loaderEnv() []corev1.EnvVar {
	var env []corev1.EnvVar
	set := func(name, value string) { env = append(env, corev1.EnvVar{Name: name, Value: value}) }
	switch s.kind {
	case sourceHub:
		set("MODEL_SOURCE_TYPE", "modelhub")
		set("MODEL_ID", s.hub.ModelID)
		set("MODEL_HUB_NAME", *s.hub.Name)
		if s.hub.Filename != nil {
			set("MODEL_FILENAME", *s.hub.Filename)
		}
		set("REVISION", *s.hub.Revision)
		if s.hub.AllowPatterns != nil {
			set("MODEL_ALLOW_PATTERNS", strings.Join(s.hub.AllowPatterns, ","))
		}
		if s.hub.IgnorePatterns != nil {
			set("MODEL_IGNORE_PATTERNS", strings.Join(s.hub.IgnorePatterns, ","))
		}
	case sourceOSS:
		set("MODEL_SOURCE_TYPE", "objstore")
		set("PROVIDER", "OSS")
		set("ENDPOINT", s.endpoint)
		set("BUCKET", s.bucket)
		set("MODEL_PATH", s.object)
	}
	return append(env, s.credentials()...)
}

// credentials are the variables that give access to the source.
func (s directSource) credentials() []corev1.EnvVar {
	switch s.kind {
	case sourceHub:
		return []corev1.EnvVar{
			secretEnv("HUGGING_FACE_HUB_TOKEN", modelHubSecretName, "HF_TOKEN"),
			secretEnv("HF_TOKEN", modelHubSecretName, "HF_TOKEN"),
		}
	case sourceOSS:
		return []corev1.EnvVar{
			secretEnv("OSS_ACCESS_KEY_ID", ossSecretName, "OSS_ACCESS_KEY_ID"),
			secretEnv("OSS_ACCESS_KEY_SECRET", ossSecretName, "OSS_ACCESS_KEY_SECRET"),
		}
	case sourceS3, sourceGCS:
		return []corev1.EnvVar{
			secretEnv("AWS_ACCESS_KEY_ID", awsSecretName, "AWS_ACCESS_KEY_ID"),
			secretEnv("AWS_SECRET_ACCESS_KEY", awsSecretName, "AWS_SECRET_ACCESS_KEY"),
		}
	}
	return nil
}

// secretEnv is a variable read from a key of a secret, unset while there is no such key.
func secretEnv(name, secret, key string) corev1.EnvVar {
	optional := true
	return corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{SecretKeyRef: &corev1.SecretKeySelector{
		LocalObjectReference: corev1.LocalObjectReference{Name: secret},
		Key:                  key,
		Optional:             &optional,
	}}}
}

// runnerEnv returns the variables of the serving container. When no loader runs, the
// runtime needs the credentials; a runtime that pulls models itself keeps them in the cache.
func (s directServing) runnerEnv(env []corev1.EnvVar) []corev1.EnvVar {
	for _, m := range s.models {
		if s.skipLoader {
			env = render.AddEnv(env, m.source.credentials())
		}
	}
	if s.pullsIntoCache() {
		env = render.AddEnv(env, []corev1.EnvVar{{Name: "OLLAMA_MODELS", Value: modelsMountPath}})
	}
	return env
}
