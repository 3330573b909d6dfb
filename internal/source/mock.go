package source

import (
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// testFolder is where clients look for tests beside the root module.
const testFolder = "tests"

var (
	tested = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "provider", LabelNames: []string{"name"}},
		{Type: "mock_provider", LabelNames: []string{"name"}},
		{Type: "run", LabelNames: []string{"name"}},
		{Type: "mock_resource", LabelNames: []string{"type"}},
		{Type: "mock_data", LabelNames: []string{"type"}},
		{Type: "override_resource"},
		{Type: "override_data"},
	}}
	replacement = &hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: "target"}, {Name: "defaults"}, {Name: "values"}}}
)

// tests are the blocks of the tests of a folder: provider blocks, under the names of the provider, and mocks, which replace
// computed values.
func (o Origin) tests(of *module, dir string, names map[string]bool) []*block {
	var out []*block
	for _, folder := range []string{dir, filepath.Join(dir, testFolder)} {
		m := &module{bodies: map[*file]hcl.Body{}, locals: func() map[string]hcl.Expression { return nil }}
		for _, f := range o.files(folder, test) {
			if f.mentions(o.Provider) {
				out = append(out, o.testsOf(m, m.body(f), names)...)
			}
		}
		of.unread = append(of.unread, m.unread...)
	}
	return out
}

func (o Origin) testsOf(m *module, body hcl.Body, names map[string]bool) []*block {
	var out []*block
	content, _, _ := body.PartialContent(tested)
	for _, b := range content.Blocks {
		within, _, _ := b.Body.PartialContent(replacement)
		declared := &block{mode: Resource, module: m}
		switch b.Type {
		case "provider":
			if configured := newBlock(b, m, o.Provider, names); configured != nil {
				out = append(out, configured)
			}
			continue
		case "mock_provider", "run":
			out = append(out, o.testsOf(m, b.Body, names)...)
			continue
		case "mock_data", "mock_resource":
			declared.typeName, declared.name = b.Labels[0], b.Type+"."+b.Labels[0]
		default:
			target, ok := within.Attributes["target"]
			if !ok {
				continue
			}
			declared.typeName, declared.name = targetType(target.Expr), b.Type
		}
		if strings.HasSuffix(b.Type, "_data") {
			declared.mode = Data
		}
		for _, name := range []string{"defaults", "values"} {
			if attribute, ok := within.Attributes[name]; ok && strings.HasPrefix(declared.typeName, o.Provider+"_") {
				declared.mock = attribute.Expr
				out = append(out, declared)
			}
		}
	}
	return out
}

// targetType is the type of the resource that an address leads to, as in module.a["x"].data.inference_service.chat[0].
func targetType(address hcl.Expression) string {
	traversal, diags := hcl.AbsTraversalForExpr(address)
	if diags.HasErrors() {
		return ""
	}
	var names []string
	for _, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			names = append(names, step.Name)
		case hcl.TraverseAttr:
			names = append(names, step.Name)
		}
	}
	for len(names) > 2 && names[0] == "module" {
		names = names[2:]
	}
	if len(names) > 1 && names[0] == "data" {
		names = names[1:]
	}
	if len(names) != 2 {
		return ""
	}
	return names[0]
}
