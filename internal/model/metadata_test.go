package model

import (
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// TestName holds names to what the API server takes, for kinds whose rules say nothing about them.
func TestName(t *testing.T) {
	at := field.NewPath("metadata", "name")
	cases := map[string]struct {
		reason, name string
		found        field.ErrorList
		refused      bool
	}{
		"capitals":        {reason: "names are lower case", name: "UP", refused: true},
		"blank":           {reason: "there is none in a name", name: "a b", refused: true},
		"dots":            {reason: "a path would lead elsewhere", name: "..", refused: true},
		"dash at the end": {reason: "a name ends with a letter or digit", name: "a-", refused: true},
		"slash":           {reason: "it is a step of a path", name: "a/b", refused: true},
		"254 characters":  {reason: "253 are allowed", name: strings.Repeat("a", 254), refused: true},
		"253 characters":  {reason: "253 are allowed", name: strings.Repeat("a", 253)},
		"subdomain":       {reason: "labels are joined by dots", name: "qwen2.5-7b"},
		"none yet":        {reason: "it is not known, or reported as missing", name: ""},
		"reported by a rule": {
			reason: "the rule says why", name: "UP", found: field.ErrorList{field.Invalid(at, "UP", "becomes a label (SR-14)")},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			errs := checkName(tc.name, tc.found)
			if got := len(errs) > 0; got != tc.refused {
				t.Fatalf("%s: refused = %t, want %t", tc.reason, got, tc.refused)
			}
			if tc.refused && (errs[0].Field != "metadata.name" || !strings.Contains(errs[0].Detail, "at most 253 lower-case letters")) {
				t.Errorf("%s: %v", tc.reason, errs)
			}
		})
	}
}
