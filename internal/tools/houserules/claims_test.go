package houserules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shown is the comment behind what README.md claims, with the tests that show it.
var shown = regexp.MustCompile(`^<!-- (Test\w+(?:, Test\w+)*) -->$`)

// unclaimed are the beginnings of paragraphs that claim nothing of the provider: pictures, links and instructions, which
// `make first-hour` follows.
var unclaimed = []string{"![", "They need Go", "The provider is not in a registry", "`mode` decides", "Complete configurations", "In operator mode, import", "[MPL-2.0]"}

// TestReadmeIsShown shows that every paragraph of README.md names tests that there are.
func TestReadmeIsShown(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	tests := testNames(t)
	claims := 0
	for paragraph := range strings.SplitSeq(withoutCode(string(raw)), "\n\n") {
		lines := strings.Split(strings.TrimSpace(paragraph), "\n")
		found := shown.FindStringSubmatch(lines[len(lines)-1])
		switch first := lines[0]; {
		case found != nil:
			claims++
			for name := range strings.SplitSeq(found[1], ", ") {
				if !tests[name] {
					t.Errorf("README.md says that %s shows %q, and there is no such test", name, first)
				}
			}
		case first == "", strings.HasPrefix(first, "#"), strings.HasPrefix(first, "|"), startsWithAny(first, unclaimed):
		default:
			t.Errorf("README.md names no test behind the paragraph %q: add <!-- TestName -->", first)
		}
	}
	if claims < 12 {
		t.Errorf("%d paragraphs name tests only: the search for them is broken", claims)
	}
}

// withoutCode is a page of Markdown without its fenced blocks.
func withoutCode(page string) string {
	return regexp.MustCompile("(?ms)^```.*?^```$").ReplaceAllString(page, "")
}

func startsWithAny(text string, beginnings []string) bool {
	for _, b := range beginnings {
		if strings.HasPrefix(text, b) {
			return true
		}
	}
	return false
}

// testNames are the names of all tests of the repository.
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	err := filepath.WalkDir(filepath.Join(root, "internal"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, found := range declared.FindAllSubmatch(raw, -1) {
			names[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
