package provider

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// benchmarked is a configuration of the kind with the largest schema, as large as such
// configurations are: a leader and workers, each with an engine and its probes.
func benchmarked() map[string]any {
	probe := map[string]any{"http_get": map[string]any{"path": "/health", "port": "8080"}, "period_seconds": 10.0}
	pod := map[string]any{"spec": map[string]any{
		"containers": []any{map[string]any{
			"name": "model-runner", "image": "lmsysorg/sglang:v0.4.5-cu121", "command": []any{"python3", "-m", "sglang.launch_server"},
			"args": []any{"--model-path", "/workspace/models", "--tp", "16"}, "ports": []any{map[string]any{"container_port": 8080.0}},
			"env":           []any{map[string]any{"name": "NCCL_DEBUG", "value": "INFO"}},
			"resources":     map[string]any{"limits": map[string]any{"nvidia.com/gpu": "8"}},
			"startup_probe": probe, "readiness_probe": probe, "liveness_probe": probe,
		}},
		"volumes": []any{map[string]any{"name": "shm", "empty_dir": map[string]any{"medium": "Memory", "size_limit": "16Gi"}}},
	}}
	return map[string]any{
		"metadata": map[string]any{"name": "deepseek", "namespace": "llm"},
		"spec": map[string]any{
			"replicas": 2.0, "model_claims": map[string]any{"models": []any{map[string]any{"name": "deepseek-r1"}}},
			"workload_template": map[string]any{"size": 2.0, "leader_template": pod, "worker_template": pod},
		},
	}
}

const benchmarkedResource = "inference_service"

// benchServer is a server whose schemas have been asked for, as every run of Terraform begins.
func benchServer(b *testing.B) *served {
	b.Helper()
	s := newServer(b)
	if diags := s.configure(b, map[string]any{"host": reference}); len(diags) > 0 {
		b.Fatal(told(diags))
	}
	return s
}

func BenchmarkValidateResourceConfig(b *testing.B) {
	s := benchServer(b)
	request := &tfprotov6.ValidateResourceConfigRequest{
		TypeName: benchmarkedResource, Config: s.config(b, s.resourceType(b, benchmarkedResource), benchmarked()),
	}
	for b.Loop() {
		if resp, err := s.ValidateResourceConfig(b.Context(), request); err != nil || len(resp.Diagnostics) > 0 {
			b.Fatal(err, told(resp.Diagnostics))
		}
	}
}

// BenchmarkPlanResourceChange plans the creation of the large configuration, and of one of
// every kind.
func BenchmarkPlanResourceChange(b *testing.B) {
	configurations := map[string]map[string]any{}
	for resource, file := range invalidFiles(b) {
		configurations[resource] = file.Valid
	}
	s := benchServer(b)
	plan := func(resource string, plain map[string]any) func(*testing.B) {
		return func(b *testing.B) {
			kind := s.resourceType(b, resource)
			config, none := s.config(b, kind, plain), dynamic(b, kind, tftypes.NewValue(kind, nil))
			request := &tfprotov6.PlanResourceChangeRequest{
				TypeName: resource, Config: config, PriorState: none, ProposedNewState: s.proposed(b, resource, none, config),
			}
			for b.Loop() {
				if resp, err := s.PlanResourceChange(b.Context(), request); err != nil || len(resp.Diagnostics) > 0 {
					b.Fatal(err, told(resp.Diagnostics))
				}
			}
		}
	}
	b.Run("large "+benchmarkedResource, plan(benchmarkedResource, benchmarked()))
	for _, resource := range slices.Sorted(maps.Keys(configurations)) {
		b.Run(resource, plan(resource, configurations[resource]))
	}
}

// BenchmarkGetProviderSchema measures what every start of the provider costs, but for the
// definitions table, which a process reads once.
func BenchmarkGetProviderSchema(b *testing.B) {
	for b.Loop() {
		s := NewServer("test")
		if resp, err := s.GetProviderSchema(b.Context(), &tfprotov6.GetProviderSchemaRequest{}); err != nil || len(resp.Diagnostics) > 0 {
			b.Fatal(err)
		}
	}
}
