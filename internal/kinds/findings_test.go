package kinds_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/provider"
)

// ruleAtEnd matches the rule that ends a message, and a text that is nothing but a rule.
var ruleAtEnd = regexp.MustCompile(`^([A-Z]+[0-9]?-[A-Z]?[0-9.]+)$|\(([A-Z]+[0-9]?-[A-Z0-9.]+)\)\.?$`)

// inFiles calls a function with every node of the code of a folder.
func inFiles(t *testing.T, folder string, see func(set *token.FileSet, n ast.Node) bool) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool { return see(set, n) })
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// messagesOf are the texts in the code of a folder that end with a rule, by file and line.
func messagesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := map[string]string{}
	inFiles(t, folder, func(set *token.FileSet, n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				// What the rules of engines are called there is what others leave out.
				left := filepath.Base(set.Position(literal.Pos()).Filename) == "engine_lint_rules.go"
				if m := ruleAtEnd.FindStringSubmatch(text); m != nil && !left {
					out[set.Position(literal.Pos()).String()] = "(" + m[1] + m[2] + ")"
				}
			}
		}
		return true
	})
	return out
}

// TestRenderersNameRules holds that no renderer makes a finding without the rule that it is of.
func TestRenderersNameRules(t *testing.T) {
	count := 0
	for folder := range systems(t) {
		inFiles(t, folder, func(set *token.FileSet, n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			switch name := nameOf(call.Fun); {
			case name == "render.Breaks" || name == "render.Missing":
				count++
				return false
			case (strings.HasSuffix(name, ".Warnf") || strings.HasSuffix(name, ".Warn")) && len(call.Args) > 0:
				if rule, ok := call.Args[0].(*ast.BasicLit); ok && !ruleAtEnd.MatchString("("+strings.Trim(rule.Value, `"`)+")") {
					t.Errorf("%s gives a warning the rule %s", set.Position(call.Pos()), rule.Value)
				}
			case slices.Contains([]string{"field.Invalid", "field.Required", "field.Forbidden", "field.NotFound", "field.NotSupported", "field.Duplicate"}, name):
				if at := set.Position(call.Pos()); !slices.Contains(citing, at.Filename) {
					t.Errorf("%s makes an error that render.Breaks gives no rule", at)
				}
			}
			return true
		})
	}
	if count < 100 {
		t.Errorf("%d errors only: the search for them is broken", count)
	}
}

// citing are the files with an error that is none of a renderer, or has the rule of another already.
var citing = []string{
	"llmaz/service_direct.go", // gives it one later
	"llmkube/direct_model.go", // of a rule of models
	"kthena/traffic.go",       // a rule of routes itself
}

func nameOf(fun ast.Expr) string {
	if selector, ok := fun.(*ast.SelectorExpr); ok {
		if of, ok := selector.X.(*ast.Ident); ok {
			return of.Name + "." + selector.Sel.Name
		}
	}
	return ""
}

// systems are the kinds of each folder with a system.
func systems(t *testing.T) map[string][]*kinds.Kind {
	t.Helper()
	all := map[string][]*kinds.Kind{}
	for _, k := range provider.Kinds() {
		if _, err := os.Stat(k.System); err == nil {
			all[k.System] = append(all[k.System], k)
		}
	}
	return all
}

// TestRenderRulesAreReached holds that what the documentation says of renderers is seen by tests: each rule ends a message that
// they expect.
func TestRenderRulesAreReached(t *testing.T) {
	for folder, all := range systems(t) {
		var expected strings.Builder
		for _, in := range []string{folder, "../render", "../provider"} {
			err := filepath.WalkDir(in, func(path string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") && filepath.Base(path) != "out.yaml" {
					return err
				}
				text, err := os.ReadFile(path)
				expected.Write(text)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for _, k := range all {
			for _, rule := range k.Renders {
				if !strings.Contains(expected.String(), "("+rule.ID+")") {
					t.Errorf("%s: no test expects a message that ends with (%s)", k.TypeName, rule.ID)
				}
			}
		}
	}
}

// TestFindingsLeadSomewhere holds that every message of the code of a system that names a rule is of one that a page of the
// system has, so that it links there.
func TestFindingsLeadSomewhere(t *testing.T) {
	count := 0
	for folder, all := range systems(t) {
		for at, message := range messagesOf(t, folder) {
			count++
			if !slices.ContainsFunc(all, func(k *kinds.Kind) bool { return k.RuleOf(message) != "" }) {
				t.Errorf("%s: no page of %s has the rule %s", at, folder, message)
			}
		}
	}
	if count < 60 {
		t.Errorf("%d messages only: the search for them is broken", count)
	}
}

// TestRenderRulesAreWhole holds that what the renderer decides is said as rules are, and once.
func TestRenderRulesAreWhole(t *testing.T) {
	forEveryKind(t, func(t *testing.T, k *kinds.Kind) {
		if len(k.Renders) > 0 && k.Render == nil {
			t.Error("there is no renderer for the rules")
		}
		for _, rule := range k.Renders {
			if rule.Says == "" || strings.HasSuffix(rule.Says, ".") || strings.Count(rule.Says, "`")%2 != 0 {
				t.Errorf("rule %s needs a clause that says what must hold, not %q", rule.ID, rule.Says)
			}
			if slices.ContainsFunc(k.Rules(), func(r kinds.Rule) bool { return r.ID == rule.ID && r.Modes != kinds.OperatorMode }) {
				t.Errorf("%s is among the rules already", rule.ID)
			}
		}
	})
}

// TestPageOf has messages of a kind, and the page that each leads to.
func TestPageOf(t *testing.T) {
	for _, tc := range []struct{ typeName, message, rule, page string }{
		{"playground", "add it to references (PG-C1)", "PG-C1", "playground"},
		{"playground", "set scale_trigger (PG-C9).", "PG-C9", "playground"},
		{"playground", "spec.source is empty: set modelHub or uri (OM-W1)", "OM-W1", "open_model"},
		{"ome_service", "63 characters at most (SR-14)", "SR-14", "serving_runtime"},
		{"playground", "set scale_trigger", "", ""},
		{"playground", "set scale_trigger (or not)", "", ""},
		{"playground", "a rule of others (BJ-18)", "", ""},
		{"playground", "(PG-C9) first", "", ""},
	} {
		i := slices.IndexFunc(provider.Kinds(), func(k *kinds.Kind) bool { return k.TypeName == tc.typeName })
		k := provider.Kinds()[i]
		if rule := k.RuleOf(tc.message); rule != tc.rule || k.PageOf(rule) != tc.page {
			t.Errorf("%s: %q is of the rule %q of %q, want %q of %q", tc.typeName, tc.message, rule, k.PageOf(rule), tc.rule, tc.page)
		}
	}
}
