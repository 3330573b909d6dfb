package provider

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// twins asks the framework whatever a test asks the provider's own server, which answers
// some calls without it, and expects the same answer. All tests of this package go through
// it. Pulumi's bridge has the framework alone.
type twins struct {
	tfprotov6.ProviderServer
	t         testing.TB
	framework tfprotov6.ProviderServer
	schema    *tfprotov6.GetProviderSchemaResponse
}

func newTwins(t testing.TB, schema *tfprotov6.GetProviderSchemaResponse) *twins {
	return &twins{NewServer("test"), t, providerserver.NewProtocol6(New("test")())(), schema}
}

// ConfigureProvider implements [tfprotov6.ProviderServer].
func (s *twins) ConfigureProvider(ctx context.Context, req *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	if _, err := s.framework.ConfigureProvider(ctx, req); err != nil {
		return nil, err
	}
	return s.ProviderServer.ConfigureProvider(ctx, req)
}

// ValidateResourceConfig implements [tfprotov6.ResourceServer].
func (s *twins) ValidateResourceConfig(ctx context.Context, req *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	got, err := s.ProviderServer.ValidateResourceConfig(ctx, req)
	if err != nil {
		return nil, err
	}
	want, err := s.framework.ValidateResourceConfig(ctx, req)
	if err != nil {
		return nil, err
	}
	s.compare("refused", slices.ContainsFunc(want.Diagnostics, isError), slices.ContainsFunc(got.Diagnostics, isError))
	s.compare("validation", said(want.Diagnostics), said(got.Diagnostics))
	return got, nil
}

// PlanResourceChange implements [tfprotov6.ResourceServer].
func (s *twins) PlanResourceChange(ctx context.Context, req *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	got, err := s.ProviderServer.PlanResourceChange(ctx, req)
	if err != nil {
		return nil, err
	}
	want, err := s.framework.PlanResourceChange(ctx, req)
	if err != nil {
		return nil, err
	}
	s.compare("plan", said(want.Diagnostics), said(got.Diagnostics))
	s.compare("replacements", pathTexts(want.RequiresReplace), pathTexts(got.RequiresReplace))
	s.compare("private state", string(want.PlannedPrivate), string(got.PlannedPrivate))
	if len(want.Diagnostics) > 0 && want.Diagnostics[0].Severity == tfprotov6.DiagnosticSeverityError {
		return got, nil // with an error, Terraform does not look at the plan
	}
	kind := s.schema.ResourceSchemas[req.TypeName].ValueType()
	if a, b := s.decode(want.PlannedState, kind), s.decode(got.PlannedState, kind); !a.Equal(b) {
		differences, _ := a.Diff(b)
		s.t.Errorf("the framework (value 1) and the server (value 2) plan differently: %s", differences)
	}
	return got, nil
}

func (s *twins) compare(what string, want, got any) {
	s.t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		s.t.Errorf("%s: the server does not agree with the framework (-framework +server):\n%s", what, diff)
	}
}

func (s *twins) decode(v *tfprotov6.DynamicValue, kind tftypes.Type) tftypes.Value {
	s.t.Helper()
	out, err := v.Unmarshal(kind)
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// ownWords are the summaries of what each of the two finds and words itself. The framework
// finds missing values of required attributes and malformed text a second time.
var ownWords = []string{
	"Attribute Deprecated", "Attribute is deprecated", "Invalid Configuration for Read-Only Attribute", "Attribute cannot be set",
	"WriteOnly Attribute Not Allowed", "Write-only attribute not supported",
	"Missing Configuration for Required Attribute", "Invalid JSON String Value", "Configuration Read Error",
}

// said are diagnostics in short. What the framework words itself is left out.
func said(diags []*tfprotov6.Diagnostic) []string {
	var out []string
	for _, d := range diags {
		if slices.Contains(ownWords, d.Summary) {
			continue
		}
		out = append(out, d.Severity.String()+" "+pathText(d.Attribute)+": "+d.Summary+": "+d.Detail)
	}
	return out
}

func pathTexts(paths []*tftypes.AttributePath) []string {
	var out []string
	for _, p := range paths {
		out = append(out, pathText(p))
	}
	return out
}

// TestSchemaOfTheFramework shows that the schema which is told past the framework is the
// one that it would tell, and has nothing to find fault with.
func TestSchemaOfTheFramework(t *testing.T) {
	want, err := providerserver.NewProtocol6(New("test")())().GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(want.Diagnostics) > 0 {
		t.Fatalf("%v %v", err, want.Diagnostics)
	}
	got, err := NewServer("test").GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for typeName, schema := range want.ResourceSchemas {
		if !reflect.DeepEqual(schema, got.ResourceSchemas[typeName]) { // which is as much quicker as schemas are large
			t.Errorf("%s: -framework +server:\n%s", typeName, cmp.Diff(schema, got.ResourceSchemas[typeName]))
		}
		delete(got.ResourceSchemas, typeName)
	}
	if len(got.ResourceSchemas) > 0 {
		t.Errorf("resources of the server alone: %v", slices.Sorted(maps.Keys(got.ResourceSchemas)))
	}
	want.ResourceSchemas, got.ResourceSchemas = nil, nil
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-framework +server:\n%s", diff)
	}
}
