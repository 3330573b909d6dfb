package main

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// TestOnlyDrift shows which plans pass as "exactly that edit".
func TestOnlyDrift(t *testing.T) {
	const (
		nothing = `{"address": "inference_endpoint.other", "change": {"actions": ["no-op"]}}`
		update  = `{"address": "inference_endpoint.chat", "change": {"actions": ["update"], "before": {"drift": [DRIFT]}}}`
		found   = `{"object": "LeaderWorkerSet/chat", "path": "spec.x", "class": "changed", "manager": "m", "operation": "Update",
			"time": "2026-01-01T10:00:00Z", "applied": "1", "live": "2"}`
	)
	made := time.Date(2026, 1, 1, 10, 0, 0, 500, time.UTC)
	edited := edit{object: "LeaderWorkerSet/chat", path: "spec.x", manager: "m", from: "1", to: "2", began: made, ended: made.Add(time.Second)}
	tests := map[string]struct {
		reason, changes, drift, want string
	}{
		"Exact":       {"the edit and nothing else", nothing + "," + update, found, ""},
		"Empty":       {"the edit was not found", nothing, found, "the plan should do"},
		"OtherAction": {"another resource would change", `{"address": "a.b", "change": {"actions": ["delete"]}},` + update, found, "a.b: delete"},
		"Replaced":    {"a repair replaces nothing", strings.Replace(update, `"update"`, `"delete", "create"`, 1), found, "delete, create"},
		"TwoDrifts":   {"another field is reported as well", update, found + "," + found, "should report one drift"},
		"NoDrift":     {"an update without a reason", update, "", "should report one drift"},
		"OtherPath":   {"another field was found", update, strings.Replace(found, "spec.x", "spec.y", 1), "spec.y"},
		"OtherValue":  {"another value was found", update, strings.Replace(found, `"2"`, `"9"`, 1), "Live:9"},
		"Nobody":      {"who it was is not known", update, strings.Replace(found, `"m"`, `""`, 1), "Manager"},
		"LongAgo":     {"when it was is wrong", update, strings.Replace(found, "10:00:00", "09:00:00", 1), "but the plan reports"},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			var p plan
			if err := json.Unmarshal([]byte(`{"resource_changes": [`+strings.Replace(tc.changes, "DRIFT", tc.drift, 1)+`]}`), &p); err != nil {
				t.Fatal(err)
			}
			d, err := p.onlyDrift()
			if err == nil {
				err = d.matches(edited)
			}
			got := ""
			if err != nil {
				got = err.Error()
			}
			if (tc.want == "") != (got == "") || !strings.Contains(got, tc.want) {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
		})
	}
}
