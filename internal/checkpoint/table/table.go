// Package table has the facts of models that people serve, for plans without a network. They stand in models.yaml, each with its
// source.
package table

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/checkpoint"
	"github.com/inferops/terraform-provider-inference/internal/spelling"
)

//go:embed models.yaml
var text []byte

// Entry is a shape that some repositories have in common.
type Entry struct {
	Names  []string         `json:"names"`
	Source string           `json:"source"`
	Facts  checkpoint.Facts `json:"facts"`
	// Pattern is what each layer is, a letter each, repeated to the number of layers.
	Pattern string `json:"pattern"`
	// Published is how many parameters somebody else says that the model has.
	Published       int64  `json:"published"`
	PublishedSource string `json:"published_source"`
}

var entries = sync.OnceValue(func() []Entry {
	var file struct{ Models []Entry }
	if err := yaml.UnmarshalStrict(text, &file); err != nil {
		panic(fmt.Sprintf("models.yaml: %v", err)) // the unit tests read it
	}
	return file.Models
})

var byName = sync.OnceValue(func() map[string]*Entry {
	out := map[string]*Entry{}
	for i := range entries() {
		e := &entries()[i]
		for _, name := range e.Names {
			out[strings.ToLower(name)] = e
		}
	}
	return out
})

// Entries returns all there is, in the order of the file.
func Entries() []Entry { return entries() }

// Source is what the facts of the table name as theirs.
const Source = "table"

// Of returns the facts of a repository, and false where the table has none.
func Of(repository string) (*checkpoint.Facts, bool) {
	e, known := byName()[strings.ToLower(repository)]
	if !known {
		return nil, false
	}
	f := e.Facts
	f.Source = Source
	f.Repository = repository
	for _, name := range e.Names {
		if strings.EqualFold(name, repository) {
			f.Repository = name // as the hub spells it
		}
	}
	if e.Pattern != "" {
		f.LayerTypes = make([]string, f.Layers)
		for i := range f.LayerTypes {
			f.LayerTypes[i] = letters[e.Pattern[i%len(e.Pattern)]]
		}
	}
	f.Complete()
	return &f, true
}

var letters = map[byte]string{
	'f': checkpoint.FullAttention, 's': checkpoint.SlidingAttention, 'l': checkpoint.Recurrent, '-': checkpoint.FeedForward,
}

// Near returns the names of the table that a misspelt one was meant to be.
func Near(repository string) []string {
	var names []string
	for i := range entries() {
		names = append(names, entries()[i].Names...)
	}
	slices.Sort(names)
	return spelling.Nearest(repository, names, 3)
}
