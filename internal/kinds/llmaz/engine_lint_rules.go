package llmaz

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// defaultRevision is the revision that the API fills in for a model on a hub.
//
// Source: InftyAI/llmaz api/core/v1alpha1/model_types.go@v0.1.4.
const defaultRevision = "main"

// hubRevision is the rule about the revision of a model on a hub. The default of the API may be written out: it means what
// the field means without it.
func hubRevision() kinds.Rule {
	rule := enginelint.Revision("spec.source.modelHub.revision", func(revision string) string {
		if revision == defaultRevision {
			return ""
		}
		return revision
	})
	rule.Says += ", other than `" + defaultRevision + "`, the default of the API"
	return rule
}

// serviceEngineRules look at the runners of the workload template.
var serviceEngineRules = enginelint.Rules(enginelint.Of(func(s *inferencev1alpha1.Service) []enginelint.Engine {
	template := s.Spec.WorkloadTemplate
	worker, ok := engineIn(&template.WorkerTemplate, workloadTemplatePath.Child("workerTemplate"))
	if !ok {
		return nil
	}
	workers := int64(0)
	if template.Size != nil {
		workers = int64(*template.Size) - 1
	}
	if template.LeaderTemplate == nil {
		worker.Accelerators = (workers + 1) * engines.Accelerators(worker.Container)
		return []enginelint.Engine{worker}
	}
	leader, ok := engineIn(template.LeaderTemplate, workloadTemplatePath.Child("leaderTemplate"))
	if !ok {
		return nil
	}
	leader.Accelerators = enginelint.Together(leader.Container, worker.Container, workers)
	worker.Accelerators = leader.Accelerators
	return []enginelint.Engine{leader, worker}
}), "spec.workloadTemplate")

func engineIn(template *corev1.PodTemplateSpec, at *field.Path) (enginelint.Engine, bool) {
	i := slices.IndexFunc(template.Spec.Containers, func(c corev1.Container) bool { return c.Name == runnerContainerName })
	if i < 0 {
		return enginelint.Engine{}, false
	}
	return enginelint.Engine{Container: &template.Spec.Containers[i], At: at.Child("spec", "containers").Index(i)}, true
}

// playgroundEngineRules look at the arguments that a playground adds to those of its runtime.
var playgroundEngineRules = enginelint.UnversionedRules(enginelint.Of(func(p *inferencev1alpha1.Playground) []enginelint.Engine {
	config := p.Spec.BackendRuntimeConfig
	if config == nil {
		return nil
	}
	return []enginelint.Engine{{
		Container: &corev1.Container{Args: config.Args}, At: field.NewPath("spec", "backendRuntimeConfig"),
		Runs: ptr.Deref(config.BackendName, defaultBackendName), RunsAt: "spec.backendRuntimeConfig.backendName",
	}}
}))
