package source

import (
	"strings"

	"github.com/agext/levenshtein"
)

// nearest are the names that are spelled most like one, in their order, none when all are far.
func nearest(to string, names []string) []string {
	var out []string
	least := 1 + len(to)/3
	for _, name := range names {
		switch d := distance(to, name); {
		case d < least:
			out, least = []string{name}, d
		case d == least:
			out = append(out, name)
		}
	}
	return out
}

// distance is how many slips of the hand lead from one name to the other. Underscores are a matter of style.
func distance(a, b string) int {
	if swapped(a, b) {
		return 1
	}
	plain := func(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }
	if plain(a) == plain(b) {
		return 1
	}
	return levenshtein.Distance(strings.ToLower(a), b, nil)
}

// swapped reports whether two neighbours of one text are in the other order in the other.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) - 1 {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}
