package llmkube

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// engineRules look at the arguments that a service adds for an engine whose flags are known.
var engineRules = enginelint.ArgumentRules(enginelint.Of(func(s *v1alpha1.InferenceService) []enginelint.Engine {
	runs := runtimeOf(s)
	if _, known := engines.Named(runs); !known {
		return nil
	}
	return []enginelint.Engine{{Container: &corev1.Container{Image: s.Spec.Image, Args: s.Spec.ExtraArgs}, At: specPath, ArgsAt: specPath.Child("extraArgs"), Runs: runs, RunsAt: "spec.runtime"}}
}))

// sourceRevision looks at the revision of a repository of Hugging Face.
var sourceRevision = enginelint.Revision("spec.source", enginelint.BehindAt)
