package source

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

func single(name string, of ...*tfprotov6.SchemaAttribute) *tfprotov6.SchemaAttribute {
	return nested(name, tfprotov6.SchemaObjectNestingModeSingle, of)
}

func nested(name string, mode tfprotov6.SchemaObjectNestingMode, of []*tfprotov6.SchemaAttribute) *tfprotov6.SchemaAttribute {
	return &tfprotov6.SchemaAttribute{Name: name, Optional: true, NestedType: &tfprotov6.SchemaObject{Nesting: mode, Attributes: of}}
}

func plain(name string, of tftypes.Type) *tfprotov6.SchemaAttribute {
	return &tfprotov6.SchemaAttribute{Name: name, Optional: true, Type: of}
}

var (
	text  = plain("name", tftypes.String)
	model = single("model", text, plain("replicas", tftypes.Number))
	// chat has everything that a value can be.
	chat = &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{
		single("metadata", text, plain("labels", tftypes.Map{ElementType: tftypes.String})),
		single("spec", text, model,
			nested("args", tfprotov6.SchemaObjectNestingModeList, []*tfprotov6.SchemaAttribute{text, model}),
			nested("ports", tfprotov6.SchemaObjectNestingModeSet, []*tfprotov6.SchemaAttribute{text}),
			nested("pools", tfprotov6.SchemaObjectNestingModeMap, []*tfprotov6.SchemaAttribute{text, model}),
			plain("typed", tftypes.List{ElementType: tftypes.Object{AttributeTypes: map[string]tftypes.Type{"name": tftypes.String}}}),
			plain("json", tftypes.String), plain("anything", tftypes.DynamicPseudoType), plain("words", tftypes.List{ElementType: tftypes.String}),
		),
		plain("mode", tftypes.String),
	}}
	settings = &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{single("exec", plain("command", tftypes.String)), plain(CheckArgument, tftypes.String)}}
)

func schemas(mode Mode, typeName string) *tfprotov6.SchemaBlock {
	switch {
	case mode == Provider:
		return settings
	case typeName == "inference_chat":
		return chat
	}
	return nil
}

// folder writes files, by their paths.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// read reads files as a client does that has initialised their folder.
func read(t testing.TB, files map[string]string, client Client) *Configuration {
	t.Helper()
	dir := folder(t, files)
	return Read(Origin{Dir: dir, DataDir: filepath.Join(dir, ".terraform"), Provider: "inference", Client: client, Tests: true}, schemas)
}

// told are findings in short: `file:line:column path.name -> nearest`, relative to nothing but the name of the file.
func told(all []Finding) []string {
	out := []string{}
	for _, f := range all {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s:%d:%d %s %s %s", filepath.Base(f.File), f.Line, f.Column, f.Path, f.Name, strings.Join(f.Nearest, ","))))
	}
	return out
}

// TestFollowed has every construct that is followed to the name `nam`, once a case.
func TestFollowed(t *testing.T) {
	for name, tc := range map[string]struct{ config, path string }{
		"object":                {`spec = { nam = 1 }`, "spec"},
		"deeper":                {`spec = { model = { nam = 1 } }`, "spec.model"},
		"quoted key":            {`spec = { "nam" = 1 }`, "spec"},
		"key in parentheses":    {`spec = { ("nam") = 1 }`, "spec"},
		"colon":                 {`spec = { nam : 1 }`, "spec"},
		"list":                  {`spec = { args = [{ name = 1 }, { nam = 1 }] }`, "spec.args[1]"},
		"set":                   {`spec = { ports = [{ nam = 1 }] }`, "spec.ports[0]"},
		"map":                   {`spec = { pools = { a = { nam = 1 } } }`, `spec.pools["a"]`},
		"map, computed key":     {`spec = { pools = { (var.key) = { nam = 1 } } }`, "spec.pools[*]"},
		"attribute of a type":   {`spec = { typed = [{ nam = 1 }] }`, "spec.typed[0]"},
		"parentheses":           {`spec = ({ nam = 1 })`, "spec"},
		"template":              {`spec = "${{ nam = 1 }}"`, "spec"},
		"conditional, true":     {`spec = var.yes ? { nam = 1 } : null`, "spec"},
		"conditional, false":    {`spec = var.yes ? null : { nam = 1 }`, "spec"},
		"for over a list":       {`spec = { args = [for x in var.all : { nam = x }] }`, "spec.args[*]"},
		"for with a condition":  {`spec = { args = [for x in var.all : { nam = x } if x != 1] }`, "spec.args[*]"},
		"for that makes a map":  {`spec = { pools = { for k, x in var.all : k => { nam = x } } }`, "spec.pools[*]"},
		"element of for, index": {`spec = { args = [for x in [[{ nam = 1 }]] : x[0]] }`, "spec.args[*]"},
		"element of for":        {`spec = { args = [for x in [{ nam = 1 }] : x] }`, "spec.args[*]"},
		"part of element":       {`spec = { args = [for k, x in { a = { m = { nam = 1 } } } : x.m] }`, "spec.args[*]"},
		"for within for":        {`spec = { args = flatten([for x in [[{ nam = 1 }]] : [for y in x : y]]) }`, "spec.args[*]"},
		"merge":                 {`spec = merge(var.base, { nam = 1 })`, "spec"},
		"merge, first":          {`spec = merge({ nam = 1 }, var.base)`, "spec"},
		"merge, deeper":         {`spec = merge({ model = { nam = 1 } }, { name = 1 })`, "spec.model"},
		"merge of maps":         {`spec = { pools = merge({ a = { nam = 1 } }, var.pools) }`, "spec.pools[*]"},
		"concat":                {`spec = { args = concat(var.args, [{ nam = 1 }]) }`, "spec.args[*]"},
		"try":                   {`spec = try(var.base.spec, { nam = 1 })`, "spec"},
		"coalesce":              {`spec = coalesce(var.base, { nam = 1 })`, "spec"},
		"coalescelist":          {`spec = { args = coalescelist(var.args, [{ nam = 1 }]) }`, "spec.args[0]"},
		"nonsensitive":          {`spec = nonsensitive({ nam = 1 })`, "spec"},
		"ephemeralasnull":       {`spec = ephemeralasnull({ nam = 1 })`, "spec"},
		"distinct":              {`spec = { args = distinct([{ nam = 1 }]) }`, "spec.args[0]"},
		"reverse":               {`spec = { args = reverse([{ nam = 1 }]) }`, "spec.args[0]"},
		"tomap":                 {`spec = { pools = tomap({ a = { nam = 1 } }) }`, `spec.pools["a"]`},
		"tolist":                {`spec = { args = tolist([{ nam = 1 }]) }`, "spec.args[0]"},
		"toset":                 {`spec = { ports = toset([{ nam = 1 }]) }`, "spec.ports[0]"},
		"setunion":              {`spec = { ports = setunion(var.ports, [{ nam = 1 }]) }`, "spec.ports[*]"},
		"flatten":               {`spec = { args = flatten([[{ nam = 1 }], var.args]) }`, "spec.args[*]"},
		"flatten without lists": {`spec = { args = flatten([{ nam = 1 }]) }`, "spec.args[*]"},
		"values":                {`spec = { args = values({ a = { nam = 1 } }) }`, "spec.args[*]"},
		"one":                   {`spec = one([{ nam = 1 }])`, "spec"},
		"sensitive":             {`spec = sensitive({ nam = 1 })`, "spec"},
		"lookup":                {`spec = lookup({ a = { nam = 1 } }, "a", null)`, "spec"},
		"lookup, default":       {`spec = lookup(var.all, "a", { nam = 1 })`, "spec"},
		"index":                 {`spec = [{}, { nam = 1 }][1]`, "spec"},
		"key":                   {`spec = { a = { nam = 1 } }["a"]`, "spec"},
		"splat":                 {`spec = { args = [{ m = { nam = 1 } }][*].m }`, "spec.args[*]"},
		"splat of all":          {`spec = { args = [{ nam = 1 }][*] }`, "spec.args[*]"},
		"splat, deeper":         {`spec = { args = [{ m = [{ nam = 1 }] }][*].m[0] }`, "spec.args[*]"},
		"old splat":             {`spec = { args = [{ m = { nam = 1 } }].*.m }`, "spec.args[*]"},
		"local":                 {"spec = local.s\n}\nlocals {\n  s = { nam = 1 }", "spec"},
		"local of a local":      {"spec = local.s\n}\nlocals {\n  s = local.t\n  t = { nam = 1 }", "spec"},
		"part of a local":       {"spec = { model = local.s.a[0] }\n}\nlocals {\n  s = { a = [{ nam = 1 }] }", "spec.model"},
		"key of a local":        {"spec = local.s[\"a\"]\n}\nlocals {\n  s = { a = { nam = 1 } }", "spec"},
		"local in a merge":      {"spec = merge(local.s, { name = 1 })\n}\nlocals {\n  s = { nam = 1 }", "spec"},
		"part of a merge":       {"spec = local.s.a\n}\nlocals {\n  s = merge({ a = { nam = 1 } }, { b = {} })", "spec"},
		"each.value":            {"for_each = { x = { nam = 1 } }\nspec = each.value", "spec"},
		"part of each.value":    {"for_each = local.all\nspec = each.value.s\n}\nlocals {\n  all = { x = { s = { nam = 1 } } }", "spec"},
		"null is no value":      {`spec = { nam = null }`, "spec"},
	} {
		t.Run(name, func(t *testing.T) {
			config := "resource \"inference_chat\" \"it\" {\n" + tc.config + "\n}\n"
			before := config[:misspelt.FindStringIndex(config)[0]]
			line := 1 + strings.Count(before, "\n")
			column := len(before) - strings.LastIndex(before, "\n")
			want := []string{fmt.Sprintf("main.tf:%d:%d %s nam name", line, column, tc.path)}
			if diff := cmp.Diff(want, told(read(t, map[string]string{"main.tf": config}, Terraform).All())); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

var misspelt = regexp.MustCompile(`\(?"?\bnam\b"?\)? *[=:]`)

// TestPassedOver has what is not followed, or has names that nobody gives: no finding in any of them.
func TestPassedOver(t *testing.T) {
	for name, config := range map[string]string{
		"known names":             `spec = { name = 1, model = { replicas = 1 }, args = [{ model = { name = 1 } }] }`,
		"variable":                `spec = var.spec`,
		"resource":                `spec = other_thing.it.spec`,
		"module":                  `spec = module.m.spec`,
		"data source":             `spec = data.other_thing.it.spec`,
		"computed key":            `spec = { (var.key) = 1, "${var.key}" = 1 }`,
		"map with free keys":      `metadata = { labels = { nam = "x" } }`,
		"merge of free keys":      `metadata = { labels = merge({ nam = "x" }, local.l) }` + "\n}\nlocals {\n  l = { nam = 1 }",
		"keys of a map":           `spec = { pools = { nam = { name = 1 } } }`,
		"JSON":                    `spec = { json = jsonencode({ nam = 1 }) }`,
		"dynamic type":            `spec = { anything = { nam = 1 } }`,
		"list of words":           `spec = { words = [for x in [{ nam = 1 }] : x.nam] }`,
		"object for another type": `spec = { name = { nam = 1 } }`,
		"decoded":                 `spec = yamldecode("nam: 1")`,
		"file":                    `spec = jsondecode(file("x.json"))`,
		"function of a provider":  `spec = provider::other::make({ nam = 1 })`,
		"object for":              `spec = { for k, v in { nam = 1 } : k => v }`,
		"function that is not":    `spec = { args = slice([{ nam = 1 }], 0, var.n) }`,
		"one of several":          `spec = one([{ nam = 1 }]...)`,
		"no key":                  "spec = local.s[null]\n}\nlocals {\n  s = { a = { nam = 1 } }",
		"splat by a variable":     `spec = { args = [{ a = { nam = 1 } }][*][var.key] }`,
		"spread of a list":        `spec = merge({ nam = 1 }, var.all...)`,
		"whole for_each":          "for_each = { x = { nam = 1 } }\nspec = each",
		"grouping for":            `spec = { pools = { for k, v in { a = { nam = 1 } } : k => v... } }`,
		"argument of the block":   `nam = 1`,
		"argument of Terraform":   `count = 1`,
		"block of Terraform":      "lifecycle {\n  ignore_changes = [spec]\n}",
		"unused local":            "}\nlocals {\n  spec = { nam = 1 }",
		"other part of a local":   "spec = local.s.a\n}\nlocals {\n  s = { a = { name = 1 }, b = { nam = 1 } }",
		"missing local":           "spec = local.s",
		"locals in a circle":      "spec = local.s\n}\nlocals {\n  s = local.t\n  t = local.s",
		"growing circle":          "spec = merge(local.s, local.s)\n}\nlocals {\n  s = merge(local.s, local.s, local.s)",
		"any element":             `spec = { a = { nam = 1 }, b = { name = 1 } }[var.key]`,
		"any local":               "spec = local.s[var.key]\n}\nlocals {\n  s = { a = { nam = 1 } }",
		"any item":                `spec = element([{ nam = 1 }], var.i)`,
		"one of for":              `spec = { for k, v in { spec = { name = 1 }, metadata = { nam = 1 } } : k => v }.spec`,
		"chosen elements":         `spec = { args = [for x in [{ nam = 1 }] : x if x.kind == "arg"] }`,
		"chosen by each":          "for_each = { a = { full = true, s = { nam = 1 } } }\nspec = each.value.full ? { name = each.value.s.nam } : each.value.s",
		"chosen in for":           `spec = { args = [for x in [{ nam = 1 }] : x.plain ? x : { name = x.nam }] }`,
		"chosen for each":         "for_each = { for k, v in { a = { nam = 1 } } : k => v if v.kind == 1 }\nspec = each.value",
		"each without for_each":   `spec = each.value`,
		"hidden name":             `spec = { args = [for local in var.x : local.s] }` + "\n}\nlocals {\n  s = { nam = 1 }",
		"hidden by a key":         `spec = { args = [for x in [{ nam = 1 }] : { model = one([for x, y in var.m : x]) }] }`,
		"replaced by a merge":     `spec = merge({ model = { nam = 1 } }, { model = { name = 1 } })`,
		"replaced in a local":     "spec = local.s.a\n}\nlocals {\n  s = merge({ a = { nam = 1 } }, { a = { name = 1 } })",
		"other resource":          "}\nresource \"inference_other\" \"it\" {\n  spec = { nam = 1 }",
		"other provider":          "}\nresource \"other_chat\" \"it\" {\n  spec = { inference_nam = 1 }",
		"no such position":        `spec = [{ nam = 1 }]`,
		"object for a list":       `spec = { args = { nam = 1 } }`,
		"does not parse":          `spec = { nam = }`,
	} {
		t.Run(name, func(t *testing.T) {
			config = "resource \"inference_chat\" \"it\" {\n" + config + "\n}\n"
			if _, diags := hclsyntax.ParseConfig([]byte(config), "", hcl.InitialPos); diags.HasErrors() != (name == "does not parse") {
				t.Fatal(diags)
			}
			got := read(t, map[string]string{"main.tf": config}, Terraform).All()
			if len(got) > 0 {
				t.Errorf("found %q, want nothing", told(got))
			}
		})
	}
}

const (
	right = "resource \"inference_chat\" \"it\" {\n  spec = { name = 1 }\n}\n"
	wrong = "resource \"inference_chat\" \"it\" {\n  spec = { nam = 1 }\n}\n"
	found = ":2:12 spec nam name"
)

// TestFiles has what lies in a folder, and in which of its files names are found.
func TestFiles(t *testing.T) {
	modules := func(dirs ...string) string {
		var all []string
		for _, dir := range dirs {
			all = append(all, fmt.Sprintf("{\"Key\":%q,\"Source\":%q,\"Dir\":%q}", dir, dir, dir))
		}
		return "{\"Modules\":[" + strings.Join(all, ",") + "]}"
	}
	for name, tc := range map[string]struct {
		files  map[string]string
		client Client
		want   []string
	}{
		"nothing":          {},
		"sorted":           {files: map[string]string{"b.tf": wrong, "a.tf": strings.ReplaceAll(wrong, "it", "at")}, want: []string{"a.tf" + found, "b.tf" + found}},
		"other files":      {files: map[string]string{"a.txt": wrong, ".a.tf": wrong, "a.tf~": wrong, "#a.tf#": wrong, "sub/a.tf": wrong, "tests/a.tf": wrong, ".terragrunt-cache/x/y/a.tf": wrong}},
		"unparsable":       {files: map[string]string{"a.tf": "resource {", "b.tf": wrong}, want: []string{"b.tf" + found}},
		"folder as a file": {files: map[string]string{"a.tf/b.tf": wrong}},
		"local elsewhere": {
			files: map[string]string{"a.tf": "resource \"inference_chat\" \"it\" {\n  spec = local.s\n}\n", "b.tf": "locals {\n  s = { nam = 1 }\n}\n"},
			want:  []string{"b.tf:2:9 spec nam name"},
		},
		"one local, two blocks": {
			files: map[string]string{"a.tf": "resource \"inference_chat\" \"a\" {\n  spec = local.s\n}\nresource \"inference_chat\" \"b\" {\n  spec = { model = local.s }\n}\nlocals {\n  s = { replicas = 1 }\n}\n"},
			want:  []string{"a.tf:8:9 spec replicas"},
		},
		"JSON": {
			files: map[string]string{"a.tf.json": "{\"resource\": {\"inference_chat\": {\"it\": {\n\"//\": 1, \"spec\": {\"//\": \"x\", \"${var.k}\": 1, \"nam\": 1, \"args\": [{\"nam\": 1}]}}}}}"},
			want:  []string{"a.tf.json:2:45 spec nam name", "a.tf.json:2:65 spec.args[0] nam name"},
		},
		"JSON with expressions": {
			files: map[string]string{"a.tf.json": "{\"locals\": {\"s\": {\n\"nam\": 1}},\n\"resource\": {\"inference_chat\": {\"it\": {\"spec\": \"${merge(local.s, {other = 1})}\"}}}}"},
			want:  []string{"a.tf.json:2:1 spec nam name", "a.tf.json:3:67 spec other"},
		},
		"override":            {files: map[string]string{"a.tf": wrong, "a_override.tf": right}},
		"override, wrong":     {files: map[string]string{"a.tf": right, "override.tf": wrong}, want: []string{"override.tf" + found}},
		"override of a local": {files: map[string]string{"a.tf": "resource \"inference_chat\" \"it\" {\n  spec = local.s\n}\nlocals {\n  s = { nam = 1 }\n}\n", "b_override.tf": "locals {\n  s = {}\n}\n"}},
		"tofu, by Terraform":  {files: map[string]string{"a.tf": wrong, "a.tofu": right, "b.tofu": wrong}, client: Terraform, want: []string{"a.tf" + found}},
		"tofu, by OpenTofu":   {files: map[string]string{"a.tf": right, "a.tofu": wrong}, client: OpenTofu, want: []string{"a.tofu" + found}},
		"tofu alone":          {files: map[string]string{"a.tofu": wrong}, client: OpenTofu, want: []string{"a.tofu" + found}},
		"tofu in JSON":        {files: map[string]string{"a.tf.json": "{", "a.tofu.json": "{\"resource\": {\"inference_chat\": {\"it\": {\"spec\": {\n\"nam\": 1}}}}}"}, client: OpenTofu, want: []string{"a.tofu.json:2:1 spec nam name"}},
		"tofu, by either":     {files: map[string]string{"a.tf": wrong, "a.tofu": wrong, "b.tf": strings.ReplaceAll(wrong, "it", "b"), "c.tofu": wrong}, want: []string{"b.tf" + found}},
		"modules": {
			files: map[string]string{".terraform/modules/modules.json": modules("", ".", "m", ".terraform/modules/far", "gone"), "a.tf": right, "m/a.tf": wrong, ".terraform/modules/far/b.tf": wrong, "n/a.tf": wrong},
			want:  []string{"b.tf" + found, "a.tf" + found},
		},
		"module without the provider": {files: map[string]string{".terraform/modules/modules.json": modules("m"), "m/a.tf": strings.ReplaceAll(wrong, "inference", "other")}},
		"broken manifest":             {files: map[string]string{".terraform/modules/modules.json": "{", "a.tf": wrong}, want: []string{"a.tf" + found}},
		"locals of a module": {
			files: map[string]string{".terraform/modules/modules.json": modules("m"), "a.tf": "locals {\n  s = { nam = 1 }\n}\n", "m/a.tf": "resource \"inference_chat\" \"it\" {\n  spec = local.s\n}\n"},
		},
		"data source": {
			files: map[string]string{"a.tf": "data \"inference_chat\" \"it\" {\n  metadata = { nam = 1 }\n}\n"},
			want:  []string{"a.tf:2:16 metadata nam name"},
		},
		"provider block": {
			files: map[string]string{"a.tf": "provider \"inference\" {\n  exec = { comand = 1 }\n}\n"},
			want:  []string{"a.tf:2:12 exec comand command"},
		},
		"provider under another name": {
			files: map[string]string{"a.tf": "terraform {\n  required_providers {\n    llm = { source = \"acme/inference\" }\n    inference = { source = \"acme/other\" }\n  }\n}\nprovider \"llm\" {\n  exec = { comand = 1 }\n}\nprovider \"inference\" {\n  exec = { comand = 1 }\n}\n"},
			want:  []string{"a.tf:8:12 exec comand command"},
		},
		"provider block of a query": {
			files:  map[string]string{"a.tfquery.hcl": "provider \"inference\" {\n  exec = { comand = 1 }\n}\nlist \"inference_chat\" \"it\" {\n  provider = inference\n  config {\n    namespce = \"x\"\n  }\n}\n"},
			client: Terraform, want: []string{"a.tfquery.hcl:2:12 exec comand command"},
		},
		"local of a query": {
			files:  map[string]string{"a.tf": "resource \"inference_chat\" \"it\" {\n  spec = local.s\n}\n", "a.tfquery.json": "{\"locals\": {\"s\": {\n\"nam\": 1}}}"},
			client: Terraform, want: []string{"a.tfquery.json:2:1 spec nam name"},
		},
		"query, by OpenTofu": {files: map[string]string{"a.tfquery.hcl": "provider \"inference\" {\n  exec = { comand = 1 }\n}\n"}, client: OpenTofu},
		"action": {
			files: map[string]string{"a.tf": "action \"inference_scale\" \"it\" {\n  config {\n    nam = 1\n  }\n}\n" + wrong},
			want:  []string{"a.tf:7:12 spec nam name"},
		},
		"terraform_data": {
			files: map[string]string{"a.tf": "resource \"terraform_data\" \"base\" {\n  input = { nam = 1 }\n}\nresource \"inference_chat\" \"it\" {\n  spec = terraform_data.base.output\n}\n"},
		},
		"module of a registry": {
			files: map[string]string{
				".terraform/modules/modules.json": `{"Modules":[{"Key":"","Source":"","Dir":"."},{"Key":"far","Source":"registry.terraform.io/acme/chat/k8s","Version":"1.2.0","Dir":".terraform/modules/far/modules/chat"}]}`,
				"a.tf":                            "module \"far\" {\n  source  = \"acme/chat/k8s//modules/chat\"\n  version = \"1.2.0\"\n}\n",
				".terraform/modules/far/main.tf":  wrong, ".terraform/modules/far/modules/chat/b.tf": wrong,
			},
			want: []string{"b.tf" + found},
		},
		"provider block of a test": {
			files: map[string]string{"a.tftest.hcl": "provider \"inference\" {\n  exec = { comand = 1 }\n}\n"},
			want:  []string{"a.tftest.hcl:2:12 exec comand command"},
		},
		"mocks": {
			files: map[string]string{
				"a.tftest.hcl":       "mock_provider \"inference\" {\n  mock_resource \"inference_chat\" {\n    defaults = { nam = 1, spec = { args = { nam = 1 } } }\n  }\n}\n",
				"tests/b.tftest.hcl": "override_data {\n  target = module.m.data.inference_chat.it\n  values = { metadata = { nam = 1 } }\n}\nrun \"x\" {\n  override_resource {\n    target = inference_chat.it[0]\n    values = { mod = 1 }\n  }\n}\n",
			},
			want: []string{"a.tftest.hcl:3:18  nam", "a.tftest.hcl:3:45 spec.args[*] nam name", "b.tftest.hcl:3:27 metadata nam name", "b.tftest.hcl:8:16  mod mode"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if tc.want == nil {
				tc.want = []string{}
			}
			if diff := cmp.Diff(tc.want, told(read(t, tc.files, tc.client).All())); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCheck has what provider blocks say of the check.
func TestCheck(t *testing.T) {
	const provider = "provider \"inference\" {\n  alias = %q\n  source_check = %s\n}\n"
	for name, tc := range map[string]struct{ config, want string }{
		"nothing":      {"", ""},
		"another":      {"provider \"other\" {\n  source_check = \"off\"\n}\n", ""},
		"error":        {fmt.Sprintf(provider, "a", `"error"`), CheckError},
		"off":          {fmt.Sprintf(provider, "a", `"off"`), CheckOff},
		"the mildest":  {fmt.Sprintf(provider, "a", `"warn"`) + fmt.Sprintf(provider, "b", `"error"`), CheckWarn},
		"not written":  {fmt.Sprintf(provider, "a", `var.check`), CheckWarn},
		"no such word": {fmt.Sprintf(provider, "a", `"never"`), ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := read(t, map[string]string{"main.tf": tc.config}, Terraform).Check(); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// TestOf has blocks that a configured value may come from, and those that it cannot come from.
func TestOf(t *testing.T) {
	typ := (&tfprotov6.Schema{Block: chat}).ValueType().(tftypes.Object)
	of := func(typ tftypes.Object, values map[string]tftypes.Value) tftypes.Value {
		all := map[string]tftypes.Value{}
		for name, inner := range typ.AttributeTypes {
			all[name] = tftypes.NewValue(inner, nil)
			if v, ok := values[name]; ok {
				all[name] = v
			}
		}
		return tftypes.NewValue(typ, all)
	}
	spec := typ.AttributeTypes["spec"].(tftypes.Object)
	inner := spec.AttributeTypes["model"].(tftypes.Object)
	arg := spec.AttributeTypes["args"].(tftypes.List).ElementType.(tftypes.Object)
	args := func(names ...string) tftypes.Value {
		var all []tftypes.Value
		for _, name := range names {
			all = append(all, of(arg, map[string]tftypes.Value{"name": tftypes.NewValue(tftypes.String, name)}))
		}
		return tftypes.NewValue(spec.AttributeTypes["args"], all)
	}
	config := of(typ, map[string]tftypes.Value{
		"mode": tftypes.NewValue(tftypes.String, "direct"),
		"spec": of(spec, map[string]tftypes.Value{
			"name":  tftypes.NewValue(tftypes.String, tftypes.UnknownValue),
			"model": of(inner, map[string]tftypes.Value{"replicas": tftypes.NewValue(tftypes.Number, 2)}),
			"args":  args("a", "b"),
		}),
	})
	const mode, known = "mode = \"direct\"\n", "name = var.name, model = { replicas = 2 }, args = [{ name = \"a\" }, { name = \"b\" }]"
	for name, tc := range map[string]struct {
		block string
		not   bool
	}{
		"the very one":      {block: mode + "spec = { nam = 1, " + known + " }"},
		"all computed":      {block: "mode = var.m\nspec = merge(var.s, { nam = 1 })"},
		"an unknown name":   {block: mode + "spec = { nam = 1, name = \"x\", model = var.m, args = var.a }"},
		"spelled otherwise": {block: mode + "spec = { nam = 1, name = null, model = { replicas = \"2.0\" }, args = var.a }"},
		"computed keys":     {block: mode + "spec = { nam = 1, (var.k) = 1 }"},
		"in parentheses":    {block: mode + "spec = ({ nam = 1, " + known + " })"},
		"an argument less":  {block: "spec = { nam = 1, " + known + " }", not: true},
		"an argument more":  {block: mode + "metadata = {}\nspec = { nam = 1, " + known + " }", not: true},
		"another text":      {block: "mode = \"operator\"\nspec = { nam = 1, " + known + " }", not: true},
		"another number":    {block: mode + "spec = { nam = 1, model = { replicas = 3 }, args = var.a }", not: true},
		"a name less":       {block: mode + "spec = { nam = 1, args = var.a }", not: true},
		"a name more":       {block: mode + "spec = { nam = 1, pools = {}, " + known + " }", not: true},
		"an item less":      {block: mode + "spec = { nam = 1, model = var.m, args = [{ name = \"a\" }] }", not: true},
		"another item":      {block: mode + "spec = { nam = 1, model = var.m, args = [{ name = \"a\" }, { name = \"c\" }] }", not: true},
		"null":              {block: "mode = null\nspec = { nam = 1, " + known + " }", not: true},
	} {
		t.Run(name, func(t *testing.T) {
			block := "resource \"inference_chat\" \"it\" {\n" + tc.block + "\n}\n"
			read := read(t, map[string]string{"main.tf": block}, Terraform)
			if len(read.All()) != 1 {
				t.Fatalf("found %q", told(read.All()))
			}
			got := read.Of(Resource, "inference_chat", config)
			if (len(got) == 0) != tc.not {
				t.Errorf("found %q", told(got))
			}
			if len(got) > 0 && got[0].At.String() != "AttributeName(\"spec\")" {
				t.Errorf("at %s", got[0].At)
			}
			if found := read.Of(Data, "inference_chat", config); len(found) > 0 {
				t.Errorf("found %q for another mode", told(found))
			}
		})
	}
	twice := strings.Repeat("resource \"inference_chat\" \"it\" {\nspec = merge(var.s, { nam = 1 })\nmode = var.m\n}\n", 2)
	got := read(t, map[string]string{"main.tf": twice}, Terraform).Of(Resource, "inference_chat", config)
	if len(got) != 2 || got[0].At != nil || got[1].At != nil {
		t.Errorf("of two blocks that it may be: %q, at %v", told(got), got)
	}
}
