package gie

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

// pickerName is the name of everything that makes up the endpoint picker of a pool. The
// chart cuts the name of a pool at 40 characters, so that two could meet; here it is refused when
// it is too long for a Service.
func pickerName(pool string) string {
	return pool + "-epp"
}
