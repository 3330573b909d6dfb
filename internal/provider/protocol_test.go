package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/acctest/core"
)

// served is the provider behind its real protocol, in process.
type served struct {
	tfprotov6.ProviderServer
	schema *tfprotov6.GetProviderSchemaResponse
	// block is the last provider block, and met are the resources that were planned with it.
	block map[string]any
	met   map[string]bool
}

// wholeSchema is the schema of the provider, which is the same for every server.
var wholeSchema = sync.OnceValues(func() (*tfprotov6.GetProviderSchemaResponse, error) {
	return NewServer("test").GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
})

func newServer(t testing.TB) *served {
	t.Helper()
	schema, err := wholeSchema()
	if err != nil {
		t.Fatal(err)
	}
	if len(schema.Diagnostics) > 0 {
		t.Fatalf("the provider's schema: %v", told(schema.Diagnostics))
	}
	if _, benchmark := t.(*testing.B); benchmark {
		return &served{ProviderServer: NewServer("test"), schema: schema}
	}
	return &served{ProviderServer: newTwins(t, schema), schema: schema}
}

// reference marks text that stands for a value which is not known yet.
const reference = "${terraform_data.later.output}"

// deferred replaces references by unknown values.
func deferred(plain any) any {
	switch plain := plain.(type) {
	case string:
		if plain == reference {
			return unknown{}
		}
	case map[string]any:
		out := make(map[string]any, len(plain))
		for name, v := range plain {
			out[name] = deferred(v)
		}
		return out
	case []any:
		out := make([]any, len(plain))
		for i, v := range plain {
			out[i] = deferred(v)
		}
		return out
	}
	return plain
}

// config is a configuration as the protocol has it.
func (s *served) config(t testing.TB, kind tftypes.Type, plain map[string]any) *tfprotov6.DynamicValue {
	t.Helper()
	return dynamic(t, kind, value(t, kind, deferred(plain)))
}

func dynamic(t testing.TB, kind tftypes.Type, v tftypes.Value) *tfprotov6.DynamicValue {
	t.Helper()
	out, err := tfprotov6.NewDynamicValue(kind, v)
	if err != nil {
		t.Fatal(err)
	}
	return &out
}

func (s *served) resourceType(t testing.TB, name string) tftypes.Object {
	t.Helper()
	schema, ok := s.schema.ResourceSchemas[name]
	if !ok {
		t.Fatalf("there is no resource %s", name)
	}
	return schema.ValueType().(tftypes.Object)
}

// configure gives the server its provider block.
func (s *served) configure(t testing.TB, block map[string]any) []*tfprotov6.Diagnostic {
	t.Helper()
	s.block, s.met = block, map[string]bool{}
	resp, err := s.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{
		TerraformVersion: "1.11.4", Config: s.config(t, s.schema.Provider.ValueType(), block),
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

// validate is what `terraform validate` asks of a resource.
func (s *served) validate(t testing.TB, resource string, config map[string]any) []*tfprotov6.Diagnostic {
	t.Helper()
	resp, err := s.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{
		TypeName: resource, Config: s.config(t, s.resourceType(t, resource), config),
		ClientCapabilities: &tfprotov6.ValidateResourceConfigClientCapabilities{WriteOnlyAttributesAllowed: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	return resp.Diagnostics
}

// planned is the answer to a plan.
type planned struct {
	*tfprotov6.PlanResourceChangeResponse
	kind tftypes.Object
	// config is what was planned.
	config *tfprotov6.DynamicValue
}

// plan asks for the change from a prior state, which is nil for a creation, to a configuration.
func (s *served) plan(t testing.TB, resource string, prior *tfprotov6.DynamicValue, config map[string]any) planned {
	t.Helper()
	return s.planWith(t, resource, prior, nil, config)
}

// planWith is plan with what an earlier apply keeps beside the state, by key.
func (s *served) planWith(t testing.TB, resource string, prior *tfprotov6.DynamicValue, private map[string][]byte, config map[string]any) planned {
	t.Helper()
	kept, err := json.Marshal(private)
	if err != nil {
		t.Fatal(err)
	}
	metadata, _ := config["metadata"].(map[string]any)
	if key := fmt.Sprint(resource, metadata["name"]); s.met != nil {
		if s.met[key] {
			s.configure(t, s.block) // Terraform has a new process for the next plan
		}
		s.met[key] = true
	}
	kind := s.resourceType(t, resource)
	encoded := s.config(t, kind, config)
	if prior == nil {
		prior = dynamic(t, kind, tftypes.NewValue(kind, nil))
	}
	resp, err := s.PlanResourceChange(t.Context(), &tfprotov6.PlanResourceChangeRequest{
		TypeName: resource, PriorState: prior, PriorPrivate: kept, Config: encoded,
		ProposedNewState: s.proposed(t, resource, prior, encoded),
	})
	if err != nil {
		t.Fatal(err)
	}
	return planned{resp, kind, encoded}
}

// proposed is what Terraform proposes.
func (s *served) proposed(t testing.TB, resource string, prior, config *tfprotov6.DynamicValue) *tfprotov6.DynamicValue {
	t.Helper()
	kind := s.resourceType(t, resource)
	before, err := prior.Unmarshal(kind)
	if err != nil {
		t.Fatal(err)
	}
	after, err := config.Unmarshal(kind)
	if err != nil {
		t.Fatal(err)
	}
	return dynamic(t, kind, core.Proposed(s.schema.ResourceSchemas[resource], before, after))
}

// attributesOf returns the root attributes of a resource, nil for none.
func attributesOf(t testing.TB, kind tftypes.Object, v *tfprotov6.DynamicValue) map[string]tftypes.Value {
	t.Helper()
	raw, err := v.Unmarshal(kind)
	if err != nil {
		t.Fatal(err)
	}
	fields, _ := fieldsOf(raw)
	return fields
}

func fieldsOf(v tftypes.Value) (map[string]tftypes.Value, bool) {
	if v.Type() == nil || !v.IsKnown() || v.IsNull() {
		return nil, false
	}
	fields := map[string]tftypes.Value{}
	return fields, v.As(&fields) == nil
}

// textOf is a string attribute; unknown and null values have texts of their own.
func textOf(t testing.TB, v tftypes.Value) string {
	t.Helper()
	switch {
	case !v.IsKnown():
		return "(unknown)"
	case v.IsNull():
		return "(null)"
	}
	var s string
	if err := v.As(&s); err != nil {
		t.Fatal(err)
	}
	return s
}

// pathText writes an attribute path as the documentation does.
func pathText(at *tftypes.AttributePath) string {
	if at == nil {
		return ""
	}
	var out strings.Builder
	for i, step := range at.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			if i > 0 {
				out.WriteByte('.')
			}
			out.WriteString(string(step))
		case tftypes.ElementKeyInt:
			fmt.Fprintf(&out, "[%d]", int64(step))
		case tftypes.ElementKeyString:
			fmt.Fprintf(&out, "[%q]", string(step))
		}
	}
	return out.String()
}

// told writes diagnostics for the reader of a failed test.
func told(diags []*tfprotov6.Diagnostic) string {
	var out strings.Builder
	for _, d := range diags {
		fmt.Fprintf(&out, "\n%s at %s: %s\n  %s", d.Severity, pathText(d.Attribute), d.Summary, d.Detail)
	}
	return out.String()
}
