// Package houserules holds the rules of this repository that no linter knows.
package houserules

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
)

const root = "../../.."

// generic are the packages that treat every kind alike.
var generic = []string{"internal/model", "internal/apply", "internal/wait", "internal/forecast", "internal/stage", "internal/engine", "internal/surface", "internal/object", "internal/schema", "internal/cluster", "internal/diagnostic"}

// TestGenericPackagesNameNoKind shows that kinds stay data: a package that treats every
// kind alike has no identifier and no text with the name of one.
func TestGenericPackagesNameNoKind(t *testing.T) {
	names := kindNames(t)
	if len(names) < 3 {
		t.Fatalf("found the kinds %v only: the search for their names is broken", names)
	}
	pattern := regexp.MustCompile("(?i)" + strings.Join(names, "|"))
	for _, folder := range generic {
		for path, file := range goFiles(t, folder) {
			ast.Inspect(file.syntax, func(n ast.Node) bool {
				var text string
				switch n := n.(type) {
				case *ast.Ident:
					text = n.Name
				case *ast.BasicLit:
					text = n.Value
				}
				if found := pattern.FindString(text); found != "" {
					t.Errorf("%s:%d names the kind %s: say what differs in internal/kinds/kind.go", path, file.set.Position(n.Pos()).Line, found)
				}
				return true
			})
		}
	}
}

// TestNoMachineTraces shows that sources name no path of the machine that they were written on.
func TestNoMachineTraces(t *testing.T) {
	pattern := regexp.MustCompile(`/(home|Users|root|work)/[a-z]`)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if name == ".git" || name == ".build" || name == "testdata" {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".tf", ".md", ".yml", ".yaml"}, filepath.Ext(name)) {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for number, line := range strings.Split(string(content), "\n") {
			if found := pattern.FindString(line); found != "" && !strings.Contains(path, "houserules") {
				t.Errorf("%s:%d names the path %s", path, number+1, found)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// kindNames returns the names of all kinds, in Go's and in Terraform's spelling. Those
// that are also names of Kubernetes' own kinds, or of an attribute that every kind has, tell nothing and are left out.
func kindNames(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, file := range goFiles(t, "internal/kinds") {
		ast.Inspect(file.syntax, func(n ast.Node) bool {
			field, ok := n.(*ast.KeyValueExpr)
			if !ok {
				return true
			}
			key, isIdent := field.Key.(*ast.Ident)
			literal, isText := field.Value.(*ast.BasicLit)
			if !isIdent || !isText || key.Name != "TypeName" || literal.Kind != token.STRING {
				return true
			}
			name, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains([]string{"service", "endpoint"}, name) {
				names = append(names, name, strings.ReplaceAll(name, "_", ""))
			}
			return true
		})
	}
	slices.Sort(names)
	return slices.Compact(names)
}

type source struct {
	set    *token.FileSet
	syntax *ast.File
}

// goFiles parses the Go files below a folder, without tests.
func goFiles(t *testing.T, folder string) map[string]source {
	t.Helper()
	files := map[string]source{}
	err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		files[path] = source{set, syntax}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("%s has no Go files", folder)
	}
	return files
}
