package engine_test

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	dschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	rschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"google.golang.org/protobuf/proto"

	"github.com/inferops/terraform-provider-inference/internal/engine"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/surface"
)

// The budget: every attribute costs time in every request about a resource.
const (
	maxKindAttributes = 4_000
	maxAttributes     = 24_000
	maxSchemaBytes    = 8 << 20
)

// reserved are the names that Terraform keeps for itself in resource and data blocks.
var reserved = []string{"connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"}

func resourceSchemas(t *testing.T) map[string]rschema.Schema {
	t.Helper()
	out := map[string]rschema.Schema{}
	for _, k := range provider.Kinds() {
		var resp resource.SchemaResponse
		engine.NewResource(k, nil)().Schema(t.Context(), resource.SchemaRequest{}, &resp)
		if diags := resp.Schema.ValidateImplementation(t.Context()); diags.HasError() {
			t.Errorf("%s: %v", k.TypeName, diags)
		}
		out[k.TypeName] = resp.Schema
	}
	return out
}

func dataSourceSchemas(t *testing.T) map[string]dschema.Schema {
	t.Helper()
	out := map[string]dschema.Schema{}
	for _, k := range kinds.WithCustomResource(provider.Kinds()) {
		var resp datasource.SchemaResponse
		surface.NewDataSource(k)().Schema(t.Context(), datasource.SchemaRequest{}, &resp)
		if diags := resp.Schema.ValidateImplementation(t.Context()); diags.HasError() {
			t.Errorf("%s: %v", k.TypeName, diags)
		}
		out[k.TypeName] = resp.Schema
	}
	return out
}

// TestSchemas shows that every schema passes the framework's own checks, has no reserved name
// at its root, and describes every attribute.
func TestSchemas(t *testing.T) {
	for name, s := range resourceSchemas(t) {
		checkNames(t, "resource "+name, slices.Collect(maps.Keys(s.Attributes)))
		for attribute, a := range s.Attributes {
			checkDescribed(t, name+"."+attribute, a)
		}
	}
	for name, s := range dataSourceSchemas(t) {
		checkNames(t, "data source "+name, slices.Collect(maps.Keys(s.Attributes)))
		for attribute, a := range s.Attributes {
			checkDescribed(t, name+"."+attribute, a)
		}
	}
}

func checkNames(t *testing.T, what string, names []string) {
	t.Helper()
	for _, name := range names {
		if slices.Contains(reserved, name) {
			t.Errorf("%s: Terraform keeps the name %s for itself", what, name)
		}
	}
}

func checkDescribed(t *testing.T, at string, a interface{ GetMarkdownDescription() string }) {
	t.Helper()
	if a.GetMarkdownDescription() == "" {
		t.Errorf("%s has no description", at)
	}
}

// TestReadyMadeTypes shows that the types which nested attributes carry, so that the
// framework need not compute them over and over, are those that it would compute.
func TestReadyMadeTypes(t *testing.T) {
	compared := 0
	compare := func(at string, made, computed attr.Type) {
		compared++
		if !made.Equal(computed) {
			t.Errorf("%s carries the type %s, and the framework computes %s", at, made, computed)
		}
	}
	for name, s := range resourceSchemas(t) {
		for attribute, a := range s.Attributes {
			compareResourceType(name+"."+attribute, a, compare)
		}
	}
	for name, s := range dataSourceSchemas(t) {
		for attribute, a := range s.Attributes {
			compareDataSourceType("data "+name+"."+attribute, a, compare)
		}
	}
	if compared < 500 {
		t.Errorf("only %d nested attributes were compared", compared)
	}
}

func compareResourceType(at string, a rschema.Attribute, compare func(at string, made, computed attr.Type)) {
	below := map[string]rschema.Attribute{}
	switch a := a.(type) {
	case rschema.SingleNestedAttribute:
		plain := a
		plain.CustomType, below = nil, a.Attributes
		compare(at, a.GetType(), plain.GetType())
	case rschema.ListNestedAttribute:
		plain := a
		plain.CustomType, plain.NestedObject.CustomType, below = nil, nil, a.NestedObject.Attributes
		compare(at, a.GetType(), plain.GetType())
	case rschema.MapNestedAttribute:
		plain := a
		plain.CustomType, plain.NestedObject.CustomType, below = nil, nil, a.NestedObject.Attributes
		compare(at, a.GetType(), plain.GetType())
	}
	for name, a := range below {
		compareResourceType(at+"."+name, a, compare)
	}
}

func compareDataSourceType(at string, a dschema.Attribute, compare func(at string, made, computed attr.Type)) {
	below := map[string]dschema.Attribute{}
	switch a := a.(type) {
	case dschema.SingleNestedAttribute:
		plain := a
		plain.CustomType, below = nil, a.Attributes
		compare(at, a.GetType(), plain.GetType())
	case dschema.ListNestedAttribute:
		plain := a
		plain.CustomType, plain.NestedObject.CustomType, below = nil, nil, a.NestedObject.Attributes
		compare(at, a.GetType(), plain.GetType())
	case dschema.MapNestedAttribute:
		plain := a
		plain.CustomType, plain.NestedObject.CustomType, below = nil, nil, a.NestedObject.Attributes
		compare(at, a.GetType(), plain.GetType())
	}
	for name, a := range below {
		compareDataSourceType(at+"."+name, a, compare)
	}
}

// TestSchemaBudget holds the provider's schema to its budget and logs what it takes.
func TestSchemaBudget(t *testing.T) {
	server := providerserver.NewProtocol6(provider.New("test")())()
	schemas, err := server.GetProviderSchema(t.Context(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil || len(schemas.Diagnostics) > 0 {
		t.Fatalf("%v %v", err, schemas.Diagnostics)
	}
	total := countBlock(schemas.Provider.Block)
	for name, s := range schemas.ResourceSchemas {
		kind, inDataSource := countBlock(s.Block), 0
		if source, served := schemas.DataSourceSchemas[name]; served {
			inDataSource = countBlock(source.Block)
		}
		kind += inDataSource
		total += kind
		t.Logf("%s: %d attributes, %d of them in the data source", name, kind, inDataSource)
		if kind > maxKindAttributes {
			t.Errorf("%s has %d attributes, and the budget is %d", name, kind, maxKindAttributes)
		}
	}
	size := wireSize(t, server)
	t.Logf("in all: %d attributes, %d bytes on the wire", total, size)
	if total > maxAttributes {
		t.Errorf("%d attributes in all, and the budget is %d", total, maxAttributes)
	}
	if size > maxSchemaBytes {
		t.Errorf("%d bytes on the wire, and the budget is %d", size, maxSchemaBytes)
	}
}

func countBlock(b *tfprotov6.SchemaBlock) int {
	return countAttributes(b.Attributes)
}

func countAttributes(attributes []*tfprotov6.SchemaAttribute) int {
	n := len(attributes)
	for _, a := range attributes {
		if a.NestedType != nil {
			n += countAttributes(a.NestedType.Attributes)
		}
	}
	return n
}

// wireSize is the size of the answer to GetProviderSchema as it is sent. The types of
// the messages are private to terraform-plugin-go, so they are found by reflection.
func wireSize(t *testing.T, server tfprotov6.ProviderServer) int {
	t.Helper()
	t.Setenv("TF_LOG_SDK", "off")
	t.Setenv("TF_LOG_SDK_PROTO", "off")
	call := reflect.ValueOf(tf6server.New("inference", server)).MethodByName("GetProviderSchema")
	request := reflect.New(call.Type().In(1).Elem())
	out := call.Call([]reflect.Value{reflect.ValueOf(context.Background()), request})
	if err, failed := out[1].Interface().(error); failed {
		t.Fatal(err)
	}
	message, ok := out[0].Interface().(proto.Message)
	if !ok {
		t.Fatalf("the answer is a %s", out[0].Type())
	}
	return proto.Size(message)
}
