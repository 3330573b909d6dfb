//go:build unix

package acctest_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// machineRead are the attributes of a planned resource that the guide names for programs.
var machineRead = []string{"accelerators", "endpoint", "id", "images", "mode", "openai_base_url", "planned_disruption", "served_model_name", "warnings"}

// TestAccPlanJSON plans an endpoint with no cluster, and records what programs read of the plan: policies, bots, dashboards.
func TestAccPlanJSON(t *testing.T) {
	tf := acctest.NewTerraform(t)
	tf.Configure(t, `provider "inference" {}

resource "inference_endpoint" "assistant" {
  metadata = { name = "assistant", namespace = "default" }
  spec     = { model = { repository = "Qwen/Qwen2.5-7B-Instruct" }, accelerators = { count = 1 } }
}
`)
	if out := tf.SavedPlan(t); !out.OK {
		t.Fatal(out.Log)
	}
	var plan struct {
		Changes []struct {
			Address string `json:"address"`
			Type    string `json:"type"`
			Change  struct {
				Actions []string        `json:"actions"`
				After   map[string]any  `json:"after"`
				Unknown map[string]any  `json:"after_unknown"`
				Before  json.RawMessage `json:"before"`
			} `json:"change"`
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal([]byte(tf.Shown(t, "plan")), &plan); err != nil {
		t.Fatal(err)
	}
	if len(plan.Changes) != 1 {
		t.Fatalf("the plan has %d changes", len(plan.Changes))
	}
	c := plan.Changes[0]
	// What only an apply knows is unknown as a whole, and nothing else is.
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(c.Change.Unknown)) {
		if c.Change.Unknown[name] == true {
			unknown = append(unknown, name)
		}
	}
	if diff := cmp.Diff([]string{"diagnosis", "drift", "ready"}, unknown); diff != "" {
		t.Errorf("other attributes are unknown in the plan:\n%s", diff)
	}
	after := map[string]any{}
	for _, name := range machineRead {
		value, ok := c.Change.After[name]
		if !ok {
			t.Errorf("the plan has no %s", name)
		}
		after[name] = value
	}
	text, err := json.MarshalIndent(map[string]any{
		"address": c.Address, "type": c.Type, "change": map[string]any{"actions": c.Change.Actions, "after": after},
	}, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	expectRecording(t, "plan-json", "$ terraform show -json plan.bin", string(text))
}
