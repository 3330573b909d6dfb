package ome

import "testing"

func TestVersionFits(t *testing.T) {
	cases := map[string]struct {
		reason                   string
		runtime, operator, model string
		want                     bool
	}{
		"MissingPart":    {"Missing parts count as 0 where versions have to be equal.", "4.36.0", "Equal", "4.36", true},
		"Prefix":         {"A prefix does not matter where versions have to be equal.", "v1.2.0", "Equal", "1.2.0", true},
		"Unequal":        {"Another version is another version.", "4.36.0", "", "4.36.1", false},
		"Bound":          {"The version of the runtime is an upper bound.", "4.36.0", "GreaterThanOrEqual", "4.33.1", true},
		"BoundReached":   {"The bound itself is within.", "4.36.0", "GreaterThanOrEqual", "4.36.0", true},
		"BoundExcluded":  {"The bound itself is not below.", "4.36.0", "GreaterThan", "4.36.0", false},
		"Beyond":         {"A newer model is beyond the bound.", "4.33.1", "GreaterThanOrEqual", "4.36.0", false},
		"Precision":      {"Versions of unlike precision have no order.", "4.36", "GreaterThan", "4.33.1", false},
		"OtherPrefix":    {"Versions of unlike prefix have no order.", "v4.36.0", "GreaterThan", "4.33.1", false},
		"Development":    {"An unreleased version has no order, so it has to be equal.", "4.43.0.dev0", "GreaterThan", "4.40.0", false},
		"SamePrerelease": {"An unreleased version equals itself.", "4.43.0-rc1", "GreaterThan", "4.43.0-rc1", true},
		"LeadingZero":    {"A leading zero makes it no version.", "04.1", "Equal", "04.1", false},
		"Words":          {"A word is no version.", "main", "Equal", "main", false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if got := versionFits(tc.runtime, tc.operator, tc.model); got != tc.want {
				t.Errorf("%s: %s %s %s = %t", tc.reason, tc.runtime, tc.operator, tc.model, got)
			}
		})
	}
}
