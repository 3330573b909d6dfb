package kindstest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Spelling is a part of an object in hub form and as one
// release has it on the wire, in YAML.
type Spelling struct {
	Reason string
	// Kind is the Terraform type name.
	Kind, Release string
	Table, Wire   string
}

// Releases spells objects for releases and reads them back. Every release that
// has words of its own needs a spelling; the others leave the objects of all spellings as they are.
func Releases(t *testing.T, all []*kinds.Kind, spellings map[string]Spelling) {
	t.Helper()
	spelt := map[string]bool{}
	for name, s := range spellings {
		t.Run(name, func(t *testing.T) {
			k := Named(t, all, s.Kind)
			spelt[s.Kind+" "+s.Release] = true
			table, wire := part(t, s.Table), part(t, s.Wire)
			d, ok := k.Release(s.Release)
			if !ok {
				t.Fatalf("%s has no release %s", s.Kind, s.Release)
			}
			if diff := cmp.Diff(wire, d.ToWire(table)); diff != "" {
				t.Errorf("%s\nToWire -want +got\n%s", s.Reason, diff)
			}
			if diff := cmp.Diff(table, d.FromWire(wire)); diff != "" {
				t.Errorf("%s\nFromWire -want +got\n%s", s.Reason, diff)
			}
			for _, other := range k.Releases {
				if len(other.Moves)+len(other.Renames) > 0 {
					continue
				}
				if diff := cmp.Diff(table, other.ToWire(table)); diff != "" {
					t.Errorf("%s has the vocabulary of the table\n%s", other.Name, diff)
				}
			}
		})
	}
	for _, k := range all {
		for _, d := range k.Releases {
			if own := len(d.Moves)+len(d.Renames) > 0; own != spelt[k.TypeName+" "+d.Name] {
				t.Errorf("%s %s: has words of its own = %t, has a spelling = %t", k.TypeName, d.Name, own, !own)
			}
		}
	}
}
