package provider

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/server"
	"github.com/inferops/terraform-provider-inference/internal/source"
)

// TestSourceWalks shows which calls report a name: those before the process has a provider block. A later walk asks again what the
// validation has answered, in the apply of a saved plan of what may be another configuration by then.
func TestSourceWalks(t *testing.T) {
	const config = "provider \"inference\" {\n  exec = { comand = \"x\" }\n}\nresource \"inference_playground\" \"it\" {\n  metadata = { nam = \"x\" }\n}\n"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	schemas := nestedSchemas(t)
	written := func(mode source.Mode, typeName string, names ...string) *tfprotov6.DynamicValue {
		typ := (&tfprotov6.Schema{Block: schemas(mode, typeName)}).ValueType().(tftypes.Object)
		values := map[string]tftypes.Value{}
		for name, inner := range typ.AttributeTypes {
			values[name] = tftypes.NewValue(inner, nil)
			if slices.Contains(names, name) {
				values[name] = tftypes.NewValue(inner, tftypes.UnknownValue)
			}
		}
		value, err := tfprotov6.NewDynamicValue(typ, tftypes.NewValue(typ, values))
		if err != nil {
			t.Fatal(err)
		}
		return &value
	}
	const typeName = "inference_playground"
	block := func(s *server.Server) []*tfprotov6.Diagnostic {
		resp, err := s.ValidateProviderConfig(t.Context(), &tfprotov6.ValidateProviderConfigRequest{Config: written(source.Provider, "", "exec")})
		if err != nil {
			t.Fatal(err)
		}
		return resp.Diagnostics
	}
	resource := func(s *server.Server) []*tfprotov6.Diagnostic {
		resp, err := s.ValidateResourceConfig(t.Context(), &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: written(source.Resource, typeName, "metadata")})
		if err != nil {
			t.Fatal(err)
		}
		return resp.Diagnostics
	}
	names := func(all []*tfprotov6.Diagnostic) int {
		count := 0
		for _, d := range all {
			if d.Summary == "Unknown attribute name" {
				count++
			}
		}
		return count
	}
	began := func() *server.Server {
		return protocolServer("test").Source(source.Origin{Dir: dir, DataDir: dir, Provider: TypeName}, "")
	}
	validation, walk := began(), began()
	if b, r := names(block(validation)), names(resource(validation)); b != 1 || r != 1 {
		t.Errorf("the validation reports %d names of the provider block and %d of the resource, want 1 and 1", b, r)
	}
	if b := names(block(walk)); b != 1 {
		t.Errorf("a later walk reports %d names of the provider block before it is known", b)
	}
	if _, err := walk.ConfigureProvider(t.Context(), &tfprotov6.ConfigureProviderRequest{Config: written(source.Provider, "")}); err != nil {
		t.Fatal(err)
	}
	if b, r := names(block(walk)), names(resource(walk)); b != 0 || r != 0 {
		t.Errorf("a later walk reports %d names of the provider block and %d of the resource, want none", b, r)
	}
}

// TestFlatBlocks holds that the schemas of list and action blocks have no nested attributes: then Terraform itself reports every name
// that they do not have.
func TestFlatBlocks(t *testing.T) {
	resp, err := NewServer("test").GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	flat := func(name string, attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			if a.NestedType != nil || a.Type.Is(tftypes.Object{}) || a.Type.Is(tftypes.DynamicPseudoType) {
				t.Errorf("%s of %s has names of its own, which package source has to check", a.Name, name)
			}
		}
	}
	for name, s := range resp.ListResourceSchemas {
		flat("list "+name, s.Block.Attributes)
	}
	for name, s := range resp.ActionSchemas {
		flat("action "+name, s.Schema.Block.Attributes)
	}
	if len(resp.ListResourceSchemas) == 0 || len(resp.ActionSchemas) == 0 {
		t.Error("there are no lists or no actions")
	}
}
