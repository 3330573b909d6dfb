package gie

import (
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strconv"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// pickerImage is the last endpoint picker of the Gateway API Inference Extension that
// reads objectives and a configuration file.
const pickerImage = "registry.k8s.io/gateway-api-inference-extension/epp:v1.5.0"

// gracePeriodSeconds is how long an endpoint picker may take to end: as long as the pods of its pool.
const gracePeriodSeconds int64 = 130

const defaultVerbosity int32 = 1

// replicas returns the number of pods of the endpoint picker.
func (p directPool) replicas() int32 { return ptr.Deref(p.options.Replicas, 1) }

// elects reports whether the pods of the endpoint picker have to agree who chooses.
func (p directPool) elects() bool {
	return p.replicas() > 1
}

// selector are the labels of the pods of the endpoint picker. They are not those of the
// owner, which the model servers of the pool may have.
func (p directPool) selector() map[string]string {
	return map[string]string{pickerLabel: p.picker}
}

func (p directPool) service() *unstructured.Unstructured {
	port := func(name string, number int32) corev1.ServicePort {
		return corev1.ServicePort{Name: name, Protocol: corev1.ProtocolTCP, Port: number, TargetPort: intstr.FromInt32(number)}
	}
	return render.ServiceOf(p.Owner, p.picker, corev1.ServiceSpec{
		Selector: p.selector(),
		Ports:    []corev1.ServicePort{port("grpc-ext-proc", pickerPort), port("http-metrics", pickerMetricsPort)},
	})
}

// deployment returns the endpoint picker. An update ends the old one first: two at a time
// would each know a part of the requests.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/epplib/templates/_deployment.yaml@v1.5.0.
func (p directPool) deployment(config string) *unstructured.Unstructured {
	sum := sha256.Sum256([]byte(config))
	template := render.PodTemplate(
		map[string]string{pickerModeLabel: pickerMode},
		map[string]string{configHashAnnotation: hex.EncodeToString(sum[:])},
		p.pod())
	component := render.Component{Owner: p.Owner, Name: p.picker, Selector: p.selector()}
	if p.elects() {
		component.Notes = map[string]string{observe.AnnotationActive: "1"}
	}
	return render.ComponentDeployment(component, p.replicas(), appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}, template)
}

func (p directPool) pod() corev1.PodSpec {
	image := p.options.Image
	if image == "" {
		image = p.Images.Use("endpoint-picker", pickerImage)
	}
	liveness, readiness := healthService, healthService
	if p.elects() {
		liveness, readiness = livenessService, readinessService
	}
	return corev1.PodSpec{
		ServiceAccountName:            p.picker,
		TerminationGracePeriodSeconds: new(gracePeriodSeconds),
		Containers: []corev1.Container{{
			Name:  pickerContainer,
			Image: image,
			Args:  p.arguments(),
			Env: []corev1.EnvVar{
				fieldVariable("NAMESPACE", "metadata.namespace"),
				fieldVariable("POD_NAME", "metadata.name"),
			},
			Ports: []corev1.ContainerPort{
				{Name: "grpc", ContainerPort: pickerPort, Protocol: corev1.ProtocolTCP},
				{Name: "grpc-health", ContainerPort: pickerHealthPort, Protocol: corev1.ProtocolTCP},
				{Name: "metrics", ContainerPort: pickerMetricsPort, Protocol: corev1.ProtocolTCP},
			},
			Resources:      p.resources(),
			LivenessProbe:  &corev1.Probe{ProbeHandler: health(liveness), InitialDelaySeconds: 5, PeriodSeconds: 10},
			ReadinessProbe: &corev1.Probe{ProbeHandler: health(readiness), PeriodSeconds: 2},
			VolumeMounts:   []corev1.VolumeMount{{Name: configVolume, MountPath: configMountPath}},
		}},
		Volumes: []corev1.Volume{{Name: configVolume, VolumeSource: corev1.VolumeSource{
			ConfigMap: &corev1.ConfigMapVolumeSource{LocalObjectReference: corev1.LocalObjectReference{Name: p.picker}},
		}}},
	}
}

// arguments returns the flags of the endpoint picker, each with its value in one argument:
// a flag that is true or false takes it no other way.
func (p directPool) arguments() []string {
	args := []string{
		"--pool-name=" + p.Owner.Name,
		"--pool-namespace=" + p.Owner.Namespace,
		"--pool-group=" + poolGroup,
		"--zap-encoder=json",
		"--config-file=" + path.Join(configMountPath, configKey),
		"--tracing=false",
		"--metrics-endpoint-auth=false",
		"--v=" + strconv.Itoa(int(ptr.Deref(p.options.Verbosity, defaultVerbosity))),
	}
	if p.elects() {
		args = append(args, "--ha-enable-leader-election=true")
	}
	return args
}

// resources returns those of the options, else the upstream chart's.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/epplib/values.yaml@v1.5.0.
func (p directPool) resources() corev1.ResourceRequirements {
	return ptr.Deref(p.options.Resources, corev1.ResourceRequirements{
		Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("4"), corev1.ResourceMemory: resource.MustParse("8Gi")},
		Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("16Gi")},
	})
}

func health(service string) corev1.ProbeHandler {
	return corev1.ProbeHandler{GRPC: &corev1.GRPCAction{Port: pickerHealthPort, Service: &service}}
}

func fieldVariable(name, field string) corev1.EnvVar {
	return corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: field}}}
}

// engineVLLM is the engine whose metrics an endpoint picker reads unless it is told otherwise.
const engineVLLM = "vllm"

// metricsPaths are where engines serve their metrics when it is not /metrics.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/epplib/templates/_deployment.yaml@v1.5.0.
var metricsPaths = map[string]string{"trtllm-serve": "/prometheus/metrics"}

// pickerConfig is the configuration file of an endpoint picker, as far as it is written here.
type pickerConfig struct {
	APIVersion         string              `json:"apiVersion"`
	Kind               string              `json:"kind"`
	Plugins            []pickerPlugin      `json:"plugins"`
	SchedulingProfiles []schedulingProfile `json:"schedulingProfiles"`
}

// pickerPlugin is one plugin and its parameters.
type pickerPlugin struct {
	Type       string         `json:"type"`
	Parameters map[string]any `json:"parameters,omitempty"`
}

// schedulingProfile says which plugins choose, and with which weights.
type schedulingProfile struct {
	Name    string          `json:"name"`
	Plugins []weighedPlugin `json:"plugins"`
}

type weighedPlugin struct {
	PluginRef string `json:"pluginRef"`
	Weight    int    `json:"weight"`
}

// kindConfig is the kind of the configuration file; its groups are those of the two
// projects that have an endpoint picker.
const (
	kindConfig  = "EndpointPickerConfig"
	groupConfig = "inference.networking.x-k8s.io/v1alpha1"
)

// config returns the configuration file of the endpoint picker: the one of the options,
// else the upstream chart's for the engine of the pool.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/epplib/templates/_config.yaml@v1.5.0.
func (p directPool) config() string {
	if p.options.Config != "" {
		return p.options.Config
	}
	path, known := metricsPaths[p.options.Engine]
	if !known {
		path = "/metrics"
	}
	extractor := pickerPlugin{Type: "core-metrics-extractor"}
	if p.options.Engine != "" && p.options.Engine != engineVLLM {
		extractor.Parameters = map[string]any{"defaultEngine": p.options.Engine}
	}
	text, _ := yaml.Marshal(pickerConfig{
		APIVersion: groupConfig,
		Kind:       kindConfig,
		Plugins: []pickerPlugin{
			{Type: "queue-scorer"},
			{Type: "kv-cache-utilization-scorer"},
			{Type: "prefix-cache-scorer"},
			{Type: "metrics-data-source", Parameters: map[string]any{"scheme": "http", "path": path, "insecureSkipVerify": true}},
			extractor,
		},
		SchedulingProfiles: []schedulingProfile{{Name: "default", Plugins: []weighedPlugin{
			{PluginRef: "queue-scorer", Weight: 2}, {PluginRef: "kv-cache-utilization-scorer", Weight: 2}, {PluginRef: "prefix-cache-scorer", Weight: 3},
		}}},
	})
	return string(text)
}
