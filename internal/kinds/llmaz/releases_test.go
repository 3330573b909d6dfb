package llmaz

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// TestReleases spells one object of each kind as llmaz v0.1.0 has it, and reads it back.
func TestReleases(t *testing.T) {
	kindstest.Releases(t, Kinds(), map[string]kindstest.Spelling{
		"OpenModel": {
			Reason: "What a flavor needs is called requests.",
			Kind:   "open_model", Release: "v0.1.0",
			Table: `spec: {familyName: q, inferenceConfig: {flavors: [{name: t4, limits: {nvidia.com/gpu: "1"}}]}}`,
			Wire:  `spec: {familyName: q, inferenceConfig: {flavors: [{name: t4, requests: {nvidia.com/gpu: "1"}}]}}`,
		},
		"BackendRuntime": {
			Reason: "Recommended configurations are called args, and their arguments flags.",
			Kind:   "backend_runtime", Release: "v0.1.0",
			Table: `spec: {command: [python3], image: i, recommendedConfigs: [{name: default, args: [--port, "8080"]}], resources: {limits: {cpu: "4"}}}`,
			Wire:  `spec: {commands: [python3], image: i, args: [{name: default, flags: [--port, "8080"]}], resources: {limits: {cpu: "4"}}}`,
		},
		"Playground": {
			Reason: "The chosen configuration and the arguments share one object.",
			Kind:   "playground", Release: "v0.1.0",
			Table: `spec: {backendRuntimeConfig: {backendName: sglang, configName: default, args: [--x], version: v1}}`,
			Wire:  `spec: {backendRuntimeConfig: {name: sglang, args: {name: default, flags: [--x]}, version: v1}}`,
		},
		"Service": {
			Reason: "The template is the spec of a whole LeaderWorkerSet.",
			Kind:   "service", Release: "v0.1.0",
			Table: `spec: {replicas: "2", rolloutStrategy: {type: RollingUpdate}, workloadTemplate: {size: "4", startupPolicy: LeaderReady, networkConfig: {subdomainPolicy: Shared}, workerTemplate: {}}}`,
			Wire:  `spec: {workloadTemplate: {replicas: "2", rolloutStrategy: {type: RollingUpdate}, startupPolicy: LeaderReady, networkConfig: {subdomainPolicy: Shared}, leaderWorkerTemplate: {size: "4", workerTemplate: {}}}}`,
		},
	})
}
