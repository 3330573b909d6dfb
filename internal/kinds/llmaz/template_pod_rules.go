package llmaz

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// templatePodRules find pods that the API server would refuse. Neither llmaz nor the
// LeaderWorkerSet looks at them, and the StatefulSet tries to create them for ever.
//
// Mirrors kubernetes/kubernetes pkg/apis/core/validation/validation.go@v1.36.3.
var templatePodRules = []kinds.Rule{
	{
		ID: "POD-1", Says: "containers and init containers have an `image`",
		Reads: templateContainerReads("image"), Check: templateContainerRule(imageRule),
	},
	{
		ID: "POD-2", Says: "a volume that is mounted is one of the pod, or the one for the weights, which is added",
		Reads: append(templateContainerReads("volumeMounts[].name"),
			"spec.workloadTemplate.leaderTemplate.spec.volumes[].name", "spec.workloadTemplate.workerTemplate.spec.volumes[].name"),
		Check: templateContainerRule(mountRule),
	},
}

// templateContainerReads are a path below every container of the templates, and what tells
// whether pods are made of both of them.
func templateContainerReads(below string) []string {
	reads := []string{"spec.workloadTemplate.size", "spec.workloadTemplate.leaderTemplate"}
	for _, template := range []string{"leaderTemplate", "workerTemplate"} {
		for _, list := range []string{"containers", "initContainers"} {
			reads = append(reads, "spec.workloadTemplate."+template+".spec."+list+"[]."+below)
		}
	}
	return reads
}

// templateContainerRule makes a rule of a check of one container of the templates that pods are
// made of: a group of one host with a leader has no workers.
func templateContainerRule(check func(corev1.Container, podTemplate, *field.Path) field.ErrorList) func(kinds.Candidate) field.ErrorList {
	return kinds.Typed(func(s *inferencev1alpha1.Service, _ kinds.Candidate) field.ErrorList {
		templates := templatesOf(s)
		if groupSize(s) == 1 {
			templates = templates[:1]
		}
		var errs field.ErrorList
		for _, template := range templates {
			for i, c := range template.pod.Containers {
				errs = append(errs, check(c, template, template.path.Child("containers").Index(i))...)
			}
			for i, c := range template.pod.InitContainers {
				errs = append(errs, check(c, template, template.path.Child("initContainers").Index(i))...)
			}
		}
		return errs
	})
}

func imageRule(c corev1.Container, _ podTemplate, at *field.Path) field.ErrorList {
	if c.Image != "" {
		return nil
	}
	return field.ErrorList{field.Required(at.Child("image"), "a container needs an image, and llmaz adds none; without one no pod can be created")}
}

func mountRule(c corev1.Container, template podTemplate, at *field.Path) field.ErrorList {
	var errs field.ErrorList
	for i, mount := range c.VolumeMounts {
		there := slices.ContainsFunc(template.pod.Volumes, func(v corev1.Volume) bool { return v.Name == mount.Name })
		if there || mount.Name == modelVolumeName {
			continue
		}
		err := field.NotFound(at.Child("volumeMounts").Index(i).Child("name"), mount.Name)
		err.Detail = "the pod has no such volume; add it to `volumes`, or mount one that is there"
		errs = append(errs, err)
	}
	return errs
}
