package llmkube

import (
	"fmt"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// check returns what keeps the service from being rendered or from running. The rules of
// the kind have said what holds in both modes.
func (s directService) check() field.ErrorList {
	return slices.Concat(s.checkOperatorParts(), s.checkDraft(), s.checkSharing(), s.checkSplit(), s.checkCache(), s.checkMounts())
}

// checkOperatorParts refuses what only LLMKube's own processes do.
func (s directService) checkOperatorParts() field.ErrorList {
	const remedy = "; leave it out, or set mode to \"operator\""
	var errs field.ErrorList
	if hardware(s.model.Model).Accelerator == "metal" {
		errs = append(errs, field.Invalid(s.model.ref, s.Spec.ModelRef,
			"the model is for Metal, which LLMKube's agent serves on a Mac outside the cluster, so there is nothing to render; set mode to \"operator\", or give the model another hardware.accelerator"))
	}
	if e := s.Spec.Endpoint; e != nil && e.Gateway != nil && e.Gateway.Enabled {
		errs = append(errs, field.Forbidden(specPath.Child("endpoint", "gateway", "enabled"), "direct mode renders no objects of Envoy AI Gateway"+remedy))
	}
	if s.Spec.SLO != nil {
		errs = append(errs, field.Forbidden(specPath.Child("slo"), "direct mode renders no objectives for Pyrra"+remedy))
	}
	if s.Spec.MaxPodLifetimeSeconds != nil {
		errs = append(errs, field.Forbidden(specPath.Child("maxPodLifetimeSeconds"), "only LLMKube's controller watches the age of pods"+remedy))
	}
	if p := s.Spec.RolloutPolicy; p != nil && p.WaitForIdle && !p.Force {
		errs = append(errs, field.Forbidden(specPath.Child("rolloutPolicy", "waitForIdle"), "only LLMKube's controller watches what pods are doing"+remedy))
	}
	return errs
}

// checkDownload refuses what the download cannot fetch.
func (s directService) checkDownload(m directModel) *field.Error {
	switch {
	case m.isRepository() && len(m.staged()) == 0:
		id, remedy := "I-26", "list the file in files of the model, or use the https address of one file as its source"
		if runtimeOf(s.InferenceService) != "llamacpp" {
			id, remedy = "I-27", "set skip_model_init to true, so that the engine loads the repository itself, or list files of the model"
		}
		return field.Invalid(m.ref, m.Name, fmt.Sprintf("the source of the model is the whole repository %s, which the download cannot fetch: %s (%s)", m.Spec.Source, remedy, id))
	case classify(m.Spec.Source) == unknownSource:
		return field.Invalid(m.ref, m.Name, fmt.Sprintf("nothing can be fetched from %s, the source of the model: use an https address of a file, hf://<org>/<name> with files, s3:// or pvc:// (M-02)", m.Spec.Source))
	case classify(m.Spec.Source) == localSource && !s.allowsFolderOf(localPath(m.Spec.Source)):
		return field.Invalid(m.ref, m.Name, fmt.Sprintf("the source of the model is %s of the node, which is in none of the folders that direct.host_folders allows: add its folder there, or put the model on a claim (M-05)", localPath(m.Spec.Source)))
	}
	return nil
}

func (s directService) allowsFolderOf(file string) bool {
	return slices.ContainsFunc(s.options.HostFolders, func(folder string) bool {
		return path.IsAbs(folder) && strings.HasPrefix(file, strings.TrimSuffix(path.Clean(folder), "/")+"/")
	})
}

// checkDraft refuses a draft that is not among the files of the model.
func (s directService) checkDraft() field.ErrorList {
	if d := s.Spec.SpeculativeDecoding; d == nil || d.DraftModel == "" || slices.Contains(s.model.Spec.Files, d.DraftModel) && !isTrue(s.Spec.SkipModelInit) {
		return nil
	}
	return invalid(draftPath.Child("draftModel"), s.Spec.SpeculativeDecoding.DraftModel, fmt.Sprintf(
		"must be one of the files that are loaded for Model %s (it has: %s): add it to files of the model (I-50)", s.model.Name, listOf(s.model.Spec.Files)))
}

func listOf(files []string) string {
	if len(files) == 0 {
		return "none"
	}
	return strings.Join(files, ", ")
}

// checkSharing mirrors defilantech/LLMKube internal/controller/gpu_sharing.go@v0.9.19.
func (s directService) checkSharing() field.ErrorList {
	mode, at, g := s.sharing(), resourcesPath.Child("gpuSharing", "mode"), gpu(s.model.Model)
	if mode == "exclusive" {
		return nil
	}
	switch {
	case len(s.claims()) > 0:
		return invalid(at, mode, fmt.Sprintf("Model %s gets its GPUs by resource claims, which say themselves how they are shared: remove gpu_sharing (I-61)", s.model.Name))
	case s.gpus() != 1:
		return invalid(at, mode, fmt.Sprintf("is for pods with exactly 1 GPU, and these have %d: set the count of Model %s, or resources.gpu, to 1 (I-60)", s.gpus(), s.model.Name))
	case mode == "partitioned" && (vendor(s.model.Model) != "nvidia" || g.ResourceName != ""):
		return invalid(at, mode, fmt.Sprintf("only GPUs of NVIDIA under their own resource name have partitions: remove resource_name and the vendor of Model %s, or gpu_sharing (I-62)", s.model.Name))
	case mode == "shared" && vendor(s.model.Model) != "amd" && len(s.options.SharedGPUNodes) == 0:
		return required(field.NewPath("direct", "sharedGPUNodes"), "resources.gpu_sharing is for nodes whose GPUs are shared: say by which labels such nodes are known (I-63)")
	}
	return nil
}

// checkSplit refuses a split of layers that llama.cpp would not get.
func (s directService) checkSplit() field.ErrorList {
	sharding := gpu(s.model.Model).Sharding
	if runtimeOf(s.InferenceService) != "llamacpp" || sharding == nil || len(sharding.LayerSplit) == 0 || s.gpus() <= 1 || len(sharding.LayerSplit) == int(s.gpus()) {
		return nil
	}
	return invalid(resourcesPath.Child("gpu"), s.gpus(), fmt.Sprintf(
		"Model %s splits its layers over %d GPUs: ask for as many, or change its layer_split (M-21)", s.model.Name, len(sharding.LayerSplit)))
}

// checkCache refuses options of a claim that is not made, and pods that could not prepare it.
func (s directService) checkCache() field.ErrorList {
	var errs field.ErrorList
	if at := field.NewPath("direct", "cache"); s.options.Cache != nil {
		if !s.makesClaim() {
			errs = append(errs, field.Forbidden(at, "no claim is made for the service, because nothing is downloaded for it or spec.model_cache says where to: remove cache"))
		}
		if size := s.options.Cache.Size; size != nil && size.Sign() <= 0 {
			errs = append(errs, field.Invalid(at.Child("size"), size.String(), "must be more than 0, such as 100Gi"))
		}
	}
	asRoot := slices.ContainsFunc(s.storage.loaders, func(c corev1.Container) bool {
		return c.SecurityContext.RunAsUser != nil && *c.SecurityContext.RunAsUser == 0
	})
	if c := s.Spec.PodSecurityContext; asRoot && c != nil && isTrue(c.RunAsNonRoot) {
		errs = append(errs, field.Forbidden(specPath.Child("podSecurityContext", "runAsNonRoot"),
			"the container that prepares the cache runs as root: set direct.prepare_cache to false if the volume heeds fs_group, or leave run_as_non_root out (I-72)"))
	}
	return errs
}

// checkMounts refuses mounts that collide with those of the weights, and mounts of volumes
// that the pods do not have.
func (s directService) checkMounts() field.ErrorList {
	var errs field.ErrorList
	names := []string{}
	for _, volume := range slices.Concat(s.storage.volumes, s.Spec.ExtraVolumes) {
		names = append(names, volume.Name)
	}
	for i, mount := range s.Spec.ExtraVolumeMounts {
		at := specPath.Child("extraVolumeMounts").Index(i)
		if !slices.Contains(names, mount.Name) {
			errs = append(errs, field.Invalid(at.Child("name"), mount.Name, fmt.Sprintf("the pods have no such volume (they have: %s): add it to extra_volumes (I-74)", listOf(names))))
		}
		if slices.ContainsFunc(s.storage.mounts, func(m corev1.VolumeMount) bool { return m.MountPath == mount.MountPath }) {
			errs = append(errs, field.Invalid(at.Child("mountPath"), mount.MountPath, "the weights are mounted there: choose another path (I-74)"))
		}
	}
	return errs
}
