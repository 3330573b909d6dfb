package ome

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

var serviceEngineRules = enginelint.Rules(enginelint.Of(func(s *v1beta1.InferenceService) []enginelint.Engine {
	return enginesOf(componentsOf(s.Spec.Engine, s.Spec.Decoder, nil, ""))
}), "spec.engine", "spec.decoder")

var runtimeEngineRules = enginelint.Rules(enginelint.Of(func(r *v1beta1.ServingRuntime) []enginelint.Engine {
	return enginesOf(componentsOf(r.Spec.EngineConfig, r.Spec.DecoderConfig, nil, "Config"))
}), "spec.engineConfig", "spec.decoderConfig")

func enginesOf(components []component) []enginelint.Engine {
	var all []enginelint.Engine
	for _, c := range components {
		if c.runner != nil {
			all = append(all, enginelint.Engine{Container: c.runner, At: c.path.Child("runner"), Accelerators: engines.Accelerators(c.runner)})
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
			all = append(all, enginelint.Engine{Container: leader, At: c.path.Child("leader", "runner"), Accelerators: shared})
		}
		if worker != nil {
			all = append(all, enginelint.Engine{Container: worker, At: c.path.Child("worker", "runner"), Accelerators: shared})
		}
	}
	return all
}

// storedRevision looks at the revision that a model of Hugging Face is downloaded at.
var storedRevision = enginelint.Revision("spec.storage.storageUri", enginelint.BehindAt)
