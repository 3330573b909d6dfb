package llmkube

import (
	"cmp"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// Labels that LLMKube gives to the pods of a service. Its PodMonitor finds them by these.
//
// Mirrors defilantech/LLMKube internal/controller/deployment_builder.go@v0.9.19.
const (
	labelApp     = "app"
	labelModel   = "inference.llmkube.dev/model"
	labelService = "inference.llmkube.dev/service"
	labelRuntime = "inference.llmkube.dev/runtime"
)

// directService is a service with everything it refers to.
type directService struct {
	*v1alpha1.InferenceService
	owner   render.Owner
	options direct.LLMKubeService
	images  *render.Images
	model   directModel
	// draft is the model that drafts, nil when none of its own does.
	draft *directModel
	// storage is where the weights of both models come from.
	storage directStorage
}

// RenderService renders what LLMKube's controller makes of an InferenceService and its
// Model: a Deployment that downloads the model and serves it, a core Service in front, the
// claim that keeps the weights and, with autoscaling, a HorizontalPodAutoscaler.
// [serviceDifferences] say how it differs from the controller on purpose.
//
// Mirrors defilantech/LLMKube internal/controller/{deployment_builder,service_builder,
// hpa_reconciler,model_storage,runtime_*}.go@v0.9.19.
func RenderService(in render.Input) (render.Output, field.ErrorList) {
	s, errs := resolveService(in)
	if len(errs) > 0 {
		return render.Output{}, errs
	}
	if errs := s.check(); len(errs) > 0 {
		return render.Output{}, errs
	}
	out, err := s.output()
	if err != nil {
		return render.Output{}, field.ErrorList{field.InternalError(specPath, err)}
	}
	return out, nil
}

// resolveService decodes the input and looks up the models.
func resolveService(in render.Input) (directService, field.ErrorList) {
	object, err := render.Decode[v1alpha1.InferenceService](in.Object.Object)
	if err != nil {
		return directService{}, invalid(specPath, in.Object.GetName(), err.Error())
	}
	options, err := render.Decode[direct.LLMKubeService](in.Options)
	if err != nil {
		return directService{}, invalid(field.NewPath("direct"), in.Object.GetName(), err.Error())
	}
	s := directService{InferenceService: &object, owner: render.OwnerOf(in.Object), options: options, images: in.Images}
	model, errs := findModel(in.Definitions, s.owner.Namespace, s.Spec.ModelRef, specPath.Child("modelRef"))
	if len(errs) > 0 {
		return s, errs
	}
	s.model = model
	if s.storage, errs = s.storageOf(model); len(errs) > 0 {
		return s, errs
	}
	return s.withDraft(in.Definitions)
}

// labels are those of the workload and of its pods.
func (s directService) labels() map[string]string {
	return map[string]string{labelApp: s.Name, labelModel: s.model.Name, labelService: s.Name, labelRuntime: runtimeOf(s.InferenceService)}
}

// selector tells the pods of the service from all others.
func (s directService) selector() map[string]string {
	return map[string]string{labelApp: s.Name, labelService: s.Name}
}

// labelled is the owner with LLMKube's labels over the user's.
func (s directService) labelled() render.Owner {
	owner := s.owner
	owner.Labels = maps.Clone(owner.Labels)
	if owner.Labels == nil {
		owner.Labels = map[string]string{}
	}
	maps.Copy(owner.Labels, s.labels())
	return owner
}

// servicePort is the port of the core Service.
func (s directService) servicePort() int32 {
	if s.Spec.Endpoint == nil {
		return defaultPort
	}
	return cmp.Or(s.Spec.Endpoint.Port, defaultPort)
}

// containerPort is the port that the engine listens on.
func (s directService) containerPort() int32 {
	switch {
	case s.Spec.ContainerPort != nil:
		return *s.Spec.ContainerPort
	case s.Spec.Endpoint != nil:
		return s.servicePort()
	}
	return runtimePorts[runtimeOf(s.InferenceService)]
}

// replicas is the number of pods to start with.
func (s directService) replicas() int32 {
	switch {
	case s.Spec.Suspend:
		return 0
	case s.Spec.Replicas != nil:
		return *s.Spec.Replicas
	}
	return 1
}

// prepares reports whether a container prepares the cache.
func (s directService) prepares() bool {
	return s.options.PrepareCache == nil || *s.options.PrepareCache
}

// fsGroup is the group that owns the volumes of the pods, and 0 when none does.
func (s directService) fsGroup() int64 {
	if c := s.Spec.PodSecurityContext; c != nil && c.FSGroup != nil {
		return *c.FSGroup
	}
	return s.defaultFSGroup()
}

// defaultGroup owns the volumes of pods that choose no other group.
//
// Source: defilantech/LLMKube cmd/main.go@v0.9.19.
const defaultGroup int64 = 102

func (s directService) defaultFSGroup() int64 {
	if s.options.FSGroup != nil {
		return *s.options.FSGroup
	}
	return defaultGroup
}

// named is a variable with a value.
func named(name, value string) corev1.EnvVar { return corev1.EnvVar{Name: name, Value: value} }
