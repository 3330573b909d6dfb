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

// ruleAtEnd matches the rule that ends a message.
var ruleAtEnd = regexp.MustCompile(`\(([A-Z]+[0-9]?-[A-Z0-9.]+)\)\.?$`)

// messagesOf are the texts in the code of a folder that end with a rule, by file and line.
func messagesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil && ruleAtEnd.MatchString(text) {
					out[set.Position(literal.Pos()).String()] = text
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestFindingsLeadSomewhere holds that every message of the code of a system that names a rule is of one that a page of the
// system has, so that it links there.
func TestFindingsLeadSomewhere(t *testing.T) {
	systems := map[string][]*kinds.Kind{}
	for _, k := range provider.Kinds() {
		systems[k.System] = append(systems[k.System], k)
	}
	count := 0
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		all, ok := systems[folder.Name()]
		if !ok {
			continue
		}
		for at, message := range messagesOf(t, folder.Name()) {
			count++
			if !slices.ContainsFunc(all, func(k *kinds.Kind) bool { return k.RuleOf(message) != "" }) {
				t.Errorf("%s: no page of %s has the rule that ends %q", at, folder.Name(), message)
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
			if slices.ContainsFunc(k.Rules(), func(r kinds.Rule) bool { return r.ID == rule.ID }) {
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
