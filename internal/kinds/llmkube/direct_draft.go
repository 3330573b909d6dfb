package llmkube

import (
	"fmt"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

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
