package endpoint

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// downloader is the container that fetches weights.
const downloader = "download"

// hubAddress is that of Hugging Face.
const hubAddress = "https://huggingface.co"

// source is the address that an init container fetches weights from, and the files below it, "" where the engine downloads. A
// repository is one for llama.cpp where a Job is to download it: the engine has no command that only downloads.
func (e directEndpoint) source() (address string, files []string) {
	m := e.Spec.Model
	if m.Repository != "" && e.predownloads() && e.engine() == llamacpp {
		return fmt.Sprintf("%s/%s/resolve/main", hubAddress, m.Repository), parts(m.File)
	}
	for _, f := range m.Files {
		files = append(files, string(f))
	}
	return m.Source, files
}

// part is the name of the first file of a model in parts.
//
// Source: ggml-org/llama.cpp tools/gguf-split/README.md, on its main branch.
var part = regexp.MustCompile(`^(.*)-00001-of-(\d{5})\.gguf$`)

// parts are the files of a model whose first is known.
func parts(first string) []string {
	match := part.FindStringSubmatch(first)
	if match == nil {
		return []string{first}
	}
	count, _ := strconv.Atoi(match[2])
	files := make([]string, count)
	for i := range files {
		files[i] = fmt.Sprintf("%s-%05d-of-%s.gguf", match[1], i+1, match[2])
	}
	return files
}

// fetched is the folder of weights that an init container fetches: one for each source in the cache, or one of the pod.
func (e directEndpoint) fetched() string {
	if _, kept := e.cache(); !kept {
		return mountModels
	}
	address, _ := e.source()
	sum := sha256.Sum256([]byte(address))
	return path.Join(mountCache, "sources", hex.EncodeToString(sum[:])[:16])
}

// fetchedModel is what the engine serves of it.
func (e directEndpoint) fetchedModel() string {
	address, files := e.source()
	if len(files) == 0 {
		return path.Join(e.fetched(), path.Base(address))
	}
	return path.Join(e.fetched(), e.Spec.Model.File)
}

// fetch adds the init container that fetches the weights of a source, and the volume for them where nothing keeps them.
func (e directEndpoint) fetch(pod *corev1.PodSpec, engine *corev1.Container) {
	if address, _ := e.source(); address == "" {
		return
	}
	volume := corev1.VolumeMount{Name: volumeCache, MountPath: mountCache}
	if _, kept := e.cache(); !kept {
		volume = corev1.VolumeMount{Name: volumeModels, MountPath: mountModels}
		pod.Volumes = append(pod.Volumes, weights.InPod(volumeModels, nil))
		engine.VolumeMounts = append(engine.VolumeMounts, corev1.VolumeMount{Name: volumeModels, MountPath: mountModels, ReadOnly: true})
	}
	pod.InitContainers = append(pod.InitContainers, e.fetcher(volume))
}

// fetcher is the container that fetches the weights of a source to a volume. What is there already stays.
func (e directEndpoint) fetcher(volume corev1.VolumeMount) corev1.Container {
	return corev1.Container{
		Name: downloader, Image: e.Images.Use("download", weights.DownloadImage),
		Command: []string{"sh", "-c", weights.DownloadScript}, Env: e.downloadEnv(), VolumeMounts: []corev1.VolumeMount{volume},
		// The root of a new volume belongs to root alone.
		SecurityContext:          &corev1.SecurityContext{RunAsUser: new(int64(0)), AllowPrivilegeEscalation: new(false)},
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
	}
}

// downloadEnv tells the script what to fetch.
func (e directEndpoint) downloadEnv() []corev1.EnvVar {
	m := e.Spec.Model
	source, files := e.source()
	env := []corev1.EnvVar{{Name: "MODEL_SOURCE", Value: source}}
	key := "S3_KEY"
	if len(files) == 0 {
		env = append(env, corev1.EnvVar{Name: "MODEL_PATH", Value: e.fetchedModel()})
	} else {
		key = "S3_PREFIX"
		env = append(env, corev1.EnvVar{Name: "MODEL_DIR", Value: e.fetched()}, corev1.EnvVar{Name: "MODEL_FILES", Value: strings.Join(files, "\n")})
	}
	address, bucket := strings.CutPrefix(source, "s3://")
	if !bucket {
		env = append(env, corev1.EnvVar{Name: "SOURCE_KIND", Value: "http"})
		if m.Repository != "" {
			env = append(env, e.token())
		}
		return env
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
