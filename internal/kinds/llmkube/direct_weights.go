package llmkube

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
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

var draftPath = specPath.Child("speculativeDecoding")

// draftType is the method of speculative decoding as llama.cpp calls it, "" for none.
//
// Mirrors defilantech/LLMKube internal/controller/runtime_llamacpp.go@v0.9.19.
func (s directService) draftType() string {
	if s.Spec.SpeculativeDecoding == nil {
		return ""
	}
	switch name := s.Spec.SpeculativeDecoding.Type; name {
	case "none", "disabled":
		return ""
	case "mtp", "draft":
		return map[string]string{"mtp": "draft-mtp", "draft": "draft-simple"}[name]
	default:
		return name
	}
}

// addDraft adds the storage of the model that drafts to that of the service.
func (s *directService) addDraft() {
	if !strings.HasPrefix(s.draftType(), "draft-") || s.Spec.SpeculativeDecoding.DraftModelRef == "" {
		return
	}
	draft := s.findModel(s.Spec.SpeculativeDecoding.DraftModelRef, draftPath.Child("draftModelRef"))
	if s.Failed() {
		return
	}
	if isTrue(s.Spec.SkipModelInit) {
		s.Fail(render.Breaks("DR-14", field.Forbidden(draft.ref, "with skip_model_init nothing is downloaded, the draft neither: give the draft in extra_args, or remove skip_model_init")))
		return
	}
	s.storage, s.storage.draft = s.storage.join(s.storageOf(draft))
}

// draftFile is the path of the weights that draft, "" when the model drafts by itself.
func (s directService) draftFile() string {
	d := s.Spec.SpeculativeDecoding
	switch {
	case !strings.HasPrefix(s.draftType(), "draft-"):
		return ""
	case d.DraftModel != "":
		return path.Join(s.storage.folder, d.DraftModel)
	}
	return s.storage.draft
}

// join adds the storage of a draft and returns the path of the draft in it. What both have
// in common is there once; what collides gets a name or a path of its own.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
func (s directStorage) join(draft directStorage) (directStorage, string) {
	out := s
	out.volumes, out.mounts, out.loaders = slices.Clone(s.volumes), slices.Clone(s.mounts), slices.Clone(s.loaders)
	renamed := map[string]string{}
	for _, volume := range draft.volumes {
		if containsEqual(out.volumes, volume) {
			continue
		}
		name := freeName(out.volumes, volume.Name)
		renamed[volume.Name] = name
		volume.Name = name
		out.volumes = append(out.volumes, volume)
	}
	found := draft.path
	for _, mount := range rename(draft.mounts, renamed) {
		if containsEqual(out.mounts, mount) {
			continue
		}
		if slices.ContainsFunc(out.mounts, func(m corev1.VolumeMount) bool { return m.MountPath == mount.MountPath }) {
			found = strings.Replace(found, mount.MountPath, "/draft"+mount.MountPath, 1)
			mount.MountPath = "/draft" + mount.MountPath
		}
		out.mounts = append(out.mounts, mount)
	}
	for _, loader := range draft.loaders {
		loader.VolumeMounts = rename(loader.VolumeMounts, renamed)
		if containsEqual(out.loaders, loader) {
			continue
		}
		loader.Name = "draft-" + loader.Name
		out.loaders = append(out.loaders, loader)
	}
	return out, found
}

func containsEqual[T any](items []T, item T) bool {
	return slices.ContainsFunc(items, func(other T) bool { return apiequality.Semantic.DeepEqual(other, item) })
}

func rename(mounts []corev1.VolumeMount, names map[string]string) []corev1.VolumeMount {
	out := slices.Clone(mounts)
	for i := range out {
		if name, ok := names[out[i].Name]; ok {
			out[i].Name = name
		}
	}
	return out
}

// freeName is the name of a volume beside others.
func freeName(volumes []corev1.Volume, name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(volumes, func(v corev1.Volume) bool { return v.Name == name })
	}
	if !taken(name) {
		return name
	}
	free := "draft-" + name
	for i := 2; taken(free); i++ {
		free = fmt.Sprintf("draft-%s-%d", name, i)
	}
	return free
}

// directModel is a model that a service refers to.
type directModel struct {
	*v1alpha1.Model
	// ref is where the service refers to it.
	ref *field.Path
}

// findModel looks a model up among the definitions and holds it to the rules of models:
// a definition may be written by hand.
func findModel(definitions render.References, namespace, name string, ref *field.Path) (directModel, field.ErrorList) {
	i := slices.IndexFunc(definitions, func(obj *unstructured.Unstructured) bool {
		return obj.GetKind() == "Model" && obj.GetName() == name && cmp.Or(obj.GetNamespace(), metav1.NamespaceDefault) == namespace
	})
	if i < 0 {
		return directModel{}, field.ErrorList{render.Missing("I-05", ref, name, fmt.Sprintf(
			"references has no Model of this name in the namespace %s (it has: %s): add inference_llmkube_model.<x>.manifest to references",
			namespace, render.List(definitions.Names("Model"))))}
	}
	at := field.NewPath("references").Index(i)
	model, err := render.Decode[v1alpha1.Model](definitions[i].Object)
	if err != nil {
		return directModel{}, field.ErrorList{render.Breaks(render.RuleManifest, field.Invalid(at, name, err.Error()))}
	}
	found, _ := kinds.Check(modelRules(), kinds.Candidate{Object: definitions[i], Direct: true}, nil)
	var errs field.ErrorList
	for _, err := range found {
		cited := field.Invalid(at, name, err.Field+": "+err.Detail) // which ends with the rule of models
		cited.Origin = err.Origin
		errs = append(errs, cited)
	}
	return directModel{Model: &model, ref: ref}, errs
}

// isRepository reports whether the source of the model is a whole repository of Hugging Face.
func (m directModel) isRepository() bool {
	class := classify(m.Spec.Source)
	return class == hubSource || class == bareSource
}

// staged lists the files to load, each once and the projector last; none for a model of one file.
func (m directModel) staged() []string {
	var files []string
	for _, file := range append(slices.Clone(m.Spec.Files), m.Spec.Mmproj) {
		if file != "" && !slices.Contains(files, file) && file != m.Spec.Mmproj {
			files = append(files, file)
		}
	}
	if m.Spec.Mmproj != "" {
		files = append(files, m.Spec.Mmproj)
	}
	return files
}

// repository is a repository of Hugging Face.
type repository struct {
	// name is `<org>/<name>`, revision the one that the source names, if any.
	name, revision string
}

// repositoryOf reads a source that is a repository.
//
// Mirrors defilantech/LLMKube internal/controller/source.go@v0.9.19.
func repositoryOf(source string) repository {
	if hub := hubAddress.FindStringSubmatch(source); hub != nil {
		parts := strings.Split(strings.Trim(hub[1], "/"), "/")
		r := repository{name: strings.Join(parts[:2], "/")}
		if len(parts) > 3 {
			r.revision = parts[3]
		}
		return r
	}
	name, revision, _ := strings.Cut(strings.TrimPrefix(source, "hf://"), "@")
	return repository{name, revision}
}

// files is the address that the files of the repository are below.
func (r repository) files() string {
	revision := r.revision
	if revision == "" {
		revision = "main"
	}
	return "https://huggingface.co/" + r.name + "/resolve/" + revision + "/"
}

// servedAs is how engines that load a repository themselves are told of it.
func (r repository) servedAs() string {
	if r.revision == "" {
		return r.name
	}
	return r.name + "@" + r.revision
}
