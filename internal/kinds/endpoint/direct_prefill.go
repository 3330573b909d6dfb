package endpoint

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// phase is what pods do of each request.
type phase string

// The whole of it, its prompt or its completion, in the words of SGLang; and the router, which chooses pods for both.
const (
	whole   phase = ""
	prefill phase = "prefill"
	decode  phase = "decode"
	router  phase = "router"
)

// bootstrapPort is where pods that decode ask for the KV cache of a prompt, and bootstrapNote the annotation by which the router
// learns it.
//
// Source: sgl-project/sglang python/sglang/srt/server_args.py and docs/advanced_features/router.md@046ed665927f.
const (
	bootstrapPort int64 = 8998
	bootstrapNote       = "sglang.ai/bootstrap-port"
)

// named is the name of what a phase has. The pods that decode are those of the endpoint itself.
func (e directEndpoint) named(p phase) string {
	if p == prefill || p == router {
		return e.Owner.Name + "-" + string(p)
	}
	return e.Owner.Name
}

// of are the labels of the pods of a phase, which no other has.
func (e directEndpoint) of(p phase) map[string]string {
	return map[string]string{render.LabelName: e.named(p), render.LabelManagedBy: render.ManagedBy}
}

// prefillReplicas is how many pods compute prompts and nothing else.
func (e directEndpoint) prefillReplicas() int32 {
	if e.Spec.Prefill == nil {
		return 0
	}
	return ptr.Deref(e.Spec.Prefill.Replicas, 1)
}

// addPrefill adds the pods that compute prompts, and the router in front of all.
func (e directEndpoint) addPrefill() {
	if e.phase == whole {
		return
	}
	p := e.prompts()
	replicas := e.prefillReplicas()
	template := render.PodTemplate(e.Owner.Labels, map[string]string{bootstrapNote: strconv.FormatInt(bootstrapPort, 10)}, p.pod(leader))
	component := render.Component{Owner: e.Owner, Name: e.named(prefill), Selector: e.of(prefill)}
	e.Add(e.queued(render.ComponentDeployment(component, replicas, p.strategy(), template)))
	if replicas > 1 {
		e.Add(render.PodDisruptionBudget(e.Owner, e.named(prefill), e.of(prefill), nil, new(intstr.FromInt32(1))))
	}
	e.Add(e.access()...)
	e.Add(e.router())
}

// prompts is the endpoint as the pods see it that compute prompts.
func (e directEndpoint) prompts() directEndpoint {
	p := *e.Spec.Prefill
	object := *e.Endpoint
	engine := ptr.Deref(object.Spec.Engine, v1alpha1.Engine{})
	engine.Args = slices.Concat(engine.Args, p.Args)
	object.Spec.Engine = &engine
	if p.AcceleratorCount != nil && object.Spec.Accelerators != nil {
		accelerators := *object.Spec.Accelerators
		accelerators.Count = *p.AcceleratorCount
		object.Spec.Accelerators = &accelerators
	}
	object.Spec.Resources = cmp.Or(p.Resources, object.Spec.Resources)
	if p.NodeSelector != nil {
		object.Spec.NodeSelector = maps.Clone(p.NodeSelector)
	}
	object.Spec.TopologySpreadConstraints = slices.Clone(object.Spec.TopologySpreadConstraints)
	for i := range object.Spec.TopologySpreadConstraints {
		if c := &object.Spec.TopologySpreadConstraints[i]; c.LabelSelector == nil {
			c.LabelSelector = labelled(e.of(prefill))
		}
	}
	return directEndpoint{Builder: e.Builder, Endpoint: &object, phase: prefill}
}

// access lets the router see the pods of the namespace.
//
// Source: sgl-project/sglang docs/advanced_features/router.md@046ed665927f.
func (e directEndpoint) access() []*unstructured.Unstructured {
	return render.PermittedServiceAccount(e.Owner, e.named(router), rbacv1.PolicyRule{
		APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: []string{"get", "list", "watch"},
	})
}

// router gives each request its pods. The image of the engine has it.
//
// Source: sgl-project/sglang docker/Dockerfile and docker/rocm.Dockerfile, on its main branch.
func (e directEndpoint) router() *unstructured.Unstructured {
	options := ptr.Deref(e.Spec.Prefill.Router, v1alpha1.Router{})
	container := corev1.Container{
		Name: string(router), Image: options.Image, Command: []string{"python3", "-m", "sglang_router.launch_router"},
		Args: slices.Concat(e.routing(), options.Args), Resources: ptr.Deref(options.Resources, corev1.ResourceRequirements{}),
		Ports:          []corev1.ContainerPort{{Name: portName, ContainerPort: e.port(), Protocol: corev1.ProtocolTCP}},
		ReadinessProbe: e.asks("/readiness"), LivenessProbe: e.asks("/liveness"),
		Lifecycle:                &corev1.Lifecycle{PreStop: &corev1.LifecycleHandler{Sleep: &corev1.SleepAction{Seconds: drain}}},
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
	}
	if container.Image == "" {
		container.Image = e.image()
	}
	pod := corev1.PodSpec{
		ServiceAccountName: e.named(router), ImagePullSecrets: e.Spec.ImagePullSecrets, PriorityClassName: e.Spec.PriorityClassName,
		Tolerations: e.Spec.Tolerations, EnableServiceLinks: new(false), Containers: []corev1.Container{container},
	}
	component := render.Component{Owner: e.Owner, Name: e.named(router), Selector: e.of(router)}
	strategy := render.Rolling(intstr.FromInt32(0), intstr.FromInt32(1))
	return render.ComponentDeployment(component, ptr.Deref(options.Replicas, 1), strategy, render.PodTemplate(e.Owner.Labels, nil, pod))
}

// asks is a probe of the router.
func (e directEndpoint) asks(path string) *corev1.Probe {
	return &corev1.Probe{
		ProbeHandler:  corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: path, Port: intstr.FromInt32(e.port())}},
		PeriodSeconds: 10, TimeoutSeconds: 5, FailureThreshold: 3,
	}
}

// routing are the arguments of the router, which finds the pods by their labels.
func (e directEndpoint) routing() []string {
	port := strconv.Itoa(int(e.port()))
	line := []string{
		"--pd-disaggregation", "--host", "0.0.0.0", "--port", port,
		"--service-discovery", "--service-discovery-namespace", e.Owner.Namespace, "--service-discovery-port", port,
	}
	for _, p := range []phase{prefill, decode} {
		line = append(line, "--"+string(p)+"-selector")
		labels := e.of(p)
		for _, key := range slices.Sorted(maps.Keys(labels)) {
			line = append(line, key+"="+labels[key])
		}
	}
	return line
}
