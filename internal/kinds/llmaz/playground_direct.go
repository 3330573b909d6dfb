package llmaz

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	corev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/core/v1alpha1"
	inferencev1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/llmaz/inference/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// directPlayground is a configured playground with everything it refers to.
type directPlayground struct {
	owner      render.Owner
	spec       inferencev1alpha1.PlaygroundSpec
	options    direct.Llmaz
	skipLoader bool
	// models has the main model first.
	models []directModel
	// flavors are those of the main model that are claimed, in order of preference.
	flavors []corev1alpha1.Flavor
	runtime directRuntime
}

// RenderPlayground renders what llmaz's controllers make of a playground: a workload
// that serves the claimed models on single hosts, the core Service in front of it and,
// with elastic_config, its autoscaler. Errors name the reference or option at fault.
//
// It differs from the controllers on purpose: weights of a host:// model are mounted
// without the clash of volumes that makes the API server refuse the workload, variables
// that the loader sets itself are not copied to it, variables keep their order, node
// selectors of flavors become node affinity, containers restart in place, and a source
// the loader cannot read is an error.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/{playground,service}_controller.go@v0.1.4.
func RenderPlayground(in render.Input) (render.Output, field.ErrorList) {
	p, errs := resolveDirectPlayground(in)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	if errs := p.check(); len(errs) > 0 {
		return render.Output{}, errs
	}
	pod, errs := p.podSpec()
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	out, err := p.output(pod)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(field.NewPath("spec"), err)}
	}
	return out, nil
}

// resolveDirectPlayground decodes the input and looks up what the playground refers to.
func resolveDirectPlayground(in render.Input) (directPlayground, field.ErrorList) {
	var object inferencev1alpha1.Playground
	if err := decodeStrictly(in.Object, &object); err != nil {
		return directPlayground{}, field.ErrorList{field.Invalid(field.NewPath("spec"), in.Object.GetName(), err.Error())}
	}
	p := directPlayground{owner: render.OwnerOf(in.Object), spec: object.Spec}
	p.skipLoader = p.owner.Annotations[annotationSkipModelLoader] == "true"
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(in.Options, &p.options, true); err != nil {
		return directPlayground{}, field.ErrorList{field.Invalid(field.NewPath("direct"), p.owner.Name, err.Error())}
	}

	defs, errs := readDirectDefinitions(in.Definitions)
	if len(errs) > 0 {
		return p, errs
	}
	refs := directModelRefs(p.spec)
	models, modelErrs := defs.claimModels(refs)
	errs = append(errs, modelErrs...)
	p.models = models
	if len(modelErrs) == 0 {
		flavors, flavorErrs := selectDirectFlavors(p.spec, models[0])
		p.flavors = flavors
		errs = append(errs, flavorErrs...)
	}
	chosen, err := defs.chooseRuntime(p.spec.BackendRuntimeConfig, detectDirectConfig(refs))
	if err != nil {
		errs = append(errs, err)
	}
	p.runtime = chosen
	return p, errs
}

// runtimeConfig returns what the playground changes in its runtime; nothing when it says nothing.
func (p directPlayground) runtimeConfig() inferencev1alpha1.BackendRuntimeConfig {
	if p.spec.BackendRuntimeConfig == nil {
		return inferencev1alpha1.BackendRuntimeConfig{}
	}
	return *p.spec.BackendRuntimeConfig
}

// mountsModels reports whether the pod has a volume that weights are loaded into.
func (p directPlayground) mountsModels() bool {
	if p.skipLoader {
		return false
	}
	for _, m := range p.models {
		if m.source.kind != sourceHost {
			return true
		}
	}
	return false
}

// replicas returns the number of pods to start with.
func (p directPlayground) replicas() int32 {
	if p.spec.Replicas == nil {
		return 1
	}
	return *p.spec.Replicas
}
