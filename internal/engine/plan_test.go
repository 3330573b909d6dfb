package engine

import (
	"context"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/kinds/llmaz"
	"github.com/inferops/terraform-provider-inference/internal/model"
	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/stage/drift"
)

// TestPlanReportsDrift shows that a plan warns of the drift that the refresh before it has found, once, and not of what is as intended.
func TestPlanReportsDrift(t *testing.T) {
	change := func(class object.Class) model.Difference {
		return model.Difference{Object: "Playground/chat", Drift: object.Drift{Path: "spec.replicas", Class: class, Applied: "2", Live: "3"}}
	}
	for name, tc := range map[string]struct {
		reason string
		found  model.Difference
		ignore []string
		want   string
	}{
		"owned elsewhere": {"an apply takes it back", change(object.OwnershipLost), nil, "Playground/chat: spec.replicas is as applied, but owned by another manager"},
		"added":           {"somebody did it", change(object.Foreign), nil, "Playground/chat: spec.replicas = 3 was added by another manager"},
		"followed":        {"the configuration has the value", change(object.Changed), nil, ""},
		"scaled":          {"an autoscaler is to set it", change(object.Scaled), nil, ""},
		"ignored":         {"the configuration says so", change(object.OwnershipLost), []string{"spec.replicas"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := model.New(kindstest.Named(t, llmaz.Kinds(), "playground"))
			found := drift.NewUnreportedDrift()
			r := &Resource{&model.Scope{Model: s, Settings: &model.Settings{UnreportedDrift: found}}}
			attributes := ImportAttributes(s, "llm", "chat")
			attributes[model.AttrIgnoreDrift] = model.StringList(tc.ignore)
			state := s.Value(attributes)
			prior, err := s.Read(state)
			if err != nil {
				t.Fatal(err)
			}
			drift.Keep(found, drift.Key(r.Scope, prior), []model.Observation{{Drift: []model.Difference{tc.found}}})
			for i, want := range []string{tc.want, ""} {
				var said string
				for _, d := range r.Plan(t.Context(), model.Change{Config: state, Prior: state, Proposed: state, Private: noPrivateState{}}).Diagnostics.Warnings() {
					if d.Summary() == "Live object differs from what was applied" {
						said = d.Detail()
					}
				}
				if !strings.Contains(said, want) || want == "" && said != "" {
					t.Errorf("%s: plan %d says %q, want %q", tc.reason, i+1, said, want)
				}
			}
		})
	}
}

// noPrivateState is that of a resource that has none.
type noPrivateState struct{}

// GetKey implements [model.PrivateState].
func (noPrivateState) GetKey(context.Context, string) ([]byte, diag.Diagnostics) { return nil, nil }

// SetKey implements [model.PrivateState].
func (noPrivateState) SetKey(context.Context, string, []byte) diag.Diagnostics { return nil }
