package llmaz

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// warnings tells what is rendered but will not do what its author may expect. env are
// the variables of the serving containers, pods the most pods there may be.
func (s directServing) warnings(env []corev1.EnvVar, pods int64) []string {
	return slices.Concat(render.ReplacedLabelWarnings(s.owner), s.sourceWarnings(env), s.flavorWarnings(), s.cacheWarnings(pods))
}

func (s directServing) sourceWarnings(env []corev1.EnvVar) []string {
	var warnings []string
	for _, m := range s.models {
		switch {
		case m.source.kind == sourceHost:
			warnings = append(warnings, fmt.Sprintf(
				"OpenModel %s is read from %s of whichever node a pod runs on: every node that can be chosen needs the same files there, and a namespace that enforces the baseline or restricted pod security standard does not admit the pods.",
				m.name, m.source.address))
		case m.source.needsLoader() && !s.skipLoader:
			if given := sharedNames(env, m.source.credentials()); len(given) > 0 {
				warnings = append(warnings, fmt.Sprintf(
					"%s in the variables of the serving container stays there: the loader of OpenModel %s reads its credentials from the secret %s (DUP-2)",
					strings.Join(given, ", "), m.name, m.source.credentials()[0].ValueFrom.SecretKeyRef.Name))
			}
		}
	}
	return warnings
}

// sharedNames returns the names of the variables that the other list has too, each once.
func sharedNames(env, other []corev1.EnvVar) []string {
	var names []string
	for _, v := range env {
		if len(render.WithoutEnv([]corev1.EnvVar{v}, other)) == 0 && !slices.Contains(names, v.Name) {
			names = append(names, v.Name)
		}
	}
	return names
}

func (s directServing) flavorWarnings() []string {
	for i, flavor := range s.flavors {
		if i > 0 && !apiequality.Semantic.DeepEqual(flavor.Limits, s.flavors[0].Limits) {
			return []string{fmt.Sprintf(
				"The flavors %s and %s of OpenModel %s have different limits, and the pods ask for those of %s on every node (PG-C5)",
				s.flavors[0].Name, flavor.Name, s.models[0].name, s.flavors[0].Name)}
		}
	}
	return nil
}

// cacheWarnings points out a cache that only one node, or one pod, can mount at a time.
func (s directServing) cacheWarnings(pods int64) []string {
	cache := s.weights.Cache
	if cache == nil || cache.Size == nil || pods < 2 || cache.AccessMode == string(corev1.ReadWriteMany) {
		return nil
	}
	if cache.AccessMode == string(corev1.ReadWriteOncePod) {
		return []string{fmt.Sprintf("direct.cache can be mounted by one pod only, and there may be %d: the others never start. Set access_mode to ReadWriteMany.", pods)}
	}
	return []string{fmt.Sprintf("direct.cache can be mounted on one node only, and there may be %d pods: those on other nodes never start. Set access_mode to ReadWriteMany.", pods)}
}
