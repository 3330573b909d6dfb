package source

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// TestCandidates has the blocks that are compared with a value: those of another text are left out without a comparison, and no
// block is that a comparison would not leave out.
func TestCandidates(t *testing.T) {
	config := ""
	for i, metadata := range []string{
		`{ name = "a" }`, `{ name = "b" }`, `{ name = "c" }`, `{ name = var.x }`, `{ name = null }`, `var.metadata`, `merge({ name = "b" }, {})`, `{ "name" = "b" }`, `{}`, `null`,
	} {
		config += fmt.Sprintf("resource \"inference_chat\" \"r%d\" {\n  mode = \"direct\"\n  metadata = %s\n}\n", i, metadata)
	}
	read := read(t, map[string]string{"main.tf": config + "resource \"inference_chat\" \"r10\" {\n}\n"}, Terraform)
	typ := (&tfprotov6.Schema{Block: chat}).ValueType().(tftypes.Object)
	inner := typ.AttributeTypes["metadata"].(tftypes.Object)
	of := func(metadata any) tftypes.Value {
		all := map[string]tftypes.Value{}
		for name, kind := range typ.AttributeTypes {
			all[name] = tftypes.NewValue(kind, nil)
		}
		all["mode"] = tftypes.NewValue(tftypes.String, "direct")
		all["metadata"] = tftypes.NewValue(inner, metadata)
		return tftypes.NewValue(typ, all)
	}
	named := func(name any) any {
		return map[string]tftypes.Value{"name": tftypes.NewValue(tftypes.String, name), "labels": tftypes.NewValue(inner.AttributeTypes["labels"], nil)}
	}
	sorted := read.typed()[key{Resource, "inference_chat"}]
	if want := []string{"metadata", "name"}; !slices.Equal(sorted.path, want) {
		t.Fatalf("blocks are sorted by %q, want %q", sorted.path, want)
	}
	for name, tc := range map[string]struct {
		config   tftypes.Value
		compared int
	}{
		"a name":           {of(named("b")), 9},
		"no block's name":  {of(named("z")), 7},
		"a name to come":   {of(named(tftypes.UnknownValue)), 11},
		"no name":          {of(named(nil)), 11},
		"no metadata":      {of(nil), 11},
		"metadata to come": {of(tftypes.UnknownValue), 11},
	} {
		t.Run(name, func(t *testing.T) {
			if compared := len(sorted.that(tc.config)); compared != tc.compared {
				t.Errorf("%d blocks are compared, want %d", compared, tc.compared)
			}
			addresses := func(all []*block) []string {
				var out []string
				for _, b := range all {
					out = append(out, b.address())
				}
				return out
			}
			all := slices.DeleteFunc(slices.Clone(read.blocks), func(b *block) bool { return b.contradicts(tc.config) })
			if diff := cmp.Diff(addresses(all), addresses(read.candidates(Resource, "inference_chat", tc.config))); diff != "" {
				t.Errorf("candidates (-without the order by text +with it):\n%s", diff)
			}
		})
	}
}
