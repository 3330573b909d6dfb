package schema

import (
	"strings"
	"testing"
)

// TestSwaggerDocs fails for a Kubernetes type that a new kind brings into the table: add a type
// that reaches it to swaggerRoots.
func TestSwaggerDocs(t *testing.T) {
	for _, name := range definitionNames() {
		if !strings.HasPrefix(name, "k8s.io/") {
			continue
		}
		props, _ := definition(name)
		for field := range props.Properties {
			if swaggerDoc(name)[field] == "" {
				t.Errorf("%s.%s has no description", name, field)
			}
		}
	}
}

func TestSwaggerDocOfOwnDefinition(t *testing.T) {
	if got := swaggerDoc(playground); got != nil {
		t.Errorf("our own types are described in the table, not by %v", got)
	}
}
