package ome

import (
	"cmp"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/ome/v1beta1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// RenderInferenceService renders what OME's controllers make of a service: for each
// component a Deployment with its Service, autoscaler and disruption budget, or a
// LeaderWorkerSet with its Service, and one Service in front of the router or, where
// there is none, the engine. Runtimes, models and accelerator classes come from the
// definitions.
// [serviceDifferences] say how it differs from the controllers on purpose.
//
// Mirrors sgl-project/ome pkg/controller/v1beta1/inferenceservice@v0.1.5.
func RenderInferenceService(in render.Input) (render.Output, field.ErrorList) {
	s, errs := resolveService(in)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	components, errs := s.components()
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	out, err := s.output(components)
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	return out, nil
}

// directService is a configured service with everything it refers to.
type directService struct {
	owner render.Owner
	spec  v1beta1.InferenceServiceSpec
	// tree is the spec as it was written: without what typed objects fill in.
	tree        map[string]any
	options     direct.OMEService
	definitions render.Definitions
	model       servedModel
	weights     servedWeights
	runtime     directRuntime
}

// resolveService decodes the input and looks up the model and the runtime.
func resolveService(in render.Input) (directService, field.ErrorList) {
	object, err := render.Decode[v1beta1.InferenceService](in.Object.Object)
	if err != nil {
		return directService{}, field.ErrorList{field.Invalid(specPath, in.Object.GetName(), err.Error())}
	}
	options, err := render.Decode[direct.OMEService](in.Options)
	if err != nil {
		return directService{}, field.ErrorList{field.Invalid(field.NewPath("direct"), in.Object.GetName(), err.Error())}
	}
	options.ServiceLabel = cmp.Or(options.ServiceLabel, defaultServiceLabel)
	tree, _ := in.Object.Object["spec"].(map[string]any)
	s := directService{
		owner: render.OwnerOf(in.Object), spec: object.Spec, tree: tree, options: options, definitions: in.Definitions,
	}
	if errs := s.unsupported(); len(errs) > 0 {
		return s, errs
	}
	var errs field.ErrorList
	if s.model, errs = s.findModel(); len(errs) > 0 {
		return s, errs
	}
	if s.weights, errs = s.findWeights(); len(errs) > 0 {
		return s, errs
	}
	s.runtime, errs = s.findRuntime()
	return s, errs
}

// components builds the components of the service.
func (s directService) components() ([]directComponent, field.ErrorList) {
	var all []directComponent
	var errs field.ErrorList
	for _, c := range componentsOf(s.spec.Engine, s.spec.Decoder, s.spec.Router, "") {
		built, componentErrs := s.component(c)
		errs = append(errs, componentErrs...)
		all = append(all, built)
	}
	return all, errs
}
