package ome

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
)

// component is an engine, a decoder or a router of a service or of a runtime.
type component struct {
	name string
	path *field.Path
	pod  *v1beta1.PodSpec
	v1beta1.ComponentExtensionSpec
	runner *corev1.Container
	leader *v1beta1.LeaderSpec
	worker *v1beta1.WorkerSpec
	// defaultMax is what OME fills in for maxReplicas.
	defaultMax int
}

// groups reports whether the component runs in groups of several hosts.
func (c component) groups() bool { return c.leader != nil || c.worker != nil }

func componentsOf(engine *v1beta1.EngineSpec, decoder *v1beta1.DecoderSpec, router *v1beta1.RouterSpec, suffix string) []component {
	var all []component
	spec := field.NewPath("spec")
	if engine != nil {
		all = append(all, component{
			name: "engine", path: spec.Child("engine" + suffix), pod: &engine.PodSpec, ComponentExtensionSpec: engine.ComponentExtensionSpec,
			runner: engine.Runner, leader: engine.Leader, worker: engine.Worker, defaultMax: 3,
		})
	}
	if decoder != nil {
		all = append(all, component{
			name: "decoder", path: spec.Child("decoder" + suffix), pod: &decoder.PodSpec, ComponentExtensionSpec: decoder.ComponentExtensionSpec,
			runner: decoder.Runner, leader: decoder.Leader, worker: decoder.Worker, defaultMax: 3,
		})
	}
	if router != nil {
		all = append(all, component{
			name: "router", path: spec.Child("router" + suffix), pod: &router.PodSpec, ComponentExtensionSpec: router.ComponentExtensionSpec,
			runner: router.Runner, defaultMax: 2,
		})
	}
	return all
}
