package endpoint

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/engines"
	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/weights"
)

var specPath = field.NewPath("spec")

// directEndpoint is an endpoint that is rendered.
type directEndpoint struct {
	*render.Builder
	*v1alpha1.Endpoint
	// phase is what its pods do of each request.
	phase phase
}

// Render renders an endpoint: a Deployment or, for several hosts, a LeaderWorkerSet, the Service in front of it and, where the
// endpoint asks for them, the claim that keeps the weights, a route with its pool, a monitor, an autoscaler and a
// PodDisruptionBudget.
var Render = render.Typed(func(b *render.Builder, object *v1alpha1.Endpoint, _ direct.Endpoint) {
	e := directEndpoint{Builder: b, Endpoint: object}
	if object.Spec.Prefill != nil {
		e.phase = decode
	}
	b.Endpoint = fmt.Sprintf("http://%s.%s.svc:%d", e.Owner.Name, e.Owner.Namespace, e.port())
	b.Warn(render.RuleLabels, render.ReplacedLabelWarnings(b.Owner)...)
	if claim, kept := e.cache(); kept {
		if claim.Size != nil {
			b.Fail(claim.Check(specPath.Child("cache", "size"), "100Gi"))
			b.Add(claim.Claim(b.Owner))
		}
		if text := claim.Crowded(e.mostPods(), "The cache", "cache.access_mode to ReadWriteMany"); text != "" && claim.Size != nil {
			b.Warn(render.RuleCachePods, text)
		}
	}
	if b.Failed() {
		return
	}
	serving := engineTable(e.engine()).Serving(slices.Concat(starts[e.engine()].command, e.arguments(leader)))
	b.OpenAIBaseURL, b.ServedModelName = b.Endpoint+serving.Path, serving.Model
	b.Add(e.predownload(), e.claimTemplate())
	workload := e.workload()
	b.Add(workload)
	e.addPrefill()
	b.Add(e.keep(e.service()))
	e.addRoute()
	b.Add(e.monitor(), e.scaler(workload))
	if e.leastReplicas() > 1 {
		b.Add(render.PodDisruptionBudget(b.Owner, b.Owner.Name, b.Owner.Selector(), nil, new(intstr.FromInt32(1))))
	}
})

const (
	defaultPort = 8000
	portName    = "http"
)

// port is that of the Service and of the engine.
func (e directEndpoint) port() int32 {
	return cmp.Or(ptr.Deref(e.Spec.Service, v1alpha1.Service{}).Port, defaultPort)
}

func (e directEndpoint) hosts() int32 { return ptr.Deref(e.Spec.Hosts, 1) }

// leastReplicas is how many copies of the model there are at least.
func (e directEndpoint) leastReplicas() int32 {
	if scaling := e.Spec.Autoscaling; scaling != nil {
		return ptr.Deref(scaling.Min, 1)
	}
	return ptr.Deref(e.Spec.Replicas, 1)
}

// mostPods is how many pods there are at most.
func (e directEndpoint) mostPods() int64 {
	copies := e.leastReplicas()
	if scaling := e.Spec.Autoscaling; scaling != nil {
		copies = max(copies, scaling.Max)
	}
	return int64(copies)*int64(e.hosts()) + int64(e.prefillReplicas())
}

// accelerators is how many a pod has, and by which resource it asks for them.
func (e directEndpoint) accelerators() (int64, corev1.ResourceName) {
	a := ptr.Deref(e.Spec.Accelerators, v1alpha1.Accelerators{})
	return int64(a.Count), corev1.ResourceName(cmp.Or(a.Resource, "nvidia.com/gpu"))
}

// cache is the claim that keeps what is downloaded; its size is nil where it is there already.
func (e directEndpoint) cache() (claim weights.Cache, kept bool) {
	c := e.Spec.Cache
	if c == nil {
		return weights.Cache{}, false
	}
	return weights.Cache{
		Name: cmp.Or(c.ClaimName, e.Owner.Name+"-models"), Size: c.Size, StorageClassName: c.StorageClassName, AccessMode: c.AccessMode,
	}, true
}

// queueLabel names the queue of a workload, which the webhooks of Kueue pass on to its pods.
//
// Source: kubernetes-sigs/kueue pkg/controller/jobs/{deployment,leaderworkerset}/*_webhook.go@00caa3119fc1.
const queueLabel = "kueue.x-k8s.io/queue-name"

// workload runs the pods.
func (e directEndpoint) workload() *unstructured.Unstructured {
	return e.queued(e.pods())
}

// queued puts a workload into the queue.
func (e directEndpoint) queued(workload *unstructured.Unstructured) *unstructured.Unstructured {
	if e.Spec.Queue != "" {
		workload.SetLabels(render.Overlay(workload.GetLabels(), map[string]string{queueLabel: e.Spec.Queue}))
	}
	return workload
}

func (e directEndpoint) pods() *unstructured.Unstructured {
	if e.hosts() == 1 {
		return render.Deployment(e.Owner, e.leastReplicas(), e.strategy(), render.PodTemplate(e.Owner.Labels, nil, e.pod(leader)))
	}
	selector := e.Owner.Selector()
	labels := render.Overlay(e.Owner.Labels, selector)
	return render.GroupSet(render.Component{Owner: e.Owner, Name: e.Owner.Name, Selector: selector}, render.Groups{
		Replicas: e.leastReplicas(), Size: e.hosts(),
		Leader: render.PodTemplate(labels, nil, e.pod(leader)), Worker: render.PodTemplate(labels, nil, e.pod(worker)),
		// The leader is ready when all have loaded the model.
		Startup: lwsv1.LeaderCreatedStartupPolicy, Restart: lwsv1.RecreateGroupOnPodRestart,
		MaxUnavailable: intstr.FromInt32(1), MaxSurge: intstr.FromInt32(0),
	})
}

// servingPods are the labels of the pods that run the engine, or, with several hosts, of those that answer.
func (e directEndpoint) servingPods() map[string]string {
	if e.hosts() > 1 {
		return render.LeaderSelector(e.Owner.Name)
	}
	return e.Owner.Selector()
}

// answeringPods are the labels of the pods that the Service leads to.
func (e directEndpoint) answeringPods() map[string]string {
	if e.phase != whole {
		return e.of(router)
	}
	return e.servingPods()
}

// service is in front of the pods that answer.
func (e directEndpoint) service() *unstructured.Unstructured {
	return render.ServiceOf(e.Owner, e.Owner.Name, corev1.ServiceSpec{
		Type:     corev1.ServiceType(cmp.Or(ptr.Deref(e.Spec.Service, v1alpha1.Service{}).Type, string(corev1.ServiceTypeClusterIP))),
		Selector: e.answeringPods(),
		Ports:    []corev1.ServicePort{{Name: portName, Port: e.port(), TargetPort: intstr.FromInt32(e.port()), Protocol: corev1.ProtocolTCP}},
	})
}

// engineName is the engine that serves an endpoint.
func engineName(e *v1alpha1.Endpoint) string {
	fallback := vllm
	if e.Spec.Model.File != "" || len(e.Spec.Model.Files) == 0 && strings.HasSuffix(e.Spec.Model.Source, ".gguf") {
		fallback = llamacpp
	}
	return cmp.Or(engineOf(e).Name, fallback)
}

func engineOf(e *v1alpha1.Endpoint) v1alpha1.Engine {
	return ptr.Deref(e.Spec.Engine, v1alpha1.Engine{})
}

func (e directEndpoint) engine() string { return engineName(e.Endpoint) }

// downloads reports whether pods of an endpoint download from Hugging Face.
func downloads(e *v1alpha1.Endpoint) bool {
	for _, a := range e.Spec.Adapters {
		if a.Repository != "" {
			return true
		}
	}
	return e.Spec.Model.Repository != ""
}

// tokenKey is the key of the token, and the variable that engines read it from.
const tokenKey = "HF_TOKEN"

// tokenRef is the Secret with the token, and its key.
func tokenRef(e *v1alpha1.Endpoint) corev1.SecretKeySelector {
	if ref := e.Spec.Model.TokenSecretRef; ref != nil {
		return *ref
	}
	return corev1.SecretKeySelector{LocalObjectReference: corev1.LocalObjectReference{Name: e.Name + "-token"}, Key: tokenKey}
}

// mountModels is where the claim of the model is mounted.
const mountModels = "/models"

// onClaim is a path on the claim of the model, inside of pods.
func onClaim(parts ...string) string { return path.Join(append([]string{mountModels}, parts...)...) }

// image is the user's, or the one for the engine and the accelerators.
func (e directEndpoint) image() string {
	if own := engineOf(e.Endpoint).Image; own != "" {
		return own
	}
	if count, _ := e.accelerators(); e.engine() == llamacpp && count > 0 {
		return e.Images.Use("llamacpp-cuda", engines.LlamaCppCUDA)
	}
	return e.Images.Use(e.engine(), map[string]string{vllm: engines.VLLM, sglang: engines.SGLang, llamacpp: engines.LlamaCpp, tgi: engines.TGI}[e.engine()])
}
