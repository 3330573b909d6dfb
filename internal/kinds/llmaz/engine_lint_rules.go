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

// serviceEngineRules look at the runners of the workload template. Their accelerators may come from the flavors of the model.
var serviceEngineRules = slices.Concat(enginelint.Rules(serviceEngines, "spec.workloadTemplate"), enginelint.VariableRules(serviceEngines), enginelint.PodRules(serviceEngines, "EL-9"))

var serviceEngines = enginelint.Of(func(s *inferencev1alpha1.Service) []enginelint.Engine {
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
		worker.Leads = workers == 0
		worker.Accelerators = (workers + 1) * engines.Accelerators(worker.Container)
		return []enginelint.Engine{worker}
	}
	leader, ok := engineIn(template.LeaderTemplate, workloadTemplatePath.Child("leaderTemplate"))
	if !ok {
		return nil
	}
	leader.Leads = true
	leader.Accelerators = enginelint.Together(leader.Container, worker.Container, workers)
	worker.Accelerators = leader.Accelerators
	return []enginelint.Engine{leader, worker}
})

func engineIn(template *corev1.PodTemplateSpec, at *field.Path) (enginelint.Engine, bool) {
	i := slices.IndexFunc(template.Spec.Containers, func(c corev1.Container) bool { return c.Name == runnerContainerName })
	if i < 0 {
		return enginelint.Engine{}, false
	}
	at = at.Child("spec")
	return enginelint.Engine{Container: &template.Spec.Containers[i], Pod: &template.Spec, PodAt: at, At: at.Child("containers").Index(i)}, true
}

// playgroundEngineRules look at the arguments and the variables that a playground adds to those of its runtime, which the version of
// the engine reads that the playground chooses.
var playgroundEngineRules = slices.Concat(enginelint.ArgumentRules(playgroundEngines), enginelint.VariableRules(playgroundEngines))

var playgroundEngines = enginelint.Of(func(p *inferencev1alpha1.Playground) []enginelint.Engine {
	config := p.Spec.BackendRuntimeConfig
	if config == nil {
		return nil
	}
	at, runtime := field.NewPath("spec", "backendRuntimeConfig"), ptr.Deref(config.BackendName, defaultBackendName)
	added := corev1.Container{Args: config.Args, Env: config.Envs}
	if e, known := engines.Named(runtime); known && config.Version != nil {
		added.Image = e.Repositories[0] + ":" + *config.Version
	}
	return []enginelint.Engine{{Container: &added, ImageAt: at.Child("version"), At: at, EnvAt: at.Child("envs"), Runs: runtime, RunsAt: at.Child("backendName").String()}}
})

// runtimeEngineRules look at the arguments that a runtime recommends, and at its variables.
var runtimeEngineRules = slices.Concat(enginelint.ArgumentRules(runtimeEngines), enginelint.VariableRules(runtimeEngines))

var runtimeEngines = enginelint.Of(func(r *inferencev1alpha1.BackendRuntime) []enginelint.Engine {
	var all []enginelint.Engine
	spec := field.NewPath("spec")
	for i, config := range r.Spec.RecommendedConfigs {
		all = append(all, enginelint.Engine{
			Container: &corev1.Container{Image: r.Spec.Image + ":" + r.Spec.Version, Command: r.Spec.Command, Args: config.Args, Env: r.Spec.Envs, Lifecycle: r.Spec.Lifecycle},
			At:        spec, ImageAt: spec.Child("version"), ArgsAt: spec.Child("recommendedConfigs").Index(i).Child("args"), EnvAt: spec.Child("envs"),
		})
	}
	return all
})
