package llmaz

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// TestOldestDialect spells one object of each kind as llmaz v0.1.0 has it, and reads it back.
func TestOldestDialect(t *testing.T) {
	cases := map[string]struct {
		reason   string
		dialects []object.Dialect
		table    string
		wire     string
	}{
		"OpenModel": {
			reason:   "What a flavor needs is called requests.",
			dialects: openModelDialects,
			table:    `spec: {familyName: q, inferenceConfig: {flavors: [{name: t4, limits: {nvidia.com/gpu: "1"}}]}}`,
			wire:     `spec: {familyName: q, inferenceConfig: {flavors: [{name: t4, requests: {nvidia.com/gpu: "1"}}]}}`,
		},
		"BackendRuntime": {
			reason:   "Recommended configurations are called args, and their arguments flags.",
			dialects: backendRuntimeDialects,
			table:    `spec: {command: [python3], image: i, recommendedConfigs: [{name: default, args: [--port, "8080"]}], resources: {limits: {cpu: "4"}}}`,
			wire:     `spec: {commands: [python3], image: i, args: [{name: default, flags: [--port, "8080"]}], resources: {limits: {cpu: "4"}}}`,
		},
		"Playground": {
			reason:   "The chosen configuration and the arguments share one object.",
			dialects: playgroundDialects,
			table:    `spec: {backendRuntimeConfig: {backendName: sglang, configName: default, args: [--x], version: v1}}`,
			wire:     `spec: {backendRuntimeConfig: {name: sglang, args: {name: default, flags: [--x]}, version: v1}}`,
		},
		"Service": {
			reason:   "The template is the spec of a whole LeaderWorkerSet.",
			dialects: serviceDialects,
			table:    `spec: {replicas: "2", rolloutStrategy: {type: RollingUpdate}, workloadTemplate: {size: "4", startupPolicy: LeaderReady, networkConfig: {subdomainPolicy: Shared}, workerTemplate: {}}}`,
			wire:     `spec: {workloadTemplate: {replicas: "2", rolloutStrategy: {type: RollingUpdate}, startupPolicy: LeaderReady, networkConfig: {subdomainPolicy: Shared}, leaderWorkerTemplate: {size: "4", workerTemplate: {}}}}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			oldest, newest := tc.dialects[0], tc.dialects[1]
			if oldest.Name != "v0.1.0" || newest.Name != "v0.1.4" {
				t.Fatalf("the generations are %s and %s, want the oldest first", oldest.Name, newest.Name)
			}
			table, wire := dialectObject(t, tc.table), dialectObject(t, tc.wire)
			if diff := cmp.Diff(wire, oldest.ToWire(table)); diff != "" {
				t.Errorf("%s\nToWire -want +got\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(table, oldest.FromWire(wire)); diff != "" {
				t.Errorf("%s\nFromWire -want +got\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(table, newest.ToWire(table)); diff != "" {
				t.Errorf("v0.1.4 has the vocabulary of the table\n%s", diff)
			}
		})
	}
}

func dialectObject(t *testing.T, text string) map[string]any {
	t.Helper()
	var value map[string]any
	if err := yaml.UnmarshalStrict([]byte(text), &value); err != nil {
		t.Fatalf("fixture: %v", err)
	}
	return value
}
