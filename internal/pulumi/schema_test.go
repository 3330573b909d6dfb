package pulumi_test

import (
	"encoding/json"
	"strings"
	"testing"

	inference "github.com/inferops/terraform-provider-inference/internal/pulumi"
)

// Budgets of the package. Without shared types there would be thousands of them, and SDKs
// that no machine compiles.
const (
	maxTypes       = 400
	maxSchemaBytes = 1 << 20
	maxTypeName    = 60
)

func TestSchemaIsWithinItsBudget(t *testing.T) {
	spec := packageSchema(t)
	text, err := json.Marshal(spec)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d resources, %d functions, %d types, %d bytes", len(spec.Resources), len(spec.Functions), len(spec.Types), len(text))
	if len(spec.Types) > maxTypes {
		t.Errorf("%d types, more than %d", len(spec.Types), maxTypes)
	}
	if len(text) > maxSchemaBytes {
		t.Errorf("%d bytes, more than %d", len(text), maxSchemaBytes)
	}
	for token := range spec.Types {
		if name := token[strings.LastIndex(token, ":")+1:]; len(name) > maxTypeName {
			t.Errorf("the name of the type %s is longer than %d", name, maxTypeName)
		}
	}
}

// TestEverythingIsInThePackage finds every resource and data source of the provider, and the
// properties that stand in for what Pulumi does not show: warnings and functions.
func TestEverythingIsInThePackage(t *testing.T) {
	spec, info := packageSchema(t), inference.Info("0.1.0")
	for name, r := range info.Resources {
		resource, ok := spec.Resources[r.Tok.String()]
		if !ok {
			t.Errorf("%s is not in the package", name)
			continue
		}
		for _, property := range []string{"manifest", "drifts", "plannedDisruption", "accelerators", "diagnosis", "warnings", "ready"} {
			if _, ok := resource.Properties[property]; !ok {
				t.Errorf("%s has no property %s", name, property)
			}
		}
	}
	for name, d := range info.DataSources {
		if _, ok := spec.Functions[d.Tok.String()]; !ok {
			t.Errorf("the data source %s is not in the package", name)
		}
	}
}
