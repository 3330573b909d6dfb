package pulumi_test

import (
	"context"
	"strings"
	"testing"

	framework "github.com/hashicorp/terraform-plugin-framework/provider"
	fwresource "github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil/rpcerror"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"

	"github.com/inferops/terraform-provider-inference/internal/provider"
	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// failing is the provider with resources that plan as they do, and whose creations and updates fail after they have or
// have not written a state.
type failing struct {
	framework.Provider
	leaves bool
}

// Resources implements [framework.Provider].
func (p failing) Resources(ctx context.Context) []func() fwresource.Resource {
	var out []func() fwresource.Resource
	for _, construct := range p.Provider.Resources(ctx) {
		out = append(out, func() fwresource.Resource {
			return failingResource{construct().(planningResource), p.leaves}
		})
	}
	return out
}

type planningResource interface {
	fwresource.ResourceWithModifyPlan
	fwresource.ResourceWithConfigure
}

type failingResource struct {
	planningResource
	leaves bool
}

// Create implements [fwresource.Resource].
func (r failingResource) Create(_ context.Context, req fwresource.CreateRequest, resp *fwresource.CreateResponse) {
	if r.leaves {
		resp.State.Raw = known(req.Plan.Raw)
	}
	resp.Diagnostics.AddWarning("It takes long", "the model_claim is large")
	resp.Diagnostics.AddError("It failed", "the object is kept; set force_destroy = true")
}

// Update implements [fwresource.Resource].
func (r failingResource) Update(_ context.Context, req fwresource.UpdateRequest, resp *fwresource.UpdateResponse) {
	if r.leaves {
		resp.State.Raw = known(req.Plan.Raw)
	}
	resp.Diagnostics.AddError("It failed", "the object is kept")
}

// known has texts for unknown texts, and nothing for other unknown values.
func known(planned tftypes.Value) tftypes.Value {
	left, _ := tftypes.Transform(planned, func(_ *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
		switch {
		case v.IsKnown():
			return v, nil
		case v.Type().Is(tftypes.String):
			return tftypes.NewValue(tftypes.String, "told"), nil
		}
		return tftypes.NewValue(v.Type(), nil), nil
	})
	return left
}

// initFailed is what an error says about a resource that is there all the same, nil when it says nothing.
func initFailed(t *testing.T, err error) *pulumirpc.ErrorResourceInitFailed {
	t.Helper()
	if err == nil {
		t.Fatal("it did not fail")
	}
	told, ok := rpcerror.FromError(err)
	if !ok {
		return nil
	}
	for _, detail := range told.Details() {
		if failed, ok := detail.(*pulumirpc.ErrorResourceInitFailed); ok {
			return failed
		}
	}
	return nil
}

// TestFailureKeepsState gives the engine the state that a failed creation or update has left, and no state where none was.
func TestFailureKeepsState(t *testing.T) {
	const token, why = "inference:index/playground:Playground", "It failed: the object is kept; set forceDestroy: true"
	inputs := resource.NewPropertyMapFromMap(map[string]any{
		"metadata": map[string]any{"name": "chat", "namespace": "llm"},
		"spec":     map[string]any{"replicas": 1, "modelClaim": map[string]any{"modelName": "qwen"}},
	})
	for _, leaves := range []bool{true, false} {
		run := func() server {
			return serveInfo(t, inference.Mapped(failing{provider.New("test")(), leaves}, "0.1.0"), nil)
		}
		_, err := run().Create(t.Context(), &pulumirpc.CreateRequest{Urn: urn(token), Properties: marshal(t, inputs)})
		failed := initFailed(t, err)
		if leaves != (failed != nil) {
			t.Fatalf("with a state that is left (%t), the creation fails with %v", leaves, err)
		}
		if !leaves {
			if said := err.Error(); said != why {
				t.Errorf("the creation fails with %q", said)
			}
			continue
		}
		left := unmarshal(t, failed.Properties)
		if failed.Id != "llm/chat" || !left["manifest"].IsString() || len(failed.Reasons) != 1 || failed.Reasons[0] != why {
			t.Errorf("the engine gets %q of %s, because of %q", left, failed.Id, failed.Reasons)
		}

		scaled := inputs.Copy()
		scaled["spec"] = resource.NewPropertyValue(map[string]any{"replicas": 2, "modelClaim": map[string]any{"modelName": "qwen"}})
		_, err = run().Update(t.Context(), &pulumirpc.UpdateRequest{Id: failed.Id, Urn: urn(token), Olds: failed.Properties, OldInputs: marshal(t, inputs), News: marshal(t, scaled)})
		if failed = initFailed(t, err); failed == nil {
			t.Fatalf("the update fails with %v", err)
		}
		if got := unmarshal(t, failed.Properties)["manifest"].StringValue(); failed.Id != "llm/chat" || !strings.Contains(got, "replicas: 2") {
			t.Errorf("the engine gets %s of %s", got, failed.Id)
		}
	}
}

// TestErrorsSpeakPulumi finds Pulumi's names in what a check and a preview refuse, and each error once.
func TestErrorsSpeakPulumi(t *testing.T) {
	const token = "inference:index/playground:Playground"
	s := serve(t, map[string]any{"mode": "direct"})
	properties := func(spec map[string]any) resource.PropertyMap {
		return resource.NewPropertyMapFromMap(map[string]any{"metadata": map[string]any{"name": "chat", "namespace": "llm"}, "spec": spec})
	}
	claim := map[string]any{"modelName": "qwen"}
	checked, err := s.Check(t.Context(), &pulumirpc.CheckRequest{Urn: urn(token), News: marshal(t, properties(map[string]any{
		"replicas": 1, "modelClaim": claim, "modelClaims": map[string]any{"models": []any{map[string]any{"name": "qwen"}}},
	}))})
	if err != nil {
		t.Fatal(err)
	}
	var reasons []string
	for _, failure := range checked.Failures {
		reasons = append(reasons, failure.Reason)
	}
	told := strings.Join(reasons, "\n")
	if !strings.Contains(told, "`modelClaim`") || !strings.Contains(told, "Examine values at 'it.spec") || strings.Contains(told, "..") || strings.Contains(told, "model_claim") {
		t.Errorf("the check says %s", told)
	}

	_, err = s.Create(t.Context(), &pulumirpc.CreateRequest{Urn: urn(token), Properties: marshal(t, properties(map[string]any{"replicas": 1, "modelClaim": claim})), Preview: true})
	if err == nil {
		t.Fatal("the preview finds no mistake")
	}
	told = err.Error()
	if !strings.Contains(told, "spec.modelClaim.modelName of Playground llm/chat") || !strings.Contains(told, "add the manifest of an inference:OpenModel to references") || strings.Contains(told, "AttributeName") {
		t.Errorf("the preview says %s", told)
	}
}
