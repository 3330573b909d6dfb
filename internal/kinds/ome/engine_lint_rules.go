package ome

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

var serviceEngineRules = slices.Concat(enginelint.Rules(serviceEngines, "spec.engine", "spec.decoder"), enginelint.VariableRules(serviceEngines))

var serviceEngines = enginelint.Of(func(s *v1beta1.InferenceService) []enginelint.Engine {
	return enginesOf(componentsOf(s.Spec.Engine, s.Spec.Decoder, nil, ""))
})

// runtimeEngineRules leave out what a service can bring, and the readiness probe, which OME has a default for.
var runtimeEngineRules = slices.Concat(
	enginelint.Rules(runtimeEngines, "spec.engineConfig", "spec.decoderConfig"),
	enginelint.VariableRules(runtimeEngines),
	enginelint.PodRules(runtimeEngines, "EL-9", "EL-11"),
)

var runtimeEngines = enginelint.Of(func(r *v1beta1.ServingRuntime) []enginelint.Engine {
	return enginesOf(componentsOf(r.Spec.EngineConfig, r.Spec.DecoderConfig, nil, "Config"))
})

func enginesOf(components []component) []enginelint.Engine {
	var all []enginelint.Engine
	for _, c := range components {
		if c.runner != nil {
			all = append(all, c.engine(c.runner, c.pod, c.path, engines.Accelerators(c.runner)))
		}
		if !c.groups() {
			continue
		}
		var leader, worker *corev1.Container
		if c.leader != nil {
			leader = c.leader.Runner
		}
		size := 1
		if c.worker != nil {
			worker = c.worker.Runner
			if c.worker.Size != nil {
				size = *c.worker.Size
			}
		}
		shared := enginelint.Together(leader, worker, int64(size))
		if leader != nil {
			all = append(all, c.engine(leader, &c.leader.PodSpec, c.path.Child("leader"), shared))
		}
		if worker != nil {
			all = append(all, c.engine(worker, &c.worker.PodSpec, c.path.Child("worker"), shared))
		}
	}
	return all
}

// engine is the runner of a pod. The webhook of OME adds to a pod with RDMA.
func (c component) engine(runner *corev1.Container, pod *v1beta1.PodSpec, at *field.Path, accelerators int64) enginelint.Engine {
	e := enginelint.Engine{Container: runner, At: at.Child("runner"), PodAt: at, PodBy: c.path.Child("annotations").Key(annotationRDMA).String(), Accelerators: accelerators}
	if c.Annotations[annotationRDMA] != "true" {
		e.Pod = &corev1.PodSpec{HostIPC: pod.HostIPC}
	}
	return e
}

// storedRevision looks at the revision that a model of Hugging Face is downloaded at.
var storedRevision = enginelint.Revision("spec.storage.storageUri", enginelint.BehindAt)
