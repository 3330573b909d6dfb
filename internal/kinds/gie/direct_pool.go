package gie

import (
	"fmt"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/apis/direct"
	poolv1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

var (
	specPath   = field.NewPath("spec")
	directPath = field.NewPath("direct")
)

// directPool is a configured pool with its endpoint picker.
type directPool struct {
	*render.Builder
	spec    poolv1.InferencePoolSpec
	options direct.GIEPool
	// picker is the name of the endpoint picker.
	picker string
}

// RenderPool renders an InferencePool and its endpoint picker, the objects of the upstream
// chart: the pool first, because an endpoint picker without its pool is restarted for ever. The cluster
// needs the definition of InferencePool, a Gateway and a route.
// The differences of the kind say how it differs from the chart on purpose.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/{inferencepool,epplib}@v1.5.0.
var RenderPool = render.Typed(func(b *render.Builder, object *poolv1.InferencePool, options direct.GIEPool) {
	p := directPool{Builder: b, spec: object.Spec, options: options, picker: PickerName(b.Owner.Name)}
	p.check()
	if p.Failed() {
		return
	}
	config := p.config()
	p.Warn(render.RuleLabels, render.ReplacedLabelWarnings(p.Owner)...)
	p.Add(p.pool())
	p.Add(p.access()...)
	p.Add(render.ConfigMap(p.Owner, p.picker, map[string]string{configKey: config}), p.service(), p.deployment(config))
})

// pool returns the InferencePool with nothing more than the configuration sets, but for the
// reference to the endpoint picker.
func (p directPool) pool() *unstructured.Unstructured {
	pool := &unstructured.Unstructured{Object: map[string]any{}}
	pool.SetGroupVersionKind(p.Object.GroupVersionKind())
	pool.SetName(p.Owner.Name)
	pool.SetNamespace(p.Owner.Namespace)
	pool.SetLabels(p.Owner.ObjectLabels())
	if len(p.Owner.Annotations) > 0 {
		pool.SetAnnotations(p.Owner.Annotations)
	}
	spec, _, _ := unstructured.NestedMap(p.Object.Object, "spec")
	ref, _ := spec["endpointPickerRef"].(map[string]any)
	if ref == nil {
		ref = map[string]any{}
	}
	ref["name"], ref["port"] = p.picker, map[string]any{"number": int64(pickerPort)}
	spec["endpointPickerRef"] = ref
	pool.Object["spec"] = spec
	return pool
}

// check finds what keeps the pool or its endpoint picker from working.
func (p directPool) check() {
	if len(validation.IsDNS1035Label(p.picker)) > 0 {
		p.Fail(render.Breaks("EP-05", field.Invalid(field.NewPath("metadata", "name"), p.Owner.Name, fmt.Sprintf(
			"the endpoint picker has the Service %s: a name has at most %d lower-case letters, digits and `-`, begins with a letter and does not end with `-`",
			p.picker, validation.DNS1035LabelMaxLength-len(PickerName(""))))))
	}
	if ref := p.spec.EndpointPickerRef; ref != nil && (!isService(ref) || string(ref.Name) != p.picker || ref.Port != nil && ref.Port.Number != pickerPort) {
		p.Fail(render.Breaks("DR-10", field.Invalid(specPath.Child("endpointPickerRef"), string(ref.Name), fmt.Sprintf(
			"direct mode makes the endpoint picker of the pool itself, the Service %s with the port %d: leave the reference out, write these for the sake of failure_mode, or set mode = \"operator\" for a pool with an endpoint picker of your own",
			p.picker, pickerPort))))
	}
	if p.options.Config != "" {
		p.Fail(p.checkConfig())
	}
	if value, set := p.spec.Selector.MatchLabels[pickerLabel]; set && len(p.spec.Selector.MatchLabels) == 1 && string(value) == p.picker {
		p.Fail(render.Breaks("IP-07", field.Invalid(specPath.Child("selector", "matchLabels").Key(pickerLabel), string(value),
			"these are the pods of the endpoint picker: select the pods of the model servers")))
	}
}

func (p directPool) checkConfig() *field.Error {
	at := directPath.Child("config")
	if p.options.Engine != "" {
		return render.Breaks("DR-11", field.Forbidden(directPath.Child("engine"),
			"config says which metrics are read: remove engine, and set the parameter defaultEngine of the plugin core-metrics-extractor"))
	}
	var config struct {
		Kind string `json:"kind"`
	}
	if err := yaml.Unmarshal([]byte(p.options.Config), &config); err != nil {
		return render.Breaks("DR-12", field.Invalid(at, field.OmitValueType{}, "must be YAML: "+err.Error()))
	}
	if config.Kind != kindConfig {
		return render.Breaks("DR-12", field.Invalid(at, config.Kind, "the endpoint picker reads a file of the kind `"+kindConfig+"`: write that as its kind"))
	}
	return nil
}

// isService reports whether a reference is to a core Service, as Gateways support it.
func isService(ref *poolv1.EndpointPickerRef) bool {
	return (ref.Group == nil || *ref.Group == "") && (ref.Kind == "" || ref.Kind == "Service")
}

// access returns the ServiceAccount of the endpoint picker and what it may do: read its
// pool, the pods and what objectives and rewrites there are, in the groups of both projects. Those
// that elect a leader share a lease. Without the permission to list rewrites it does not start.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/inferencepool/templates/rbac.yaml@v1.5.0
// and llm-d/llm-d-router config/charts@v0.10.0.
func (p directPool) access() []*unstructured.Unstructured {
	reads := []string{"get", "watch", "list"}
	objectives := []string{"inferenceobjectives", "inferencemodelrewrites"}
	rules := []rbacv1.PolicyRule{
		{APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: reads},
		{APIGroups: []string{poolGroup}, Resources: []string{"inferencepools"}, Verbs: reads},
		{APIGroups: []string{"inference.networking.x-k8s.io", "llm-d.ai"}, Resources: objectives, Verbs: reads},
	}
	if p.elects() {
		rules = append(rules,
			rbacv1.PolicyRule{
				APIGroups: []string{"coordination.k8s.io"}, Resources: []string{"leases"},
				Verbs: []string{"get", "list", "watch", "create", "update", "patch", "delete"},
			},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"events"}, Verbs: []string{"create", "patch"}})
	}
	return render.PermittedServiceAccount(p.Owner, p.picker, rules...)
}

// Names of the endpoint picker of a pool, as the upstream chart has them.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension
// config/charts/epplib/templates/{_helpers.tpl,_deployment.yaml,_config.yaml}@v1.5.0.
const (
	pickerContainer      = "epp"
	pickerLabel          = "inferencepool"
	pickerModeLabel      = "inference.networking.k8s.io/igw-mode"
	pickerMode           = "inferencepool"
	configVolume         = "plugins-config-volume"
	configMountPath      = "/config"
	configKey            = "default-plugins.yaml"
	healthService        = "inference-extension"
	livenessService      = "liveness"
	readinessService     = "readiness"
	configHashAnnotation = "checksum/config"
)

// Ports of an endpoint picker.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension pkg/epp/server/options.go@v1.5.0.
const (
	pickerPort        = 9002
	pickerHealthPort  = 9003
	pickerMetricsPort = 9090
)

// PickerName is the name of everything that makes up the endpoint picker of a pool. The
// chart cuts the name of a pool at 40 characters, so that two could meet; here it is refused when
// it is too long for a Service.
func PickerName(pool string) string {
	return pool + "-epp"
}
