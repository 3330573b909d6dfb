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
//
// Differences from the controllers:
//   - Weights come from a PersistentVolumeClaim, or from the place that a pvc:// or local:// model
//     names, instead of a directory that an agent fills on labelled nodes. Pods of a
//     local:// model get the nodes that its storage selects. Routers get no volume.
//   - Pods carry the label of the option service_label instead of
//     ome.io/inferenceservice, and every mention of the latter in their containers is
//     replaced by it.
//   - A value that the service states overrides the runtime's even where it is
//     false, 0 or empty.
//   - Where every component brings its own container, no runtime is needed.
//   - What nobody says about a model is unknown, because no agent reads it from the
//     files: a runtime that is named fits unless the model contradicts it, and one is
//     chosen only among those that fit for certain.
//   - The accelerator settings of a runtime come from an entry that fits the model.
//   - The ports of a Service are those of the main container, wherever it stands.
//   - The Service of a group of several hosts selects the leaders of this group set
//     alone, and so does the front Service.
//   - Only the front Service takes the type and address of the annotations
//     ome.io/service-type and ome.io/load-balancer-ip; it is made in any case, and no
//     Ingress is.
//   - Annotations that configure Services and autoscalers are not put on pods, so that a
//     change of them restarts nothing.
//   - With as many replicas at least as at most there is no autoscaler.
//   - A Deployment never gives up waiting for pods that load weights.
//   - ScaledObjects need a query of their own and lack the setting `operator`, which KEDA does not have.
//   - Names that OME would shorten are refused.
//   - There is no modelconfig ConfigMap and no Istio Sidecar; what containers leave
//     unset is up to Kubernetes.
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
