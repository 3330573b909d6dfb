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

// pinned is an action by the commit that a comment names the tag of: a tag can be moved to other code, which would run with
// the secrets of a release.
var pinned = regexp.MustCompile(`uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)

func TestActionsArePinned(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, ".github", "workflows", "*.yml"))
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for number, line := range strings.Split(string(raw), "\n") {
			if !strings.Contains(line, "uses:") {
				continue
			}
			count++
			if !pinned.MatchString(line) {
				t.Errorf("%s:%d pins no commit: %s", file, number+1, strings.TrimSpace(line))
			}
		}
	}
	if count < 5 {
		t.Errorf("%d actions are used only: the search for them is broken", count)
	}
}

// required is the provider in a block `required_providers`; what follows its source is the second group.
var required = regexp.MustCompile(`inference\s*=\s*\{\s*source\s*=\s*"inferops/inference"(,?\s*version\s*=\s*"~> (\d+\.\d+\.\d+)")?\s*\}`)

// TestExamplesPinTheProvider shows that whoever copies a configuration gets the patches of the minor version that it was
// written for, and no other.
func TestExamplesPinTheProvider(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "GNUmakefile"))
	if err != nil {
		t.Fatal(err)
	}
	version := regexp.MustCompile(`(?m)^VERSION := (\d+\.\d+)\.`).FindSubmatch(makefile)
	if version == nil {
		t.Fatal("GNUmakefile has no VERSION")
	}
	count := 0
	for _, folder := range []string{"README.md", "templates", "examples"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !slices.Contains([]string{".md", ".tmpl", ".tf"}, filepath.Ext(path)) {
				return err
			}
			raw, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, found := range required.FindAllSubmatch(raw, -1) {
				count++
				if want := string(version[1]) + ".0"; string(found[2]) != want {
					t.Errorf("%s does not require the provider in version \"~> %s\": %s", path, want, found[0])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if count < 8 {
		t.Errorf("%d configurations require the provider only: the search for them is broken", count)
	}
}
