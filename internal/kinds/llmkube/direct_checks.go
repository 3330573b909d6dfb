package llmkube

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// check finds what keeps the service from being rendered or from running. The rules of
// the kind have said what holds in both modes.
func (s directService) check() {
	s.checkOperatorParts()
	s.checkDraft()
	if s.sharing() != "exclusive" {
		s.Fail(s.checkSharing())
	}
	s.checkSplit()
	s.checkCache()
	s.checkMounts()
}

// checkOperatorParts refuses what only LLMKube's own processes do.
func (s directService) checkOperatorParts() {
	const remedy = "; leave it out, or set mode to \"operator\""
	if hardware(s.model.Model).Accelerator == "metal" {
		s.Fail(render.Breaks("DR-10", field.Invalid(s.model.ref, s.Spec.ModelRef,
			"the model is for Metal, which LLMKube's agent serves on a Mac outside the cluster, so there is nothing to render; set mode to \"operator\", or give the model another hardware.accelerator")))
	}
	if e := s.Spec.Endpoint; e != nil && e.Gateway != nil && e.Gateway.Enabled {
		s.Fail(render.Breaks("DR-11", field.Forbidden(specPath.Child("endpoint", "gateway", "enabled"), "direct mode renders no objects of Envoy AI Gateway"+remedy)))
	}
	if s.Spec.SLO != nil {
		s.Fail(render.Breaks("DR-11", field.Forbidden(specPath.Child("slo"), "direct mode renders no objectives for Pyrra"+remedy)))
	}
	if s.Spec.MaxPodLifetimeSeconds != nil {
		s.Fail(render.Breaks("DR-11", field.Forbidden(specPath.Child("maxPodLifetimeSeconds"), "only LLMKube's controller watches the age of pods"+remedy)))
	}
	if p := s.Spec.RolloutPolicy; p != nil && p.WaitForIdle && !p.Force {
		s.Fail(render.Breaks("DR-11", field.Forbidden(specPath.Child("rolloutPolicy", "waitForIdle"), "only LLMKube's controller watches what pods are doing"+remedy)))
	}
}

// checkDownload refuses what the download cannot fetch.
func (s directService) checkDownload(m directModel) *field.Error {
	switch {
	case m.isRepository() && len(m.staged()) == 0:
		id, remedy := "I-26", "list the file in files of the model, or use the https address of one file as its source"
		if runtimeOf(s.InferenceService) != "llamacpp" {
			id, remedy = "I-27", "set skip_model_init to true, so that the engine loads the repository itself, or list files of the model"
		}
		return render.Breaks(id, field.Invalid(m.ref, m.Name, fmt.Sprintf("the source of the model is the whole repository %s, which the download cannot fetch: %s", m.Spec.Source, remedy)))
	case classify(m.Spec.Source) == unknownSource:
		return render.Breaks("M-02", field.Invalid(m.ref, m.Name, fmt.Sprintf("nothing can be fetched from %s, the source of the model: use an https address of a file, hf://<org>/<name> with files, s3:// or pvc://", m.Spec.Source)))
	case classify(m.Spec.Source) == localSource && !s.allowsFolderOf(localPath(m.Spec.Source)):
		return render.Breaks("M-05", field.Invalid(m.ref, m.Name, fmt.Sprintf("the source of the model is %s of the node, which is in none of the folders that direct.host_folders allows: add its folder there, or put the model on a claim", localPath(m.Spec.Source))))
	}
	return nil
}

func (s directService) allowsFolderOf(file string) bool {
	return slices.ContainsFunc(s.options.HostFolders, func(folder string) bool {
		return path.IsAbs(folder) && strings.HasPrefix(file, strings.TrimSuffix(path.Clean(folder), "/")+"/")
	})
}

// checkDraft refuses a draft that is not among the files of the model.
func (s directService) checkDraft() {
	if d := s.Spec.SpeculativeDecoding; d != nil && d.DraftModel != "" && (!slices.Contains(s.model.Spec.Files, d.DraftModel) || isTrue(s.Spec.SkipModelInit)) {
		s.Fail(render.Breaks("I-50", field.Invalid(draftPath.Child("draftModel"), d.DraftModel, fmt.Sprintf(
			"must be one of the files that are loaded for Model %s (it has: %s): add it to files of the model", s.model.Name, listOf(s.model.Spec.Files)))))
	}
}

func listOf(files []string) string {
	if len(files) == 0 {
		return "none"
	}
	return strings.Join(files, ", ")
}

// checkSharing mirrors defilantech/LLMKube internal/controller/gpu_sharing.go@v0.9.19.
func (s directService) checkSharing() *field.Error {
	mode, at, g := s.sharing(), resourcesPath.Child("gpuSharing", "mode"), gpu(s.model.Model)
	switch {
	case len(s.claims()) > 0:
		return render.Breaks("I-61", field.Invalid(at, mode, fmt.Sprintf("Model %s gets its GPUs by resource claims, which say themselves how they are shared: remove gpu_sharing", s.model.Name)))
	case s.gpus() != 1:
		return render.Breaks("I-60", field.Invalid(at, mode, fmt.Sprintf("is for pods with exactly 1 GPU, and these have %d: set the count of Model %s, or resources.gpu, to 1", s.gpus(), s.model.Name)))
	case mode == "partitioned" && (vendor(s.model.Model) != "nvidia" || g.ResourceName != ""):
		return render.Breaks("I-62", field.Invalid(at, mode, fmt.Sprintf("only GPUs of NVIDIA under their own resource name have partitions: remove resource_name and the vendor of Model %s, or gpu_sharing", s.model.Name)))
	case mode == "shared" && vendor(s.model.Model) != "amd" && len(s.options.SharedGPUNodes) == 0:
		return render.Breaks("I-63", field.Required(field.NewPath("direct", "sharedGPUNodes"), "resources.gpu_sharing is for nodes whose GPUs are shared: say by which labels such nodes are known"))
	}
	return nil
}

// checkSplit refuses a split of layers that llama.cpp would not get.
func (s directService) checkSplit() {
	if split := len(s.sharding().LayerSplit); runtimeOf(s.InferenceService) == "llamacpp" && split > 0 && s.gpus() > 1 && split != int(s.gpus()) {
		s.Fail(render.Breaks("M-21", field.Invalid(resourcesPath.Child("gpu"), s.gpus(), fmt.Sprintf(
			"Model %s splits its layers over %d GPUs: ask for as many, or change its layer_split", s.model.Name, split))))
	}
}

// checkCache refuses options of a claim that is not made, and pods that could not prepare it.
func (s directService) checkCache() {
	if at := field.NewPath("direct", "cache"); s.options.Cache != nil {
		if !s.makesClaim() {
			s.Fail(render.Breaks("DR-12", field.Forbidden(at, "no claim is made for the service, because nothing is downloaded for it or spec.model_cache says where to: remove cache")))
		}
		s.Fail(s.cache().Check(at.Child("size"), "100Gi"))
	}
	asRoot := slices.ContainsFunc(s.storage.loaders, func(c corev1.Container) bool {
		return c.SecurityContext.RunAsUser != nil && *c.SecurityContext.RunAsUser == 0
	})
	if c := s.Spec.PodSecurityContext; asRoot && c != nil && isTrue(c.RunAsNonRoot) {
		s.Fail(render.Breaks("I-72", field.Forbidden(specPath.Child("podSecurityContext", "runAsNonRoot"),
			"the container that prepares the cache runs as root: set direct.prepare_cache to false if the volume heeds fs_group, or leave run_as_non_root out")))
	}
}

// checkMounts refuses mounts that collide with those of the weights, and mounts of volumes
// that the pods do not have.
func (s directService) checkMounts() {
	names := []string{}
	for _, volume := range slices.Concat(s.storage.volumes, s.Spec.ExtraVolumes) {
		names = append(names, volume.Name)
	}
	for i, mount := range s.Spec.ExtraVolumeMounts {
		at := specPath.Child("extraVolumeMounts").Index(i)
		if !slices.Contains(names, mount.Name) {
			s.Fail(render.Breaks("I-74", field.Invalid(at.Child("name"), mount.Name, fmt.Sprintf("the pods have no such volume (they have: %s): add it to extra_volumes", listOf(names)))))
		}
		if slices.ContainsFunc(s.storage.mounts, func(m corev1.VolumeMount) bool { return m.MountPath == mount.MountPath }) {
			s.Fail(render.Breaks("I-74", field.Invalid(at.Child("mountPath"), mount.MountPath, "the weights are mounted there: choose another path")))
		}
	}
}

// warn tells what is rendered but will not do what its author may expect.
func (s directService) warn() {
	s.warnOfLabels()
	s.warnOfUnread()
	s.warnOfGPUs()
	s.warnOfFlags()
	s.warnOfCache()
}

// warnOfLabels points out labels of the user that are replaced.
func (s directService) warnOfLabels() {
	own := s.Owner.Selector()
	maps.Copy(own, s.labels())
	for _, key := range slices.Sorted(maps.Keys(own)) {
		if value, set := s.Owner.Labels[key]; set && value != own[key] {
			s.Warnf(render.RuleLabels, "metadata.labels[%q] is %q, but direct mode sets this label itself, to %q: leave it out", key, value, own[key])
		}
	}
}

// warnOfUnread points out what nothing in direct mode reads.
func (s directService) warnOfUnread() {
	if p := s.Spec.Priority; p != "" && p != "normal" && s.priorityClass() == "" {
		s.Warnf("I-70", "spec.priority is %q, but no PriorityClass is named for it, because pods with one that the cluster lacks are refused: set direct.priority_classes if the cluster has LLMKube's, or name one in spec.priority_class_name", p)
	}
	if s.model.Spec.Prefetch {
		s.Warnf("M-16", "Model %s has prefetch, but direct mode downloads nothing ahead of the first pod", s.model.Name)
	}
	if s.model.Spec.SHA256 != "" && len(s.storage.loaders) == 0 {
		s.Warnf("M-14", "Model %s has a sha256, but the pods do not download the model, so nothing checks it", s.model.Name)
	}
	if c := s.Spec.ModelCache; c != nil && c.ClaimName != "" && !s.storage.uses(c.ClaimName) {
		s.Warnf("I-85", "spec.model_cache.claim_name is %q, but nothing is downloaded that it could keep: remove it", c.ClaimName)
	}
	s.warnOfMetal()
}

// warnOfMetal points out what is for Macs only.
func (s directService) warnOfMetal() {
	set := map[string]bool{
		"eviction_protection": s.Spec.EvictionProtection != nil, "turbo_quant_bits": s.Spec.TurboQuantBits != nil,
		"paged_ssd_cache_dir": s.Spec.PagedSSDCacheDir != "", "paged_ssd_cache_max_size": s.Spec.PagedSSDCacheMaxSize != "",
		"hot_cache_max_size": s.Spec.HotCacheMaxSize != "",
	}
	for _, name := range slices.Sorted(maps.Keys(set)) {
		if set[name] {
			s.Warnf("I-30", "spec.%s is for models on a Mac, and Model %s is not: remove it", name, s.model.Name)
		}
	}
}

// warnOfGPUs points out engines and GPUs that do not fit.
func (s directService) warnOfGPUs() {
	runtime, maker := runtimeOf(s.InferenceService), vendor(s.model.Model)
	if n := resources(s.InferenceService).GPU; n > 0 && n != s.gpus() {
		s.Warnf("I-59", "spec.resources.gpu is %d, but Model %s says %d, which wins: remove one of them", n, s.model.Name, s.gpus())
	}
	if s.Spec.Image != "" {
		pod := s.podSpec()
		s.Warn(render.RuleAccelerator, engines.Warn(nil, &pod, 0)...)
		return
	}
	foreign := maker != "nvidia" && (runtime == "vllm" || runtime == "tgi") || maker == "intel" && runtime == "sglang"
	switch {
	case !s.accelerated() && (runtime == "vllm" || runtime == "tgi" || runtime == "sglang"):
		s.Warnf("I-29", "The default image of the runtime %q needs a GPU, and the pods ask for none: set the count of Model %s, or name an image", runtime, s.model.Name)
	case s.accelerated() && foreign:
		s.Warnf("I-69", "The default image of the runtime %q is for GPUs of NVIDIA, and Model %s is for those of %q: name an image", runtime, s.model.Name, maker)
	case s.accelerated() && runtime == "llamacpp" && maker != "nvidia" && gpu(s.model.Model).Runtime == "":
		s.Warnf("I-68", "The default image serves on the processor, although the pods get GPUs of %q: name an image for them, or for those of AMD set gpu.runtime of Model %s", maker, s.model.Name)
	}
}

// warnOfFlags points out options that the engine may refuse.
func (s directService) warnOfFlags() {
	if served := fmt.Sprint(servedModel(s)); slices.Contains([]string{"vllm", "sglang", "tgi"}, runtimeOf(s.InferenceService)) && s.model.isRepository() && strings.Contains(served, "@") {
		s.Warnf("DR-13", "The engine gets the model as %s, which it may not understand: if it refuses it, leave the revision out of the source of Model %s and give --revision in extra_args instead", served, s.model.Name)
	}
}

// warnOfCache points out a claim that only one node, or one pod, can mount at a time.
func (s directService) warnOfCache() {
	most := s.replicas()
	if a := s.Spec.Autoscaling; a != nil && !s.Spec.Suspend {
		most = max(most, a.MaxReplicas)
	}
	if !s.makesClaim() {
		return
	}
	if crowded := s.cache().Crowded(int64(most), "The cache", "direct.cache.access_mode to ReadWriteMany"); crowded != "" {
		s.Warn("I-75", crowded)
	}
}
