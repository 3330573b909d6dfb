package main

import (
	_ "embed"
	"fmt"
	"regexp"

	"sigs.k8s.io/yaml"
)

//go:embed differences.yaml
var differencesYAML []byte

// explained is one entry of differences.yaml: what a release has in another way than the table, and why.
type explained struct {
	// CRD, Path and Keyword are regular expressions for the whole text.
	CRD     string `json:"crd"`
	Path    string `json:"path"`
	Keyword string `json:"keyword"`
	Ours    string `json:"ours"`
	Theirs  string `json:"theirs"`
	Reason  string `json:"reason"`

	used bool
}

type differences []*explained

func readDifferences() (differences, error) {
	var all differences
	if err := yaml.UnmarshalStrict(differencesYAML, &all); err != nil {
		return nil, fmt.Errorf("differences.yaml: %w", err)
	}
	return all, nil
}

// explain reports whether there is a reason for a difference from a file.
func (all differences) explain(file string, d difference) bool {
	found := false
	for _, e := range all {
		if matches(e.CRD, file) && matches(e.Path, d.path) && matches(e.Keyword, d.keyword) && e.Ours == d.ours && e.Theirs == d.theirs {
			e.used, found = true, true
		}
	}
	return found
}

func matches(pattern, text string) bool {
	return regexp.MustCompile("^(?:" + pattern + ")$").MatchString(text)
}
