package provider

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestDamagedState shows what is said of a state that does not hold what the provider wrote: which attribute of it, and how to go
// on. No call takes such a state for a fault of the provider, and none changes anything.
func TestDamagedState(t *testing.T) {
	const resource = "inference_playground"
	direct := merge(unreachedPlayground, map[string]any{"mode": "direct", "references": []any{qwenDefinition}})
	for name, tc := range map[string]struct {
		reason, attribute string
		config            map[string]any
		damage            any
		// want is what is wrong, and remedy what is to be done.
		want, remedy string
	}{
		"garbage":           {"a state that somebody edited", "manifest", unreachedPlayground, "no object", "is a string", "(terraform state rm), which leaves the object as it is, and import it as llm/chat"},
		"no JSON":           {"a state that was cut", "manifest", unreachedPlayground, `{"kind": "Playg`, "unexpected end", "Restore the state from its backup"},
		"another object":    {"a definition that was pasted", "manifest", unreachedPlayground, `{"apiVersion":"inference.llmaz.io/v1alpha1","kind":"Playground","metadata":{"name":"other","namespace":"llm"}}`, "it is Playground/other", "import it as llm/chat"},
		"rendered garbage":  {"the same of direct mode", "rendered", direct, map[string]any{"Deployment/chat": "{"}, "did not find expected", "Restore the state from its backup"},
		"rendered stranger": {"an object that direct mode does not make", "rendered", direct, map[string]any{"Node/a": "apiVersion: v1\nkind: Node\nmetadata: {name: a}\n"}, "not a kind that direct mode applies", "delete the objects"},
	} {
		t.Run(name, func(t *testing.T) {
			emptyEnvironment(t)
			s := newServer(t)
			s.configure(t, map[string]any{"host": "https://" + closedPort(t)})
			creation := s.plan(t, resource, nil, tc.config)
			fields := attributesOf(t, creation.kind, creation.applied(t))
			fields[tc.attribute] = value(t, creation.kind.AttributeTypes[tc.attribute], tc.damage)
			state := dynamic(t, creation.kind, tftypes.NewValue(creation.kind, fields))
			none := dynamic(t, creation.kind, tftypes.NewValue(creation.kind, nil))

			calls := map[string][]*tfprotov6.Diagnostic{}
			read, err := s.ReadResource(t.Context(), &tfprotov6.ReadResourceRequest{TypeName: resource, CurrentState: state})
			if err != nil {
				t.Fatal(err)
			}
			calls["refresh"] = read.Diagnostics
			for verb, planned := range map[string]*tfprotov6.DynamicValue{"update": creation.applied(t), "destruction": none} {
				config := creation.config
				if verb == "destruction" {
					config = none
				}
				applied, err := s.ApplyResourceChange(t.Context(), &tfprotov6.ApplyResourceChangeRequest{TypeName: resource, PriorState: state, PlannedState: planned, Config: config})
				if err != nil {
					t.Fatal(err)
				}
				calls[verb] = applied.Diagnostics
			}
			for verb, diags := range calls {
				if len(diags) != 1 || !isError(diags[0]) || diags[0].Summary != "State cannot be used" || pathText(diags[0].Attribute) != tc.attribute {
					t.Errorf("%s: %s: want one error at %s: %s", tc.reason, verb, tc.attribute, told(diags))
					continue
				}
				for _, want := range []string{"Playground llm/chat", tc.want, tc.remedy, "Nothing was changed"} {
					if !strings.Contains(diags[0].Detail, want) {
						t.Errorf("%s: %s does not say %q: %s", tc.reason, verb, want, diags[0].Detail)
					}
				}
			}
		})
	}
}
