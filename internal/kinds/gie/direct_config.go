package gie

import (
	"sigs.k8s.io/yaml"
)

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
func (p directPool) config() (string, error) {
	if p.options.Config != "" {
		return p.options.Config, nil
	}
	path, known := metricsPaths[p.options.Engine]
	if !known {
		path = "/metrics"
	}
	extractor := pickerPlugin{Type: "core-metrics-extractor"}
	if p.options.Engine != "" && p.options.Engine != engineVLLM {
		extractor.Parameters = map[string]any{"defaultEngine": p.options.Engine}
	}
	text, err := yaml.Marshal(pickerConfig{
		APIVersion: groupConfig,
		Kind:       kindConfig,
		Plugins: []pickerPlugin{
			{Type: "queue-scorer"}, {Type: "kv-cache-utilization-scorer"}, {Type: "prefix-cache-scorer"},
			{Type: "metrics-data-source", Parameters: map[string]any{"scheme": "http", "path": path, "insecureSkipVerify": true}},
			extractor,
		},
		SchedulingProfiles: []schedulingProfile{{Name: "default", Plugins: []weighedPlugin{
			{PluginRef: "queue-scorer", Weight: 2}, {PluginRef: "kv-cache-utilization-scorer", Weight: 2}, {PluginRef: "prefix-cache-scorer", Weight: 3},
		}}},
	})
	return string(text), err
}
