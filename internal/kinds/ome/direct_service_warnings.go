package ome

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	apiequality "k8s.io/apimachinery/pkg/api/equality"

	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// warnings tells what is rendered but will not do what its author may expect.
func (s directService) warnings(components []directComponent) []string {
	warnings := render.ReplacedLabelWarnings(s.owner)
	for _, key := range slices.Sorted(maps.Keys(s.owner.Annotations)) {
		if strings.HasPrefix(key, "ome.io/ingress-") && key != "ome.io/ingress-disable-creation" {
			warnings = append(warnings, fmt.Sprintf("metadata.annotations[%q] has no effect: direct mode makes no Ingress. Remove it.", key))
		}
	}
	if s.runtime.surprise != "" {
		warnings = append(warnings, s.runtime.surprise)
	}
	for _, unused := range []struct {
		name string
		has  bool
		asks bool
	}{
		{decoderName, s.runtime.spec.DecoderConfig != nil, s.spec.Decoder != nil},
		{routerName, s.runtime.spec.RouterConfig != nil, s.spec.Router != nil},
	} {
		if unused.has && !unused.asks {
			warnings = append(warnings, fmt.Sprintf("%s has a %s, and the service does not, so none is made: write `%s = {}` to get it (IS-44)", s.runtime.subject(), unused.name, unused.name))
		}
	}
	for _, c := range components {
		warnings = append(warnings, s.scaleWarnings(c)...)
		for _, pod := range c.pods {
			if c.serves() {
				warnings = engines.Warn(warnings, &pod.spec, pod.main)
			}
		}
	}
	return append(warnings, s.nodeWarnings(components)...)
}

// scaleWarnings points out an autoscaler that has nothing to measure by: utilization is
// a share of what every container requests.
func (s directService) scaleWarnings(c directComponent) []string {
	if c.onGroups || s.autoscaler(c.own) != autoscalerHPA {
		return nil
	}
	var warnings []string
	for _, container := range c.pods[0].spec.Containers {
		_, requested := container.Resources.Requests[c.scaleResource()]
		_, limited := container.Resources.Limits[c.scaleResource()]
		if !requested && !limited {
			warnings = append(warnings, fmt.Sprintf("The %s is never scaled: its container %s requests no %s, and its utilization is a share of that. Add the request, or set max_replicas to %d.",
				c.own.name, container.Name, c.scaleResource(), replicasOf(c.own)))
		}
	}
	return warnings
}

// nodeWarnings points out a model on the disks of nodes that the pods may not find.
func (s directService) nodeWarnings(components []directComponent) []string {
	if s.weights.nodeAffinity == nil {
		return nil
	}
	wanted := s.weights.nodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
	var warnings []string
	for _, c := range components {
		if c.serves() && slices.ContainsFunc(c.pods, func(p directPod) bool {
			return !apiequality.Semantic.DeepEqual(requiredNodes(p.spec.Affinity), wanted)
		}) {
			warnings = append(warnings, fmt.Sprintf("The %s has a node affinity of its own, which replaces that of %s %s: make sure that it leads to nodes that have the model.",
				c.own.name, s.model.kind, s.model.name))
		}
	}
	return warnings
}

func requiredNodes(affinity *corev1.Affinity) *corev1.NodeSelector {
	if affinity == nil || affinity.NodeAffinity == nil {
		return nil
	}
	return affinity.NodeAffinity.RequiredDuringSchedulingIgnoredDuringExecution
}
