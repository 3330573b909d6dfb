package source

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// anyChat is a configured value that no block contradicts.
func anyChat() tftypes.Value {
	return tftypes.NewValue((&tfprotov6.Schema{Block: chat}).ValueType(), tftypes.UnknownValue)
}

// attributeAt is a path of names and of indexes.
func attributeAt(steps ...any) *tftypes.AttributePath {
	out := tftypes.NewAttributePath()
	for _, s := range steps {
		switch s := s.(type) {
		case string:
			out = out.WithAttributeName(s)
		case int:
			out = out.WithElementKeyInt(s)
		case path.PathStepElementKeyString:
			out = out.WithElementKeyString(string(s))
		}
	}
	return out
}

// from is where the files of a folder say that a value comes from, in short: `reference (file:line)`.
func from(t *testing.T, files map[string]string, at *tftypes.AttributePath) string {
	t.Helper()
	got, ok := read(t, files, Terraform).From(Resource, "inference_chat", anyChat(), at)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%s (%s:%d)", got.Text, filepath.Base(got.File), got.Line)
}

// TestFrom has what leads to spec.model.name of a block, each over several lines so that the place tells which.
func TestFrom(t *testing.T) {
	atName := attributeAt("spec", "model", "name")
	for name, tc := range map[string]struct {
		config string
		at     *tftypes.AttributePath
		want   string
	}{
		"written":                {config: `spec = { model = { name = "x" } }`},
		"computed":               {config: `spec = { model = { name = lower(var.x) } }` + "\n}\nvariable \"x\" {"},
		"another resource":       {config: "spec = { model = { name = other_thing.x.name } }\n}\nresource \"other_thing\" \"x\" {", want: "other_thing.x.name (main.tf:4)"},
		"value of another":       {config: "spec = { model = { name = other_thing.x.spec.name } }\n}\nresource \"other_thing\" \"x\" {\n  spec = {\n    name = \"x\"\n  }", want: "other_thing.x.spec.name (main.tf:6)"},
		"instance of another":    {config: "spec = { model = { name = other_thing.x[\"a\"].name } }\n}\nresource \"other_thing\" \"x\" {\n  name = \"x\"", want: `other_thing.x["a"].name (main.tf:5)`},
		"another of all":         {config: "spec = other_thing.x.spec\n}\nresource \"other_thing\" \"x\" {\n  spec = { model = {\n    name = \"x\"\n  } }", want: "other_thing.x.spec.model.name (main.tf:6)"},
		"data source":            {config: "spec = data.other_thing.x.spec\n}\ndata \"other_thing\" \"x\" {", want: "data.other_thing.x.spec.model.name (main.tf:4)"},
		"local":                  {config: "spec = local.s\n}\nlocals {\n  s = { model = {\n    name = \"x\"\n  } }", want: "local.s.model.name (main.tf:6)"},
		"local of a local":       {config: "spec = local.s\n}\nlocals {\n  s = { model = local.m }\n  m = {\n    name = \"x\"\n  }", want: "local.m.name (main.tf:7)"},
		"part of a local":        {config: "spec = { model = local.all[\"a b\"][1] }\n}\nlocals {\n  all = { \"a b\" = [{}, {\n    name = \"x\"\n  }] }", want: `local.all["a b"][1].name (main.tf:6)`},
		"local that is computed": {config: "spec = local.s\n}\nlocals {\n  s = yamldecode(file(\"s.yaml\"))", want: "local.s.model.name (main.tf:5)"},
		"local in parentheses":   {config: "spec = (local.s)\n}\nlocals {\n  s = \"${local.t}\"\n  t = { model = { name = \"x\" } }", want: "local.t.model.name (main.tf:6)"},
		"merge, its object":      {config: "spec = merge(local.s, { model = { name = \"x\" } })\n}\nlocals {\n  s = { model = { name = \"y\" } }"},
		"merge, its local":       {config: "spec = merge(local.s, { name = \"x\" })\n}\nlocals {\n  s = { model = { name = \"y\" } }", want: "local.s.model.name (main.tf:5)"},
		"merge with a variable":  {config: "spec = merge(local.s, var.s)\n}\nlocals {\n  s = { model = { name = \"y\" } }\n}\nvariable \"s\" {"},
		"merge with what it may": {config: "spec = merge(local.s, { (var.s) = 1 })\n}\nlocals {\n  s = { model = { name = \"y\" } }\n}\nvariable \"s\" {"},
		"merge in a local":       {config: "spec = local.s\n}\nlocals {\n  s = merge({ model = {\n    name = \"y\"\n  } }, { name = 1 })", want: "local.s.model.name (main.tf:6)"},
		"chosen":                 {config: "spec = var.s ? local.a : local.b\n}\nvariable \"s\" {}\nlocals {\n  a = {}\n  b = {}"},
		"chosen in a local":      {config: "spec = local.s\n}\nlocals {\n  s = var.s ? {} : null", want: "local.s.model.name (main.tf:5)"},
		"any element":            {config: "spec = local.all[var.k]\n}\nlocals {\n  all = {}"},
		"variable":               {config: "spec = { model = { name = var.x } }\n}\nvariable \"x\" {", want: "var.x (main.tf:4)"},
		"missing variable":       {config: "spec = { model = { name = var.x } }"},
		"each":                   {config: "for_each = toset([\"a\"])\nspec = { model = { name = each.value } }", want: "each.value (main.tf:2)"},
		"part of each":           {config: "for_each = local.all\nspec = each.value\n}\nlocals {\n  all = {}", want: "each.value.model.name (main.tf:2)"},
		"each without for_each":  {config: "spec = each.value"},
		"element of for":         {config: "spec = one([for s in local.all : s])\n}\nlocals {\n  all = []"},
		"locals in a circle":     {config: "spec = local.s\n}\nlocals {\n  s = local.t\n  t = local.s", want: "local"},
		"no such attribute":      {config: "metadata = local.s"},
		"other part":             {config: "spec = { name = local.s, model = { name = \"x\" } }\n}\nlocals {\n  s = \"x\""},
		"item of a list":         {config: "spec = { args = [{}, local.s] }\n}\nlocals {\n  s = { name = \"x\" }", at: attributeAt("spec", "args", 1, "name"), want: "local.s.name (main.tf:5)"},
		"other item":             {config: "spec = { args = [{}, local.s] }\n}\nlocals {\n  s = { name = \"x\" }", at: attributeAt("spec", "args", 0, "name")},
		"entry of a map":         {config: "spec = { pools = { \"a.b\" = local.s } }\n}\nlocals {\n  s = { name = \"x\" }", at: attributeAt("spec", "pools", path.PathStepElementKeyString("a.b"), "name"), want: "local.s.name (main.tf:5)"},
		"whole":                  {config: "spec = local.s\n}\nlocals {\n  s = {}", at: attributeAt("spec"), want: "local.s (main.tf:5)"},
		"whole of the block":     {config: "spec = local.s\n}\nlocals {\n  s = {}", at: attributeAt()},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.at == nil {
				tc.at = atName
			}
			got := from(t, map[string]string{"main.tf": "resource \"inference_chat\" \"it\" {\n" + tc.config + "\n}\n"}, tc.at)
			if got != tc.want && (name != "locals in a circle" || !strings.HasPrefix(got, tc.want)) {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// TestFromModules has values that come into a module and out of one.
func TestFromModules(t *testing.T) {
	const (
		manifest = `{"Modules":[{"Key":"","Dir":"."},{"Key":"m","Dir":"m"},{"Key":"m.n","Dir":"n"}]}`
		inner    = "variable \"s\" {}\nresource \"inference_chat\" \"it\" {\n  spec = var.s\n}\n"
		named    = "locals {\n  s = {\n    model = {\n      name = \"x\"\n    }\n  }\n}\n"
	)
	at := attributeAt("spec", "model", "name")
	for name, tc := range map[string]struct {
		files map[string]string
		want  string
	}{
		"argument": {
			files: map[string]string{".terraform/modules/modules.json": manifest, "a.tf": "module \"m\" {\n  source = \"./m\"\n  s = { model = {\n    name = \"x\"\n  } }\n}\n", "m/b.tf": inner},
			want:  "var.s.model.name (a.tf:4)",
		},
		"local of the caller": {
			files: map[string]string{".terraform/modules/modules.json": manifest, "a.tf": "module \"m\" {\n  source = \"./m\"\n  s = local.s\n}\n", "c.tf": named, "m/b.tf": inner},
			want:  "local.s.model.name (c.tf:4)",
		},
		"through two modules": {
			files: map[string]string{
				".terraform/modules/modules.json": manifest, "a.tf": "module \"m\" {\n  source = \"./m\"\n  t = local.s\n}\n", "c.tf": named,
				"m/m.tf": "variable \"t\" {}\nmodule \"n\" {\n  source = \"../n\"\n  s = var.t\n}\n", "n/n.tf": inner,
			},
			want: "local.s.model.name (c.tf:4)",
		},
		"default": {
			files: map[string]string{".terraform/modules/modules.json": manifest, "a.tf": "module \"m\" {\n  source = \"./m\"\n}\n", "m/b.tf": inner},
			want:  "var.s.model.name (b.tf:1)",
		},
		"called twice": {
			files: map[string]string{
				".terraform/modules/modules.json": `{"Modules":[{"Key":"m","Dir":"m"},{"Key":"o","Dir":"m"}]}`,
				"a.tf":                            "module \"m\" {\n  source = \"./m\"\n  s = { model = { name = \"x\" } }\n}\nmodule \"o\" {\n  source = \"./m\"\n  s = { model = { name = \"y\" } }\n}\n", "m/b.tf": inner,
			},
			want: "var.s.model.name (b.tf:1)",
		},
		"output": {
			files: map[string]string{
				".terraform/modules/modules.json": manifest, "m/m.tf": "output \"s\" {\n  value = { model = {\n    name = \"x\"\n  } }\n}\n",
				"a.tf": "module \"m\" {\n  source = \"./m\"\n}\nresource \"inference_chat\" \"it\" {\n  spec = module.m.s\n}\n",
			},
			want: "module.m.s.model.name (m.tf:3)",
		},
		"output of an unknown folder": {
			files: map[string]string{"a.tf": "module \"m\" {\n  source = \"./m\"\n}\nresource \"inference_chat\" \"it\" {\n  spec = module.m[0].s\n}\n"},
			want:  "module.m[0].s.model.name (a.tf:1)",
		},
		"two blocks that disagree": {
			files: map[string]string{"a.tf": named, "b.tf": "resource \"inference_chat\" \"a\" {\n  spec = local.s\n}\nresource \"inference_chat\" \"b\" {\n  spec = {}\n}\n"},
		},
		"two blocks that agree": {
			files: map[string]string{"a.tf": named, "b.tf": "resource \"inference_chat\" \"a\" {\n  spec = local.s\n}\nresource \"inference_chat\" \"b\" {\n  spec = local.s\n}\n"},
			want:  "local.s.model.name (a.tf:4)",
		},
		"JSON": {
			files: map[string]string{"a.tf": named, "b.tf.json": `{"resource": {"inference_chat": {"it": {"spec": "${local.s}"}}}}`},
			want:  "local.s.model.name (a.tf:4)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := from(t, tc.files, at); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}
