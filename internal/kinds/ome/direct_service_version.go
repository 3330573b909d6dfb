package ome

import (
	"regexp"
	"strconv"
	"strings"
)

// numberedVersion is a version of a format or framework, in parts.
type numberedVersion struct {
	numbers [3]int
	// parts is how many numbers are written, and prefix the leading "v" if there is one.
	parts  int
	prefix string
	// unofficial is what follows the numbers: a pre-release, a build or a development version.
	unofficial string
}

var versionParts = regexp.MustCompile(`^(v?)([0-9]+(?:\.[0-9]+){0,2})(.*)$`)

// parseVersion returns false for what OME does not take for a version.
func parseVersion(text string) (numberedVersion, bool) {
	if !modelVersion.MatchString(text) {
		return numberedVersion{}, false
	}
	match := versionParts.FindStringSubmatch(text)
	v := numberedVersion{prefix: match[1], unofficial: match[3]}
	for number := range strings.SplitSeq(match[2], ".") {
		parsed, err := strconv.Atoi(number)
		if err != nil {
			return numberedVersion{}, false
		}
		v.numbers[v.parts] = parsed
		v.parts++
	}
	return v, true
}

// versionFits reports whether a runtime that asks for one version takes a model of
// another. An operator other than Equal makes the runtime's version an upper bound, but
// only among released versions that are written alike.
//
// Mirrors sgl-project/ome pkg/runtimeselector, pkg/modelver @v0.1.5.
func versionFits(runtime, operator, model string) bool {
	r, runtimeOK := parseVersion(runtime)
	m, modelOK := parseVersion(model)
	if !runtimeOK || !modelOK {
		return false
	}
	if operator != "GreaterThan" && operator != "GreaterThanOrEqual" || r.unofficial != "" || m.unofficial != "" {
		return r.numbers == m.numbers && r.unofficial == m.unofficial
	}
	if r.parts != m.parts || r.prefix != m.prefix {
		return false
	}
	for i := range r.numbers {
		if r.numbers[i] != m.numbers[i] {
			return r.numbers[i] > m.numbers[i]
		}
	}
	return operator == "GreaterThanOrEqual"
}
