package llmaz

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// warnings tells what is rendered but will not do what its author may expect.
func (p directPlayground) warnings() []string {
	return slices.Concat(p.labelWarnings(), p.sourceWarnings(), p.flavorWarnings(), p.resourceWarnings(), p.scaleWarnings(), p.cacheWarnings())
}

func (p directPlayground) labelWarnings() []string {
	var warnings []string
	for _, key := range p.owner.ReplacedLabels() {
		warnings = append(warnings, fmt.Sprintf("metadata.labels[%q] is %q, but direct mode sets this label itself, to %q: leave it out.",
			key, p.owner.Labels[key], p.owner.Selector()[key]))
	}
	return warnings
}

func (p directPlayground) sourceWarnings() []string {
	var warnings []string
	env := render.MergeEnv(p.runtime.spec.Envs, p.runtimeConfig().Envs)
	for i, m := range p.models {
		token := []string{tokenModelPath, tokenDraftModelPath}[min(i, 1)]
		switch {
		case m.source.kind == sourceOllama && p.runtime.uses(token):
			warnings = append(warnings, fmt.Sprintf(
				"OpenModel %s is pulled by Ollama, but configuration %s of BackendRuntime %s looks for its weights in a directory, where there are none: use the runtime ollama (OM-C7)",
				m.name, p.runtime.config.Name, p.runtime.name))
		case m.source.kind == sourceHost:
			warnings = append(warnings, fmt.Sprintf(
				"OpenModel %s is read from %s of whichever node a pod runs on: every node that can be chosen needs the same files there, and a namespace that enforces the baseline or restricted pod security standard does not admit the pods.",
				m.name, m.source.address))
		case m.source.needsLoader() && !p.skipLoader:
			if given := sharedNames(env, m.source.credentials()); len(given) > 0 {
				warnings = append(warnings, fmt.Sprintf(
					"%s in envs reaches the serving container only: the loader of OpenModel %s reads its credentials from the secret %s (DUP-2)",
					strings.Join(given, ", "), m.name, m.source.credentials()[0].ValueFrom.SecretKeyRef.Name))
			}
		}
	}
	return warnings
}

func sharedNames(env, other []corev1.EnvVar) []string {
	var names []string
	for _, v := range env {
		if len(render.WithoutEnv([]corev1.EnvVar{v}, other)) == 0 {
			names = append(names, v.Name)
		}
	}
	return names
}

func (p directPlayground) flavorWarnings() []string {
	for i, flavor := range p.flavors {
		if i > 0 && !apiequality.Semantic.DeepEqual(flavor.Limits, p.flavors[0].Limits) {
			return []string{fmt.Sprintf(
				"The flavors %s and %s of OpenModel %s have different limits, and the pods ask for those of %s on every node (PG-C5)",
				p.flavors[0].Name, flavor.Name, p.models[0].name, p.flavors[0].Name)}
		}
	}
	return nil
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
		detectDirectConfig(directModelRefs(p.spec)), p.runtime.name)}
}

// cacheWarnings points out a cache that only one node, or one pod, can mount at a time.
func (p directPlayground) cacheWarnings() []string {
	cache := p.options.Cache
	most := p.replicas()
	if p.spec.ElasticConfig != nil {
		most = max(most, p.spec.ElasticConfig.MaxReplicas)
	}
	if cache == nil || cache.Size == nil || most < 2 || cache.AccessMode == string(corev1.ReadWriteMany) {
		return nil
	}
	if cache.AccessMode == string(corev1.ReadWriteOncePod) {
		return []string{fmt.Sprintf("direct.cache can be mounted by one pod only, and there may be %d: the others never start. Set access_mode to ReadWriteMany.", most)}
	}
	return []string{fmt.Sprintf("direct.cache can be mounted on one node only, and there may be %d pods: those on other nodes never start. Set access_mode to ReadWriteMany.", most)}
}
