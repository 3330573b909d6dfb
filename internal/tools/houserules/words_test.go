package houserules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// glossary is the page with the terms of this project.
const glossary = ".github/CONTRIBUTING.md"

// TestWords shows that sources and pages use the terms of the glossary, and none of the words in its last column.
func TestWords(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(root, glossary))
	if err != nil {
		t.Fatal(err)
	}
	use, pattern := gone(string(raw))
	if len(use) < 5 {
		t.Fatalf("the glossary of %s has %d words that are not used: the search for them is broken", glossary, len(use))
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() && slices.Contains([]string{".git", ".build", "houserules", "node_modules"}, name) {
			return filepath.SkipDir
		}
		if !slices.Contains([]string{".go", ".md", ".tmpl", ".yaml", ".tf", ".txt"}, filepath.Ext(name)) || strings.HasSuffix(path, glossary) || name == "CHANGELOG.md" {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for number, line := range strings.Split(string(content), "\n") {
			for _, found := range pattern.FindAllString(line, -1) {
				t.Errorf("%s:%d says %q: write %s", path, number+1, found, use[strings.ToLower(found)])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// gone are the words in the last column of a glossary with the term that each stands for, and a pattern that finds them.
func gone(page string) (map[string]string, *regexp.Regexp) {
	use := map[string]string{}
	var words []string
	for line := range strings.Lines(page) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) != 5 {
			continue
		}
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[3], -1) {
			use[strings.ToLower(quoted[1])] = strings.TrimSpace(cells[1])
			words = append(words, regexp.QuoteMeta(quoted[1]))
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	return use, regexp.MustCompile(`(?i)\b(?:` + strings.Join(words, "|") + `)\b`)
}
