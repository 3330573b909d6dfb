package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	messageTables = regexp.MustCompile(`(?m)^\| Message \|.*\n\|[-|]+\n((?:\|.*\n)+)`)
	quotations    = regexp.MustCompile(`"([A-Z][^"]*)"`)
)

// headlines are the messages that a page names: in the first column of its tables of messages, and in quotation marks.
func headlines(page string) []string {
	_, text, _ := strings.Cut(page, "\n---\n") // the front matter has quotation marks of its own
	var found []string
	for _, table := range messageTables.FindAllStringSubmatch(text, -1) {
		for row := range strings.Lines(table[1]) {
			found = append(found, strings.TrimSpace(anchors.ReplaceAllString(strings.Split(row, "|")[1], "")))
		}
	}
	for _, quoted := range quotations.FindAllStringSubmatch(strings.Join(strings.Fields(prose(text)), " "), -1) {
		found = append(found, quoted[1])
	}
	return found
}

// literals are the texts in the packages that have the messages of the provider.
func literals(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, name := range []string{"diagnostic", "engine", "provider"} {
		files, err := filepath.Glob(filepath.Join(repository, "internal", name, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(parsed, func(n ast.Node) bool {
				if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
					if text, err := strconv.Unquote(literal.Value); err == nil {
						found[text] = true
					}
				}
				return true
			})
		}
	}
	return found
}

// TestMessagesExist shows that the messages which the guides name are the headlines of messages that there are.
func TestMessagesExist(t *testing.T) {
	known, count := literals(t), 0
	for name, page := range pagesOf(t) {
		if !strings.HasPrefix(name, "guides/") {
			continue
		}
		for _, headline := range headlines(page) {
			count++
			if !known[headline] {
				t.Errorf("%s: the provider has no message %q", name, headline)
			}
		}
	}
	if count < 50 {
		t.Errorf("%d messages only: the search for them is broken", count)
	}
}

// TestHeadlinesAreFound has a page with messages in the places that count, and quotation marks in those that do not.
func TestHeadlinesAreFound(t *testing.T) {
	page := "---\npage_title: \"Title\"\n---\n\nIt says \"Object\nexists\" and `\"Code\"`, not \"words\".\n\n| Message | Cause |\n|---|---|\n| <a id=\"row\"></a>In a row | x |\n| In another | y |\n\n| Other | Z |\n|---|---|\n| no | z |\n"
	if got, want := headlines(page), []string{"In a row", "In another", "Object exists"}; !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
