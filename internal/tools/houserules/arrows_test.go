package houserules

import (
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// verbs are the packages that act: what they do is read from the top of each to its bottom.
var verbs = []string{"./internal/apply", "./internal/wait", "./internal/forecast", "./internal/stage/...", "./internal/engine", "./internal/surface"}

// TestFilesPointOneWay shows that no file of a package that acts uses, by whatever way, a file that uses it.
func TestFilesPointOneWay(t *testing.T) {
	loaded, err := packages.Load(&packages.Config{
		Dir: root, Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
	}, verbs...)
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) < 10 {
		t.Fatalf("found %d packages only", len(loaded))
	}
	for _, p := range loaded {
		for _, err := range p.Errors {
			t.Fatalf("%s: %v", p.PkgPath, err)
		}
		if circle := circle(arrows(p)); circle != nil {
			t.Errorf("%s: files use each other: %s. Move what the last takes of the first to a file below both", p.PkgPath, strings.Join(circle, " -> "))
		}
	}
}

// TestCircle shows that circles of files are found, and that what two files use is none.
func TestCircle(t *testing.T) {
	for name, tc := range map[string]struct {
		uses map[string][]string
		want string
	}{
		"one way": {map[string][]string{"a": {"b", "c"}, "b": {"c"}}, ""},
		"two":     {map[string][]string{"a": {"b"}, "b": {"a"}}, "a b a"},
		"three":   {map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b", "d"}}, "b c b"},
	} {
		if got := strings.Join(circle(tc.uses), " "); got != tc.want {
			t.Errorf("%s: got %q, want %q", name, got, tc.want)
		}
	}
}

// arrows are the files of a package whose functions, methods, types, constants and variables each of its files uses.
func arrows(p *packages.Package) map[string][]string {
	uses := map[string][]string{}
	for id, object := range p.TypesInfo.Uses {
		if object.Pkg() != p.Types || isLocal(object) {
			continue
		}
		from, to := filepath.Base(p.Fset.Position(id.Pos()).Filename), filepath.Base(p.Fset.Position(object.Pos()).Filename)
		if from != to && !slices.Contains(uses[from], to) {
			uses[from] = append(uses[from], to)
		}
	}
	return uses
}

// isLocal reports whether something belongs to a function or to a type, which is used itself then.
func isLocal(object types.Object) bool {
	_, isFunc := object.(*types.Func)
	return !isFunc && object.Parent() != object.Pkg().Scope()
}

// circle is a way from a file to itself, nil for none.
func circle(uses map[string][]string) []string {
	done := map[string]bool{}
	var way []string
	var walk func(file string) []string
	walk = func(file string) []string {
		if i := slices.Index(way, file); i >= 0 {
			return append(slices.Clone(way[i:]), file)
		}
		if done[file] {
			return nil
		}
		done[file] = true
		way = append(way, file)
		defer func() { way = way[:len(way)-1] }()
		for _, used := range slices.Sorted(slices.Values(uses[file])) {
			if found := walk(used); found != nil {
				return found
			}
		}
		return nil
	}
	files := make([]string, 0, len(uses))
	for file := range uses {
		files = append(files, file)
	}
	slices.Sort(files)
	for _, file := range files {
		if found := walk(file); found != nil {
			return found
		}
	}
	return nil
}
