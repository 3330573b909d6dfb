package houserules

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// parts are the targets that others run, and nobody by hand.
var parts = []string{"need-terraform", "test-acc-kinds", "test-acc-rest"}

// TestHelpListsEveryTarget shows that every target has a line in `make help`, and .PHONY every target of a line.
func TestHelpListsEveryTarget(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(root, "GNUmakefile"))
	if err != nil {
		t.Fatal(err)
	}
	var listed, phony []string
	for line := range strings.Lines(string(raw)) {
		// As the recipe of help finds them.
		if found := regexp.MustCompile(`^([a-z-]+):.*## `).FindStringSubmatch(line); found != nil {
			listed = append(listed, found[1])
		}
		if targets, ok := strings.CutPrefix(line, ".PHONY: "); ok {
			phony = append(phony, strings.Fields(targets)...)
		}
	}
	if len(listed) < 20 {
		t.Fatalf("found the targets %v only: the search for them is broken", listed)
	}
	for _, target := range phony {
		if !slices.Contains(listed, target) && !slices.Contains(parts, target) {
			t.Errorf("`make help` does not list %s: say after ## what it does", target)
		}
	}
	for _, target := range listed {
		if !slices.Contains(phony, target) {
			t.Errorf("%s is not .PHONY", target)
		}
	}
}
