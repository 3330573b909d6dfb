// Package source finds names in a configuration that the schema does not have, in the text of the configuration itself.
//
// Terraform converts the value of an attribute to the type of the schema before a provider sees it, and leaves names of
// objects out that the type lacks, without a word (hashicorp/terraform#33570). So the package reads the files that the client
// reads, follows the expressions of every block along the schema, and passes over what it cannot follow: it reports no name
// that the schema has.
package source

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Mode is what a block declares.
type Mode string

// The modes of blocks whose arguments have attributes of their own. Of list and action blocks, the client reports every name.
const (
	Resource Mode = "resource"
	Data     Mode = "data"
	Provider Mode = "provider"
)

// Schemas returns the schema of a type, nil for one that is not of the provider. A provider block has no type.
type Schemas func(mode Mode, typeName string) *tfprotov6.SchemaBlock

// Origin is where a configuration lies.
type Origin struct {
	// Dir is the folder of the root module, DataDir that in which the client notes where other modules are.
	Dir, DataDir string
	// Provider is the name of the provider, which its types begin with.
	Provider string
	// Client decides which files are read.
	Client Client
	// Calls has modules in folders followed from their calls, for a folder that no client has initialised.
	Calls bool
	// Tests has test files read, with their mocks.
	Tests bool
}

// Client is a command line that reads configurations.
type Client int

// The clients. Of one that is not known, only files are read that both of the others read.
const (
	Unknown Client = iota
	Terraform
	OpenTofu
)

// Finding is a name that the schema does not have.
type Finding struct {
	// File is the path of the file, below the folder of the root module where it lies there.
	File string
	// The place of the name in the file, counted from one, the end not included.
	Line, Column, EndLine, EndColumn int
	// Address is that of the block, such as inference_playground.chat.
	Address string
	// Path is the object that has no such name, such as spec.model_claim, and Name the name.
	Path, Name string
	// Nearest are the names of the schema that are spelled most like it, none when all are far; Allowed are all.
	Nearest, Allowed []string
	// At is the deepest attribute that is known to have the name.
	At *tftypes.AttributePath
}

// Place is where the name stands, as file:line:column.
func (f Finding) Place() string { return fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column) }

// Object is what has no such name, such as spec.model_claim of inference_playground.chat.
func (f Finding) Object() string {
	if f.Path == "" {
		return f.Address
	}
	return f.Path + " of " + f.Address
}

// Configuration is a configuration that was read.
type Configuration struct {
	blocks []*block
	// typed are the blocks by their types.
	typed  func() map[key]*typed
	check  string
	unread []string
	// modules are those that the client knows, by the names under which they are called. Files of them are parsed when a
	// reference leads there, one at a time.
	modules map[string]*module
	mu      sync.Mutex
}

// Read reads a configuration. What cannot be read or parsed is left out: the client says that.
func Read(from Origin, schemas Schemas) *Configuration {
	out := &Configuration{modules: map[string]*module{}}
	out.typed = sync.OnceValue(func() map[key]*typed { return sortOut(out.blocks) })
	shapes := map[*tfprotov6.SchemaBlock]*shape{}
	for _, m := range from.modules() {
		for _, key := range m.keys {
			out.modules[key] = m
		}
		for _, b := range m.blocks {
			if b.mode == Provider {
				out.readCheck(b)
			}
			schema := schemas(b.mode, b.typeName)
			if schema == nil {
				continue
			}
			if shapes[schema] == nil {
				shapes[schema] = ofBlock(schema)
			}
			b.shape = shapes[schema]
			b.findings = b.walk()
			out.blocks = append(out.blocks, b)
		}
		out.unread = append(out.unread, m.unread...)
	}
	return out
}

// All are the findings of all blocks, sorted by place.
func (c *Configuration) All() []Finding {
	var out []Finding
	for _, b := range c.blocks {
		out = append(out, b.findings...)
	}
	return Sorted(out)
}

// Unread says of each file that cannot be parsed why, with its place.
func (c *Configuration) Unread() []string { return c.unread }

// Of are the findings of the blocks that a configured value of the type may come from. Only where a single block can be
// meant, they are At an attribute.
func (c *Configuration) Of(mode Mode, typeName string, config tftypes.Value) []Finding {
	var out []Finding
	candidates := c.candidates(mode, typeName, config)
	for _, b := range candidates {
		out = append(out, b.findings...)
	}
	if len(candidates) > 1 {
		for i := range out {
			out[i].At = nil
		}
	}
	return Sorted(out)
}

// candidates are the blocks that a configured value of a type may come from.
func (c *Configuration) candidates(mode Mode, typeName string, config tftypes.Value) []*block {
	of := c.typed()[key{mode, typeName}]
	if of == nil {
		return nil
	}
	var out []*block
	for _, b := range of.that(config) {
		if !b.contradicts(config) {
			out = append(out, b)
		}
	}
	return out
}

// Sorted are findings by their places, each of them once.
func Sorted(all []Finding) []Finding {
	slices.SortStableFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Path, b.Path))
	})
	return slices.CompactFunc(all, func(a, b Finding) bool {
		return a.File == b.File && a.Line == b.Line && a.Column == b.Column && a.Path == b.Path && a.Address == b.Address
	})
}

// The values of the argument of the provider block that decides what a finding is.
const (
	CheckError = "error"
	CheckWarn  = "warn"
	CheckOff   = "off"
	// CheckArgument is the name of the argument.
	CheckArgument = "source_check"
)

// Check is what the provider blocks say of the check, the mildest of them, "" when they say nothing. Its value is read as it is
// written: one that only the client can compute is a warning.
func (c *Configuration) Check() string { return c.check }

func (c *Configuration) readCheck(b *block) {
	argument, ok := b.attributes[CheckArgument]
	if !ok {
		return
	}
	said := CheckWarn
	if text, ok := literalText(argument.Expr); ok {
		said = text
	}
	if order := []string{"", CheckError, CheckWarn, CheckOff}; slices.Index(order, said) > slices.Index(order, c.check) {
		c.check = said
	}
}
