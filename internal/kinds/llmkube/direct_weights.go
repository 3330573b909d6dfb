package llmkube

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

// Volumes and mounts of the weights.
//
// Mirrors defilantech/LLMKube internal/controller/model_storage.go@v0.9.19.
const (
	volumeCache   = "model-cache"
	volumeScratch = "model-storage"
	volumeClaim   = "model-source"
	volumeHost    = "host-model"
	volumeCA      = "custom-ca-cert"
	mountModels   = "/models"
	mountClaim    = "/model-source"
	mountHost     = "/host-model"
	mountCA       = "/custom-certs"
	hostFile      = mountHost + "/model.gguf"
)

// directStorage is where the weights of a model come from and where its engine finds them.
type directStorage struct {
	// path is what the engine gets; "" when it has to find the model itself.
	path string
	// projector is the path of the multimodal projector, if any, and folder what files of the model are below.
	projector, folder string
	// draft is the path of the model that drafts, if it has weights of its own.
	draft   string
	volumes []corev1.Volume
	// mounts are those of the engine.
	mounts  []corev1.VolumeMount
	loaders []corev1.Container
}

// persists reports whether the weights are kept on a claim.
func (s directService) persists() bool {
	return s.Spec.ModelCache == nil || s.Spec.ModelCache.Persistence != "Ephemeral"
}

// claimName is the claim that keeps the weights, and whether it is made for the service.
func (s directService) claimName() (name string, made bool) {
	if c := s.Spec.ModelCache; c != nil && c.ClaimName != "" {
		return c.ClaimName, false
	}
	return s.Name + "-model-cache", true
}

// storageOf returns the storage of a model that the service loads.
func (s directService) storageOf(m directModel) directStorage {
	if !downloads(runtimeOf(s.InferenceService)) || isTrue(s.Spec.SkipModelInit) {
		return directStorage{}
	}
	if address, onClaim := strings.CutPrefix(m.Spec.Source, "pvc://"); onClaim {
		_, claim, file := weights.SplitClaim(address)
		volume := weights.OnClaim(volumeClaim, claim)
		volume.PersistentVolumeClaim.ReadOnly = true
		return directStorage{
			path: path.Join(mountClaim, file), volumes: []corev1.Volume{volume},
			mounts: []corev1.VolumeMount{{Name: volumeClaim, MountPath: mountClaim, ReadOnly: true}},
		}
	}
	if err := s.checkDownload(m); err != nil {
		s.Fail(err)
		return directStorage{}
	}
	out := s.stage(m)
	volume := s.weightsVolume()
	out.mounts = []corev1.VolumeMount{{Name: volume.Name, MountPath: mountModels, ReadOnly: true}}
	writable := corev1.VolumeMount{Name: volume.Name, MountPath: mountModels}
	loader := s.downloader(m, out)
	mount := func(volume corev1.Volume, mount corev1.VolumeMount) {
		out.volumes, loader.VolumeMounts = append(out.volumes, volume), append(loader.VolumeMounts, mount)
	}
	mount(volume, writable)
	if classify(m.Spec.Source) == localSource {
		mount(weights.OnHost(volumeHost, localPath(m.Spec.Source), corev1.HostPathFile), corev1.VolumeMount{Name: volumeHost, MountPath: hostFile, ReadOnly: true})
	}
	if s.options.CAConfigMap != "" {
		mount(corev1.Volume{Name: volumeCA, VolumeSource: corev1.VolumeSource{
			ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: s.options.CAConfigMap}},
		}}, corev1.VolumeMount{Name: volumeCA, MountPath: mountCA, ReadOnly: true})
	}
	if s.persists() && s.prepares() {
		out.loaders = append(out.loaders, s.preparer(writable))
	}
	out.loaders = append(out.loaders, loader)
	return out
}

// weightsVolume is what the weights are downloaded to.
func (s directService) weightsVolume() corev1.Volume {
	if s.persists() {
		claim, _ := s.claimName()
		return weights.OnClaim(volumeCache, claim)
	}
	if limit, err := resource.ParseQuantity(resources(s.InferenceService).EphemeralStorage); err == nil {
		return weights.InPod(volumeScratch, &limit)
	}
	return weights.InPod(volumeScratch, nil)
}

// stage names the files of a download: in the cache below a folder that the source has for itself,
// otherwise after the model.
func (s directService) stage(m directModel) directStorage {
	alone := path.Join(mountModels, s.Owner.Namespace+"-"+m.Name)
	if s.persists() {
		alone = path.Join(mountModels, cacheKey(m.Spec.Source))
	}
	if files := m.staged(); len(files) > 0 {
		out := directStorage{folder: alone, path: path.Join(alone, m.Spec.Files[0])}
		if m.Spec.Mmproj != "" {
			out.projector = path.Join(alone, m.Spec.Mmproj)
		}
		if s.servesFolder(m) {
			out.path = alone
		}
		return out
	}
	if s.persists() {
		return directStorage{path: path.Join(alone, m.Name+".gguf")}
	}
	return directStorage{path: alone + ".gguf"}
}

// servesFolder reports whether the engine gets the folder of the files instead of the first one.
func (s directService) servesFolder(m directModel) bool {
	runtime := runtimeOf(s.InferenceService)
	return (runtime == "vllm" || runtime == "sglang") && m.Spec.Format != "" && m.Spec.Format != "gguf"
}

// cacheKey is the folder of a source in a cache.
//
// Mirrors defilantech/LLMKube pkg/cachekey@v0.9.19.
func cacheKey(source string) string {
	sum := sha256.Sum256([]byte(source))
	return hex.EncodeToString(sum[:])[:16]
}

// localPath is the path of a source on the node.
func localPath(source string) string {
	if !strings.HasPrefix(source, "/") {
		source = source[len("file://"):]
	}
	return path.Clean(source)
}
