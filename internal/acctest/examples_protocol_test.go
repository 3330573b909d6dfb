//go:build unix

package acctest_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclparse"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// exampleBlock parses the one block of an example that the CLI at hand may be too old for.
func exampleBlock(t *testing.T, file, kind string) *hclsyntax.Block {
	t.Helper()
	parsed, diags := hclparse.NewParser().ParseHCLFile(file)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	body, ok := parsed.Body.(*hclsyntax.Body)
	if !ok || len(body.Blocks) != 1 || len(body.Attributes) != 0 || body.Blocks[0].Type != kind {
		t.Fatalf("%s is not one %s block", file, kind)
	}
	return body.Blocks[0]
}

// texts are attributes that are strings.
func texts(t *testing.T, of map[string]hcl.Expression) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name, expression := range of {
		value, diags := expression.Value(nil)
		if diags.HasErrors() || value.Type() != cty.String {
			t.Fatalf("%s is no text: %v", name, diags)
		}
		out[name] = value.AsString()
	}
	return out
}

// expectIdentityImport imports the live object by the identity of import-by-identity.tf, as Terraform 1.12
// does, and finds what the import of its ID leads to.
func expectIdentityImport(t *testing.T, l *lister, folder, address, id string) {
	t.Helper()
	typeName := filepath.Base(folder)
	block := exampleBlock(t, filepath.Join(folder, "import-by-identity.tf"), "import")
	to, diags := hcl.AbsTraversalForExpr(block.Body.Attributes["to"].Expr)
	if diags.HasErrors() || len(to) != 2 || to.RootName()+"."+to[1].(hcl.TraverseAttr).Name != address {
		t.Errorf("the import by identity is of another resource than %s: %v", address, diags)
	}
	value, diags := block.Body.Attributes["identity"].Expr.Value(nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	schemas, err := l.GetResourceIdentitySchemas(t.Context(), &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		t.Fatal(err)
	}
	attributes, fields := map[string]tftypes.Type{}, map[string]tftypes.Value{}
	known := map[string]bool{}
	for _, a := range schemas.IdentitySchemas[typeName].IdentityAttributes {
		known[a.Name], attributes[a.Name], fields[a.Name] = true, a.Type, tftypes.NewValue(a.Type, nil)
		if a.RequiredForImport && !value.Type().HasAttribute(a.Name) {
			t.Errorf("the identity has no %s", a.Name)
		}
	}
	for name, part := range value.AsValueMap() {
		if !known[name] {
			t.Fatalf("%s has no identity attribute %s", typeName, name)
		}
		fields[name] = tftypes.NewValue(tftypes.String, part.AsString())
	}
	object := tftypes.Object{AttributeTypes: attributes}
	encoded, err := tfprotov6.NewDynamicValue(object, tftypes.NewValue(object, fields))
	if err != nil {
		t.Fatal(err)
	}
	var diff []tftypes.ValueDiff
	err = wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
		byIdentity := l.importedBy(t, &tfprotov6.ImportResourceStateRequest{TypeName: typeName, Identity: &tfprotov6.ResourceIdentityData{IdentityData: &encoded}})
		var err error
		diff, err = byIdentity.Diff(l.imported(t, typeName, id))
		return len(diff) == 0, err
	})
	if err != nil {
		t.Errorf("the import by identity differs from that of %s: %v %v", id, diff, err)
	}
}

// expectListed lists as list-resource.tfquery.hcl says, as Terraform 1.14 does, and finds the live object.
// Further examples of a type are checked against its schema.
func expectListed(t *testing.T, c *acctest.Cluster, l *lister, typeName, id string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(acctest.Root(t), "examples", "list-resources", typeName, "*.tfquery.hcl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there is no example of a list of %s: %v", typeName, err)
	}
	for _, file := range files {
		block := exampleBlock(t, file, "list")
		if block.Labels[0] != typeName {
			t.Errorf("%s lists %s", file, block.Labels[0])
		}
		meta := slices.Sorted(maps.Keys(block.Body.Attributes))
		for _, name := range meta {
			if !slices.Contains([]string{"provider", "limit", "include_resource"}, name) {
				t.Errorf("%s: a list block has no %s", file, name)
			}
		}
		config := map[string]any{}
		for _, inner := range block.Body.Blocks {
			expressions := map[string]hcl.Expression{}
			for name, a := range inner.Body.Attributes {
				expressions[name] = a.Expr
			}
			for name, text := range texts(t, expressions) {
				config[name] = text
			}
		}
		resp, err := l.ValidateListResourceConfig(t.Context(), &tfprotov6.ValidateListResourceConfigRequest{TypeName: typeName, Config: jsonValue(t, config)})
		if err != nil || len(resp.Diagnostics) > 0 {
			t.Errorf("%s: %v %v", file, err, resp)
			continue
		}
		if filepath.Base(file) != "list-resource.tfquery.hcl" {
			continue
		}
		if listed := slices.Sorted(maps.Keys(l.list(t, typeName, config, 100, false))); !slices.Contains(listed, id) {
			t.Errorf("%s does not find %s of %s (-want +got):\n%s", file, id, c.Kubeconfig, cmp.Diff([]string{id}, listed))
		}
	}
}
