package llmaz

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// Places weights can come from: a model hub, or the upper-cased scheme of a URI.
const (
	sourceHub    = "HUB"
	sourceOSS    = "OSS"
	sourceS3     = "S3"
	sourceGCS    = "GCS"
	sourceHost   = "HOST"
	sourceOllama = "OLLAMA"
)

// directSource says where the weights of a model come from.
type directSource struct {
	// kind is one of the source constants.
	kind string
	// hub is set for sourceHub only, with the defaults of the API filled in.
	hub corev1alpha1.ModelHub
	// uri is the location as its author wrote it, address what follows its "://".
	uri, address string
	// endpoint is set for sourceOSS; bucket and object for sourceOSS, sourceS3 and sourceGCS.
	endpoint, bucket, object string
}

// parseDirectSource reads the source of a model. A model hub wins over a URI. The error
// says which rule of an OpenModel the source breaks.
//
// Mirrors InftyAI/llmaz pkg/util/uri.go@v0.1.4.
func parseDirectSource(spec corev1alpha1.ModelSource) (_ directSource, rule string, _ error) {
	if spec.ModelHub != nil {
		hub := *spec.ModelHub
		if hub.ModelID == "" {
			return directSource{}, "OM-C2", fmt.Errorf("spec.source.modelHub has no modelID: name the model on the hub")
		}
		name, revision := "Huggingface", defaultRevision
		hub.Name, hub.Revision = cmp.Or(hub.Name, &name), cmp.Or(hub.Revision, &revision)
		return directSource{kind: sourceHub, hub: hub}, "", nil
	}
	if spec.URI == nil {
		return directSource{}, "OM-W1", fmt.Errorf("spec.source is empty: set modelHub or uri")
	}
	uri := *spec.URI
	parts := strings.Split(uri, "://")
	if len(parts) != 2 {
		return directSource{}, "OM-W2", fmt.Errorf("spec.source.uri is %q: write <scheme>://<address>", uri)
	}
	s := directSource{kind: strings.ToUpper(parts[0]), uri: uri, address: parts[1]}
	var found bool
	switch s.kind {
	case sourceOllama:
	case sourceHost:
		if !path.IsAbs(s.address) {
			return s, "OM-C4", fmt.Errorf("spec.source.uri is %q: write host:// and an absolute path, such as host:///mnt/models", uri)
		}
	case sourceS3, sourceGCS:
		if s.bucket, s.object, found = strings.Cut(s.address, "/"); !found {
			return s, "OM-W5", fmt.Errorf("spec.source.uri is %q: write %s://<bucket>/<path>", uri, parts[0])
		}
	case sourceOSS:
		var rest string
		if s.bucket, rest, found = strings.Cut(s.address, "."); found {
			s.endpoint, s.object, found = strings.Cut(rest, "/")
		}
		if !found {
			return s, "OM-W4", fmt.Errorf("spec.source.uri is %q: write oss://<bucket>.<endpoint>/<path>", uri)
		}
	default:
		return s, "OM-W3", fmt.Errorf("spec.source.uri is %q: the scheme must be gcs, oss, s3, ollama or host", uri)
	}
	return s, "", nil
}

// needsLoader reports whether an init container has to load the weights.
func (s directSource) needsLoader() bool {
	return s.kind != sourceHost && s.kind != sourceOllama
}

// modelName is the name the runtime serves the model under.
func (s directSource) modelName(openModel string) string {
	if s.kind == sourceOllama {
		return s.address
	}
	return openModel
}

// modelPath is where the runtime finds the weights, or, when no loader runs, what it has
// to load itself.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/modelsource/{modelhub,uri}.go@v0.1.4.
func (s directSource) modelPath(skipLoader bool) string {
	switch {
	case s.kind == sourceHost:
		return s.address
	case s.kind == sourceHub && skipLoader:
		return s.hub.ModelID
	case s.kind == sourceHub && s.hub.Filename != nil:
		return modelsMountPath + *s.hub.Filename
	case s.kind == sourceHub:
		return modelsMountPath + "models--" + strings.ReplaceAll(s.hub.ModelID, "/", "--")
	case skipLoader:
		return s.uri
	case s.kind == sourceOllama:
		return modelsMountPath + "models--" + lastAddressSegment(s.address)
	case strings.Contains(s.object, ".gguf"):
		return modelsMountPath + lastAddressSegment(s.object)
	default:
		return modelsMountPath + "models--" + lastAddressSegment(s.object)
	}
}

func lastAddressSegment(address string) string {
	return address[strings.LastIndex(address, "/")+1:]
}

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
	return s.Images.Use(imageLoader, defaultLoaderImage)
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

// credentials are the variables that give access to the source, unset while there is no such key.
func (s directSource) credentials() []corev1.EnvVar {
	secret, keys := "", [][2]string{}
	switch s.kind {
	case sourceHub:
		secret, keys = modelHubSecretName, [][2]string{{"HUGGING_FACE_HUB_TOKEN", "HF_TOKEN"}, {"HF_TOKEN", "HF_TOKEN"}}
	case sourceOSS:
		secret, keys = ossSecretName, [][2]string{{"OSS_ACCESS_KEY_ID", "OSS_ACCESS_KEY_ID"}, {"OSS_ACCESS_KEY_SECRET", "OSS_ACCESS_KEY_SECRET"}}
	case sourceS3, sourceGCS:
		secret, keys = awsSecretName, [][2]string{{"AWS_ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID"}, {"AWS_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY"}}
	}
	var env []corev1.EnvVar
	for _, key := range keys {
		env = append(env, weights.IfThere(weights.Secret(key[0], secret, key[1])))
	}
	return env
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

// modelVolumes returns the volumes that have the weights and their mounts in the serving container.
func (s directServing) modelVolumes() ([]corev1.Volume, []corev1.VolumeMount) {
	var volumes []corev1.Volume
	var mounts []corev1.VolumeMount
	if s.mountsModels() {
		volumes = append(volumes, s.modelVolume())
		mounts = append(mounts, corev1.VolumeMount{
			Name: modelVolumeName, MountPath: modelsMountPath, ReadOnly: !s.pullsIntoCache(),
		})
	}
	for _, m := range s.models {
		if m.source.kind != sourceHost || s.skipLoader {
			continue
		}
		volumes = append(volumes, weights.OnHost(s.hostVolumeName(), m.source.address, corev1.HostPathUnset))
		mounts = append(mounts, corev1.VolumeMount{Name: s.hostVolumeName(), MountPath: m.source.address, ReadOnly: true})
	}
	return volumes, mounts
}

// hostVolumeName is the name of the volume of a model on the host: llmaz's own, unless
// another model is loaded into the volume of that name.
func (s directServing) hostVolumeName() string {
	if s.mountsModels() {
		return hostModelVolumeName
	}
	return modelVolumeName
}

// modelVolume is what weights are loaded into: the cache, or a directory that
// lives as long as the pod.
func (s directServing) modelVolume() corev1.Volume {
	if s.weights.Cache == nil {
		return weights.InPod(modelVolumeName, nil)
	}
	return weights.OnClaim(modelVolumeName, cmp.Or(s.weights.Cache.ClaimName, modelsClaimName(s.Owner.Name)))
}

// pullsIntoCache reports whether the serving container itself writes weights to the cache.
func (s directServing) pullsIntoCache() bool {
	return s.weights.Cache != nil && s.mountsModels() &&
		slices.ContainsFunc(s.models, func(m directModel) bool { return m.source.kind == sourceOllama })
}
