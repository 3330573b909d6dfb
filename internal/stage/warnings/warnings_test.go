package warnings

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBoundedWarnings keeps whole warnings while there is room, and says what it left out.
func TestBoundedWarnings(t *testing.T) {
	long := strings.Repeat("x", maxWarnings-2)
	cases := map[string]struct {
		reason      string
		texts, want []string
	}{
		"none":   {"the attribute is an empty list and not null", nil, []string{}},
		"room":   {"all of them", []string{"a", "b"}, []string{"a", "b"}},
		"filled": {"to the last byte", []string{long, "ab"}, []string{long, "ab"}},
		"over":   {"a cut text would mislead", []string{long, "abc", "d"}, []string{long, "Further warnings: 2 have no room here. Correct these first."}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, bounded(tc.texts)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
