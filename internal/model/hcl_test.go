package model

import (
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/kinds/llmaz"
)

// TestConfigurationSaysTheMode shows that an object of operator mode stays in it where the
// provider block says otherwise.
func TestConfigurationSaysTheMode(t *testing.T) {
	obj, err := ParseManifest("apiVersion: inference.llmaz.io/v1alpha1\nkind: Playground\nmetadata: {name: chat, namespace: llm}\nspec: {replicas: 2}\n")
	if err != nil {
		t.Fatal(err)
	}
	s := New(kindstest.Named(t, llmaz.Kinds(), "playground"))
	for mode, want := range map[string]bool{Direct: true, Operator: false, "": false} {
		t.Run(mode, func(t *testing.T) {
			target := s.CustomResource(s.Located("llm", "chat"), s.Kind.Newest())
			text := s.Configuration(target, obj, obj.Object, "", mode).String()
			if said := strings.Contains(text, `mode     = "operator"`); said != want {
				t.Errorf("mode is said: %v, want %v:\n%s", said, want, text)
			}
			if !strings.Contains(text, "replicas = 2") {
				t.Errorf("the spec is missing:\n%s", text)
			}
		})
	}
}
