package main

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/util/version"
)

func parseRelease(text string) (*version.Version, error) {
	v, err := version.ParseSemantic(text)
	if err != nil {
		return nil, fmt.Errorf("%q is not a version such as 0.1.0: %w", text, err)
	}
	return v, nil
}

// breaking is the first version that may break what v has: the next minor version before 1.0, the next major one after it.
func breaking(v *version.Version) *version.Version {
	if v.Major() == 0 {
		return version.MustParseSemantic(fmt.Sprintf("0.%d.0", v.Minor()+1))
	}
	return version.MustParseSemantic(fmt.Sprintf("%d.0.0", v.Major()+1))
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
	if len(broken) == 0 || to.AtLeast(breaking(from)) {
		return nil
	}
	return fmt.Errorf(`the schema breaks what users of %s wrote:

  %s

Keep what was there, and deprecate it with a sentence that begins "Deprecated: ". Where that is impossible, set VERSION
in GNUmakefile to %s, which announces a breaking change, and add a fragment of the kind Breaking to .changes/unreleased`,
		from, strings.Join(broken, "\n  "), breaking(from))
}
