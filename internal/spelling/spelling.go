// Package spelling finds the name that a misspelt one was most likely meant to be.
package spelling

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// Nearest are the names that are spelled most like one, in their order, none when all are more than most slips of the hand away: a
// letter left out, too many, another one, or two that are swapped. Hyphens, underscores and capitals are a matter of style.
func Nearest(to string, names []string, most int) []string {
	var out []string
	for _, name := range names {
		switch d := distance(to, name, most); {
		case d > most:
		case d < most || len(out) == 0:
			out, most = []string{name}, d
		default:
			out = append(out, name)
		}
	}
	return slices.Compact(out)
}

var style = strings.NewReplacer("_", "", "-", "")

// distance is exact up to most, and more than that beyond. With a bound of its own, the library gives numbers that are too small.
func distance(a, b string, most int) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	switch {
	case swapped(a, b) || style.Replace(a) == style.Replace(b):
		return 1
	case max(len(a), len(b))-min(len(a), len(b)) > most:
		return most + 1
	}
	return levenshtein.Distance(a, b, nil)
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
