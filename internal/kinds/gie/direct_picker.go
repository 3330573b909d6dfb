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
func (p directPool) replicas() int32 {
	if p.options.Replicas == nil {
		return 1
	}
	return *p.options.Replicas
}

// elects reports whether the pods of the endpoint picker have to agree who chooses.
func (p directPool) elects() bool {
	return p.replicas() > 1
}

// selector are the labels of the pods of the endpoint picker. They are not those of the
// owner, which the model servers of the pool may have.
func (p directPool) selector() map[string]string {
	return map[string]string{pickerLabel: p.picker}
}

func (p directPool) service() (*unstructured.Unstructured, error) {
	port := func(name string, number int32) corev1.ServicePort {
		return corev1.ServicePort{Name: name, Protocol: corev1.ProtocolTCP, Port: number, TargetPort: intstr.FromInt32(number)}
	}
	return render.ServiceOf(p.owner, p.picker, corev1.ServiceSpec{
		Selector: p.selector(),
		Ports:    []corev1.ServicePort{port("grpc-ext-proc", pickerPort), port("http-metrics", pickerMetricsPort)},
	})
}

// deployment returns the endpoint picker. An update ends the old one first: two at a time
// would each know a part of the requests.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/epplib/templates/_deployment.yaml@v1.5.0.
func (p directPool) deployment(config string) (*unstructured.Unstructured, error) {
	sum := sha256.Sum256([]byte(config))
	template, err := render.PodTemplate(
		map[string]string{pickerModeLabel: pickerMode},
		map[string]string{configHashAnnotation: hex.EncodeToString(sum[:])},
		p.pod())
	if err != nil {
		return nil, err
	}
	component := render.Component{Owner: p.owner, Name: p.picker, Selector: p.selector()}
	if p.elects() {
		component.Notes = map[string]string{observe.AnnotationActive: "1"}
	}
	return render.ComponentDeployment(component, p.replicas(), appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}, template)
}

func (p directPool) pod() corev1.PodSpec {
	gracePeriod := gracePeriodSeconds
	image := p.options.Image
	if image == "" {
		image = p.images.Use("endpoint-picker", pickerImage)
	}
	liveness, readiness := healthService, healthService
	if p.elects() {
		liveness, readiness = livenessService, readinessService
	}
	return corev1.PodSpec{
		ServiceAccountName:            p.picker,
		TerminationGracePeriodSeconds: &gracePeriod,
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
	verbosity := defaultVerbosity
	if p.options.Verbosity != nil {
		verbosity = *p.options.Verbosity
	}
	args := []string{
		"--pool-name=" + p.owner.Name,
		"--pool-namespace=" + p.owner.Namespace,
		"--pool-group=" + poolGroup,
		"--zap-encoder=json",
		"--config-file=" + path.Join(configMountPath, configKey),
		"--tracing=false",
		"--metrics-endpoint-auth=false",
		"--v=" + strconv.Itoa(int(verbosity)),
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
	if p.options.Resources != nil {
		return *p.options.Resources
	}
	return corev1.ResourceRequirements{
		Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("4"), corev1.ResourceMemory: resource.MustParse("8Gi")},
		Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("16Gi")},
	}
}

func health(service string) corev1.ProbeHandler {
	return corev1.ProbeHandler{GRPC: &corev1.GRPCAction{Port: pickerHealthPort, Service: &service}}
}

func fieldVariable(name, field string) corev1.EnvVar {
	return corev1.EnvVar{Name: name, ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: field}}}
}
