package source_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/server"
	"github.com/inferops/terraform-provider-inference/internal/source"
)

// letters are those that a slip may put into a name.
const letters = "abcdefghijklmnopqrstuvwxyz_"

// typos are all texts that one slip makes of a name and that Terraform reads as a name, each of them once: a letter left out, too
// many, another one, or two that are swapped.
func typos(name string) []string {
	var out []string
	for i := range len(name) + 1 {
		for _, letter := range letters {
			out = append(out, name[:i]+string(letter)+name[i:])
			if i < len(name) {
				out = append(out, name[:i]+string(letter)+name[i+1:])
			}
		}
		if i < len(name) {
			out = append(out, name[:i]+name[i+1:])
		}
		if i+1 < len(name) {
			out = append(out, name[:i]+string(name[i+1])+string(name[i])+name[i+2:])
		}
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(typo string) bool { return typo == name || !hclsyntax.ValidIdentifier(typo) })
}

// item matches the place of an item in a list.
var item = regexp.MustCompile(`\[[0-9]+\]`)

// nowhere is a name that no schema has.
const nowhere = "zz0"

// configurations are the folders below a path that have one.
func configurations(t *testing.T, below string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(below, func(path string, entry fs.DirEntry, err error) error {
		if folder := filepath.Dir(path); err == nil && filepath.Ext(path) == ".tf" && !entry.IsDir() && !slices.Contains(all, folder) {
			all = append(all, folder)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTypos misspells every name of a nested attribute in all examples in every way of one letter, and expects one finding at its
// line and column that offers the name. Misspellings that are another name of the schema are none.
func TestTypos(t *testing.T) {
	s, ok := provider.NewServer("test").(*server.Server)
	if !ok {
		t.Fatal("the provider has another server")
	}
	schemas := s.Schemas(t.Context())
	folders := configurations(t, "../../examples")
	var places, tried, valid int
	seen := map[string]bool{}
	for _, folder := range folders {
		read := source.Read(source.Origin{Dir: folder, DataDir: folder, Provider: provider.TypeName, Client: source.Terraform}, schemas)
		for _, name := range read.Spellings() {
			found := name.As(nowhere)
			if len(found) == 0 { // a key of a map, or of what has no schema
				continue
			}
			places++
			// The same name of the same object in another example says nothing more.
			id := item.ReplaceAllString(found[0].Path, "[]") + "." + name.Name + " of " + strings.Join(found[0].Allowed, ",")
			if seen[id] {
				continue
			}
			seen[id] = true
			for _, typo := range typos(name.Name) {
				if slices.Contains(found[0].Allowed, typo) {
					valid++
					continue
				}
				tried++
				got := name.As(typo)
				if len(got) != 1 || got[0].File != name.File || got[0].Line != name.Line || got[0].Column != name.Column || got[0].Name != typo || !slices.Contains(got[0].Nearest, name.Name) {
					t.Errorf("%s:%d:%d: %s for %s: found %+v", name.File, name.Line, name.Column, typo, name.Name, got)
				}
			}
		}
	}
	t.Logf("%d misspellings of %d attributes, which stand in %d places of %d examples; %d more are other names", tried, len(seen), places, len(folders), valid)
	if len(folders) < 80 || places < 1_500 || tried < 350_000 {
		t.Errorf("%d misspellings in %d places only: the search for names is broken", tried, places)
	}
}
