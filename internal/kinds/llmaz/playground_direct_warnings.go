package llmaz

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// warnings tells what is rendered but will not do what its author may expect.
func (p directPlayground) warnings(args []string) []string {
	return slices.Concat(
		p.directServing.warnings(p.env(), int64(p.mostReplicas())*int64(p.groupSize())),
		p.ollamaWarnings(), p.hostWarnings(), p.resourceWarnings(), p.scaleWarnings(), p.engineWarnings(args))
}

func (p directPlayground) ollamaWarnings() []string {
	var warnings []string
	for i, m := range p.models {
		token := []string{tokenModelPath, tokenDraftModelPath}[min(i, 1)]
		if m.source.kind == sourceOllama && p.runtime.uses(token) {
			warnings = append(warnings, fmt.Sprintf(
				"OpenModel %s is pulled by Ollama, but configuration %s of BackendRuntime %s looks for its weights in a directory, where there are none: use the runtime ollama (OM-C7)",
				m.name, p.runtime.config.Name, p.runtime.name))
		}
	}
	return warnings
}

// hostWarnings points out a flavor for several hosts on a runtime that knows nothing of them.
func (p directPlayground) hostWarnings() []string {
	size, ok := p.pipelineSize()
	if !ok || p.hosts > 0 || size == "1" {
		return nil
	}
	return []string{fmt.Sprintf(
		"Flavor %s of OpenModel %s has the param PP, but BackendRuntime %s has no multi_host_commands: each pod serves the model on one host. Use a runtime that has them, such as vllm.",
		p.flavors[0].Name, p.models[0].name, p.runtime.name)}
}

// engineWarnings points out what keeps the engine from serving.
func (p directPlayground) engineWarnings(args []string) []string {
	pod := p.serverPod(args)
	runner := slices.IndexFunc(pod.Containers, isRunner)
	server := pod.Containers[runner]
	if p.groupSize() > 1 {
		server.Command, server.Args = p.runtime.spec.Command, args // as they were before they became a script
	}
	warnings := engines.Warn(nil, &pod, runner)
	if why := enginelint.Mismatch(enginelint.Engine{
		Container: &server, At: field.NewPath("args"), Accelerators: p.accelerators() * int64(p.groupSize()),
	}); why != "" {
		warnings = append(warnings, fmt.Sprintf("BackendRuntime %s is given a %s.", p.runtime.name, why))
	}
	return warnings
}

func (p directPlayground) resourceWarnings() []string {
	var warnings []string
	resources, raised := p.resources()
	for _, name := range raised {
		request := resources.Requests[name]
		warnings = append(warnings, fmt.Sprintf(
			"spec.backend_runtime_config.resources.limits[%q] is below the request of %s and is raised to it: lower the request too.",
			string(name), request.String()))
	}
	return warnings
}

func (p directPlayground) scaleWarnings() []string {
	if trigger, _ := p.scaleTrigger(); p.spec.ElasticConfig == nil || trigger != nil {
		return nil
	}
	return []string{fmt.Sprintf(
		"spec.elastic_config scales nothing: it has no scale_trigger, and neither has configuration %s of BackendRuntime %s: set scale_trigger (PG-C9)",
		p.claim.detected(), p.runtime.name)}
}
