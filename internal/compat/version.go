package main

import (
	"fmt"
	"strconv"
	"strings"
)

// release is a version as semver.org has it, without what precedes a release.
type release struct{ major, minor, patch int }

func parseRelease(version string) (release, error) {
	parts := strings.Split(version, ".")
	var numbers [3]int
	if len(parts) != len(numbers) {
		return release{}, fmt.Errorf("%q is not a version such as 0.1.0", version)
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return release{}, fmt.Errorf("%q is not a version such as 0.1.0", version)
		}
		numbers[i] = n
	}
	return release{numbers[0], numbers[1], numbers[2]}, nil
}

// breaking is the first version that may break what this one has: the next minor version before 1.0, the next major one after it.
func (r release) breaking() release {
	if r.major == 0 {
		return release{0, r.minor + 1, 0}
	}
	return release{r.major + 1, 0, 0}
}

func (r release) less(than release) bool {
	if r.major != than.major {
		return r.major < than.major
	}
	if r.minor != than.minor {
		return r.minor < than.minor
	}
	return r.patch < than.patch
}

func (r release) String() string {
	return fmt.Sprintf("%d.%d.%d", r.major, r.minor, r.patch)
}

// Allowed refuses changes that break users of the released schema, unless the version of the newer one announces them.
func Allowed(released, newer *Dump) error {
	from, err := parseRelease(released.Version)
	if err != nil {
		return err
	}
	to, err := parseRelease(newer.Version)
	if err != nil {
		return err
	}
	var broken []string
	for _, change := range Compare(released, newer) {
		if change.Breaking {
			broken = append(broken, change.String())
		}
	}
	if len(broken) == 0 || !to.less(from.breaking()) {
		return nil
	}
	return fmt.Errorf(`the schema breaks what users of %s wrote:

  %s

Keep what was there, and deprecate it with a sentence that begins "Deprecated: ". Where that is impossible, set VERSION
in GNUmakefile to %s, which announces a breaking change, and add a fragment of the kind Breaking to .changes/unreleased`,
		from, strings.Join(broken, "\n  "), from.breaking())
}
