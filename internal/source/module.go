package source

import (
	"bytes"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/json"
)

// module is what is of interest in a folder.
type module struct {
	// keys are the names under which it is called, that of a call within another's behind a dot; "" is the root.
	keys   []string
	files  []*file
	bodies map[*file]hcl.Body
	blocks []*block
	locals func() map[string]hcl.Expression
	// unread has a sentence for each file that cannot be parsed.
	unread []string
}

// block is one that may have a schema of the provider.
type block struct {
	mode           Mode
	typeName, name string
	attributes     hcl.Attributes
	// mock is the object that a test has in the place of computed values, in a block that is one of those.
	mock     hcl.Expression
	module   *module
	shape    *shape
	findings []Finding
}

// address is how a configuration refers to the block.
func (b *block) address() string {
	switch {
	case b.mock != nil:
		return b.name
	case b.mode == Resource:
		return b.typeName + "." + b.name
	case b.mode == Provider:
		return "provider." + b.name
	default:
		return string(b.mode) + "." + b.typeName + "." + b.name
	}
}

// scope is what names mean in the arguments of the block.
func (b *block) scope() *scope { return scopeOf(b.module, b.attributes) }

// scopeOf is what names mean in the arguments of a block of a module.
func scopeOf(m *module, arguments hcl.Attributes) *scope {
	out := &scope{module: m}
	if forEach, ok := arguments["for_each"]; ok {
		out.each = &value{forEach.Expr, &scope{module: m}}
	}
	return out
}

// wanted are the blocks that are looked at. Everything else in a file is left alone.
var wanted = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "resource", LabelNames: []string{"type", "name"}},
	{Type: "data", LabelNames: []string{"type", "name"}},
	{Type: "provider", LabelNames: []string{"name"}},
	{Type: "module", LabelNames: []string{"name"}},
	{Type: "variable", LabelNames: []string{"name"}},
	{Type: "output", LabelNames: []string{"name"}},
	{Type: "locals"},
	{Type: "terraform"},
}}

// module reads a folder. Files in which the provider is not mentioned are parsed when a local is asked for that may be there.
func (o Origin) module(dir string) *module {
	m := &module{bodies: map[*file]hcl.Body{}}
	m.files = o.files(dir, configuration, query)
	m.locals = sync.OnceValue(m.readLocals)
	m.parseAhead(o.Provider)
	names := m.providerNames(o.Provider)
	for _, f := range m.files {
		if !f.mentions(o.Provider) {
			continue
		}
		for _, b := range m.content(f).Blocks {
			if declared := newBlock(b, m, o.Provider, names); declared != nil {
				m.declare(declared, f.override)
			}
		}
	}
	if o.Tests {
		m.blocks = append(m.blocks, o.tests(m, dir, names)...)
	}
	return m
}

// declare adds a block. One of an override replaces arguments of the block that it overrides.
func (m *module) declare(b *block, override bool) {
	if override {
		for _, base := range m.blocks {
			if base.mode == b.mode && base.typeName == b.typeName && base.name == b.name {
				maps.Copy(base.attributes, b.attributes)
				return
			}
		}
	}
	m.blocks = append(m.blocks, b)
}

// newBlock is nil for a block that cannot be of the provider.
func newBlock(b *hcl.Block, m *module, provider string, names map[string]bool) *block {
	out := &block{mode: Mode(b.Type), module: m}
	switch out.mode {
	case Provider:
		if !names[b.Labels[0]] {
			return nil
		}
		out.name = b.Labels[0]
	case Resource, Data:
		out.typeName, out.name = b.Labels[0], b.Labels[1]
		if !strings.HasPrefix(out.typeName, provider+"_") {
			return nil
		}
	default:
		return nil
	}
	out.attributes, _ = b.Body.JustAttributes()
	if alias, ok := out.attributes["alias"]; ok && out.mode == Provider {
		text, _ := literalText(alias.Expr)
		out.name += "." + text
	}
	return out
}

// content are the blocks of a file, none when it cannot be parsed.
func (m *module) content(f *file) *hcl.BodyContent {
	content, _, _ := m.body(f).PartialContent(wanted)
	return content
}

// body is that of a file, which is parsed once.
func (m *module) body(f *file) hcl.Body {
	if _, ok := m.bodies[f]; !ok {
		body, unread := f.parse()
		m.parsed(f, body, unread)
	}
	return m.bodies[f]
}

// parsed keeps what a file is.
func (m *module) parsed(f *file, body hcl.Body, unread string) {
	m.bodies[f] = body
	if unread != "" {
		m.unread = append(m.unread, unread)
	}
}

// parseAhead parses the files that mention the provider, as many at a time as there are processors: that is most of what a large
// folder costs.
func (m *module) parseAhead(provider string) {
	var ahead []*file
	for _, f := range m.files {
		if f.mentions(provider) {
			ahead = append(ahead, f)
		}
	}
	bodies, unread := make([]hcl.Body, len(ahead)), make([]string, len(ahead))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(ahead)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(ahead)); i = next.Add(1) - 1 {
				bodies[i], unread[i] = ahead[i].parse()
			}
		})
	}
	workers.Wait()
	for i, f := range ahead {
		m.parsed(f, bodies[i], unread[i])
	}
}

// declared is the block of a type with the labels, nil where there is none.
func (m *module) declared(blockType string, labels ...string) *hcl.Block {
	for _, f := range m.files {
		if !bytes.Contains(f.text, []byte(labels[len(labels)-1])) {
			continue
		}
		for _, b := range m.content(f).Blocks.OfType(blockType) {
			if slices.Equal(b.Labels, labels) {
				return b
			}
		}
	}
	return nil
}

// parse is the body of a file, an empty one with a sentence that says why where it cannot be parsed.
func (f *file) parse() (body hcl.Body, unread string) {
	var (
		parsed *hcl.File
		diags  hcl.Diagnostics
	)
	if f.json {
		parsed, diags = json.Parse(f.text, f.path)
	} else {
		parsed, diags = hclsyntax.ParseConfig(f.text, f.path, hcl.InitialPos)
	}
	if diags.HasErrors() {
		return hcl.EmptyBody(), diags[0].Error()
	}
	return parsed.Body, ""
}

func (m *module) readLocals() map[string]hcl.Expression {
	out := map[string]hcl.Expression{}
	for _, f := range m.files {
		if !bytes.Contains(f.text, []byte("locals")) {
			continue
		}
		for _, b := range m.content(f).Blocks.OfType("locals") {
			attributes, _ := b.Body.JustAttributes()
			for name, attribute := range attributes {
				out[name] = attribute.Expr
			}
		}
	}
	return out
}

// providerNames are the local names of the provider: its own, unless that is another provider's, and those that its
// requirement gives it.
func (m *module) providerNames(provider string) map[string]bool {
	out := map[string]bool{provider: true}
	for _, f := range m.files {
		if !bytes.Contains(f.text, []byte("required_providers")) || !f.mentions(provider) {
			continue
		}
		for _, b := range m.content(f).Blocks.OfType("terraform") {
			content, _, _ := b.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "required_providers"}}})
			for _, required := range content.Blocks {
				attributes, _ := required.Body.JustAttributes()
				for name, attribute := range attributes {
					if source, ok := sourceOf(attribute.Expr); ok {
						out[name] = source == provider || strings.HasSuffix(source, "/"+provider)
					}
				}
			}
		}
	}
	return out
}

// sourceOf is the source of a requirement, false where it names none.
func sourceOf(requirement hcl.Expression) (string, bool) {
	pairs, diags := hcl.ExprMap(requirement)
	if diags.HasErrors() {
		return "", false
	}
	for _, pair := range pairs {
		if name, ok := keyOf(pair.Key); ok && name == "source" {
			return literalText(pair.Value)
		}
	}
	return "", false
}

// calls are the sources of the modules that a module calls.
func (m *module) calls() []string {
	var out []string
	for _, f := range m.files {
		if !bytes.Contains(f.text, []byte("module")) {
			continue
		}
		for _, b := range m.content(f).Blocks.OfType("module") {
			attributes, _ := b.Body.JustAttributes()
			if source, ok := attributes["source"]; ok {
				if text, ok := literalText(source.Expr); ok {
					out = append(out, text)
				}
			}
		}
	}
	return out
}
