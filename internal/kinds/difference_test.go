package kinds_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/differences"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// TestDifferencesAreShown shows that every kind that renders says how it differs from its operator, and that all it
// says is shown by what the repository has.
func TestDifferencesAreShown(t *testing.T) {
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		if k.DirectOnly != "" {
			return // there is no operator to differ from
		}
		all, err := differences.Of(k.System)
		if err != nil {
			t.Fatal(err)
		}
		all = slices.DeleteFunc(all, func(d differences.Difference) bool { return !slices.Contains(d.Kinds, k.TypeName) })
		if (k.Render != nil) != (len(all) > 0) {
			t.Error("a kind that renders has differences, and only such a kind")
		}
		topics := map[string]bool{}
		for _, d := range all {
			if topics[d.Topic] {
				t.Errorf("%s: the topic is there twice", d.Topic)
			}
			topics[d.Topic] = true
			if d.Topic == "" || strings.HasSuffix(d.Topic, ".") {
				t.Errorf("%q is no topic", d.Topic)
			}
			for _, text := range []string{d.Operator, d.Direct} {
				if !strings.HasSuffix(text, ".") || strings.Contains(text, "\n") || strings.Count(text, "`")%2 != 0 {
					t.Errorf("%s: %q is no sentence for a table", d.Topic, text)
				}
			}
			for _, missing := range notShown(t, k, d) {
				t.Errorf("%s: %s", d.Topic, missing)
			}
		}
	})
}

// TestDifferencesAreOfKinds shows that every difference is about kinds of its system.
func TestDifferencesAreOfKinds(t *testing.T) {
	types := map[string][]string{}
	for _, k := range kinds.WithCustomResource(provider.Kinds()) {
		types[k.System] = append(types[k.System], k.TypeName)
	}
	for system := range types {
		all, err := differences.Of(system)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			for _, name := range d.Kinds {
				if !slices.Contains(types[system], name) {
					t.Errorf("%s: %s: the system has no kind %s", system, d.Topic, name)
				}
			}
		}
	}
}

// TestDifferencesAreSought has what the search must find, and what it must not take for it.
func TestDifferencesAreSought(t *testing.T) {
	ruled := &kinds.Kind{System: "kthena", Rules: func() []kinds.Rule {
		return []kinds.Rule{{ID: "A-1", Modes: kinds.DirectMode}, {ID: "A-2", Modes: kinds.OperatorMode}}
	}}
	for name, tc := range map[string]struct {
		reason     string
		difference differences.Difference
		missing    int
	}{
		"golden case":         {"it has a folder", differences.Difference{Golden: "model_serving/minimal"}, 0},
		"golden case missing": {"the folder of all cases is none", differences.Difference{Golden: "model_serving"}, 1},
		"golden case outside": {"cases of readiness render nothing", differences.Difference{Golden: "../ready"}, 1},
		"rule":                {"it holds in direct mode", differences.Difference{Rule: "A-1"}, 0},
		"rule of operators":   {"it says nothing of direct mode", differences.Difference{Rule: "A-2"}, 1},
		"rule missing":        {"there is none", differences.Difference{Rule: "A-3"}, 1},
		"test":                {"it is a function", differences.Difference{Test: "TestRenderErrors"}, 0},
		"test missing":        {"a name in the text of a test is none", differences.Difference{Test: "TestUnknownField"}, 1},
		"case":                {"it is in the table of the test", differences.Difference{Test: "TestRenderErrors/UnknownField"}, 0},
		"case of another":     {"the table of another test does not count", differences.Difference{Test: "TestRender/UnknownField"}, 1},
		"case missing":        {"a text in a case is none", differences.Difference{Test: "TestRenderErrors/template"}, 1},
		"nothing":             {"every difference is shown by something", differences.Difference{}, 1},
		"all":                 {"one that is missing is missed", differences.Difference{Golden: "model_serving/minimal", Rule: "A-1", Test: "TestNone"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if missing := notShown(t, ruled, tc.difference); len(missing) != tc.missing {
				t.Errorf("%s: missing is %q, want %d", tc.reason, missing, tc.missing)
			}
		})
	}
}

// notShown says which of the things that are to show a difference there are not.
func notShown(t *testing.T, k *kinds.Kind, d differences.Difference) []string {
	t.Helper()
	var missing []string
	if d.Golden == "" && d.Rule == "" && d.Test == "" {
		missing = append(missing, "nothing shows it")
	}
	for _, file := range []string{"in.yaml", "out.yaml"} {
		if _, err := os.Stat(filepath.Join(k.System, "testdata", "render", filepath.FromSlash(d.Golden), file)); d.Golden != "" && err != nil {
			missing = append(missing, err.Error())
			break
		}
	}
	holds := func(r kinds.Rule) bool { return r.ID == d.Rule && r.Modes.Holds(true) }
	if d.Rule != "" && !slices.ContainsFunc(k.Rules(), holds) {
		missing = append(missing, "direct mode has no rule "+d.Rule)
	}
	if d.Test != "" && !hasTest(t, k.System, d.Test) {
		missing = append(missing, "the package "+k.System+" has no test "+d.Test)
	}
	return missing
}

// hasTest reports whether a package has a test function of that name and, where a slash follows it, whether a table in
// that function has a case of the name behind the slash.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no tests: %v", folder, err)
	}
	name, tableCase, inTable := strings.Cut(name, "/")
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range parsed.Decls {
			if test, ok := declared.(*ast.FuncDecl); ok && test.Recv == nil && test.Name.Name == name {
				return !inTable || hasKey(test, tableCase)
			}
		}
	}
	return false
}

// hasKey reports whether a function has a literal of a map with that key.
func hasKey(in *ast.FuncDecl, key string) bool {
	found := false
	ast.Inspect(in, func(n ast.Node) bool {
		literal, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if _, isMap := literal.Type.(*ast.MapType); !isMap {
			return true
		}
		for _, element := range literal.Elts {
			entry, ok := element.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if text, ok := entry.Key.(*ast.BasicLit); ok && text.Value == strconv.Quote(key) {
				found = true
			}
		}
		return true
	})
	return found
}
