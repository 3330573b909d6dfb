package diagnostic

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// linked are the constructors of what the checks of a plan find, beside those of rules: each of their messages has a link.
var linked = []string{
	"UnknownName", "NotChecked", "Skewed", "AdmissionChanges", "ServerWarns", "Rejected", "Rejected_pinned", "Denied", "OverQuota",
	"Capacity", "CapacityNotChecked", "ModelUnserved", "ModelNotChecked", "Disrupts", "OverBudget", "BeyondQuota", "OutsideBudget",
}

// TestLinksLead follows the link of every message to its place in the documentation, and holds that what a check finds has one.
func TestLinksLead(t *testing.T) {
	count := map[string]int{}
	for name, d := range told {
		constructor, _, _ := strings.Cut(name, " ")
		_, link := Unlinked(d.Detail())
		if link == "" {
			if slices.Contains(linked, constructor) {
				t.Errorf("%s: the message has no link: %s", name, d.Detail())
			}
			continue
		}
		count[constructor]++
		page, anchor, _ := strings.Cut(strings.TrimPrefix(link, documentation), "#")
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", filepath.FromSlash(page)+".md"))
		if err != nil {
			t.Errorf("%s: the link leads to no page: %v", name, err)
		}
		if !strings.Contains(string(text), `<a id="`+anchor+`"></a>`) {
			t.Errorf("%s: %s has no place %q", name, page, anchor)
		}
	}
	for _, constructor := range append([]string{"Rule", "RuleWarning", "RenderWarning"}, linked...) {
		if count[constructor] == 0 {
			t.Errorf("no message of %s has a link", constructor)
		}
	}
}

// TestUnlinked takes the link from the end of a message, and from nowhere else.
func TestUnlinked(t *testing.T) {
	for detail, want := range map[string][2]string{
		noCapacity.explained("No room."):            {"No room.", noCapacity.link()},
		"See " + documentation + " for more.":       {"See " + documentation + " for more.", ""},
		"One line.\n\nAnother. " + documentation:    {"One line.\n\nAnother. " + documentation, ""},
		noCapacity.explained("Two.\n\nParagraphs."): {"Two.\n\nParagraphs.", noCapacity.link()},
	} {
		if said, link := Unlinked(detail); said != want[0] || link != want[1] {
			t.Errorf("%q: got %q and %q", detail, said, link)
		}
	}
}
