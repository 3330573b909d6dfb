package kindstest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// phases are the judgements that the states in the names of fixtures call for.
var phases = map[string]observe.Phase{
	"creating": observe.NotDone, "ready": observe.Ready, "failed": observe.Failed, "stale": observe.NotDone,
	"blocked": observe.Blocked,
}

// required are the states that every kind has a fixture for.
var required = []string{"creating", "ready", "failed", "stale"}

// Ready judges every fixture testdata/ready/<type name>-<state>[-<what>].yaml and wants
// the phase of the state and, in the message, the text under the fixture's name in messages.
// Every kind has a fixture for every required state but those in without, as "<type name>-<state>", each
// with the reason; a type name alone stands for all states but ready.
func Ready(t *testing.T, all []*kinds.Kind, messages, without map[string]string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "ready", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures: %v", err)
	}
	seen := map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		seen[name] = true
		t.Run(name, func(t *testing.T) {
			parts := strings.Split(name, "-")
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := Named(t, all, parts[0]).Ready(Parse(t, string(data)))
			if want, ok := phases[parts[1]]; !ok || got.Phase != want {
				t.Errorf("phase = %s (%s), want %s", got.Phase, got.Message, want)
			}
			if want, ok := messages[name]; !ok || !strings.Contains(got.Message, want) {
				t.Errorf("message = %q, want it to contain %q", got.Message, want)
			}
		})
	}
	for name := range messages {
		if !seen[name] {
			t.Errorf("there is no fixture %s", name)
		}
	}
	for _, k := range all {
		for _, state := range required {
			name := k.TypeName + "-" + state
			excused := without[name] != "" || state != "ready" && without[k.TypeName] != ""
			if seen[name] == excused {
				t.Errorf("%s: fixture exists = %t, reason for none = %t; want one of them", name, seen[name], excused)
			}
		}
	}
}
