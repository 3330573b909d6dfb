package engines

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// VersionOf returns the version of the engine in an image, "" where the tag does not tell.
func (e Engine) VersionOf(image string) string {
	repository, tag := split(image)
	if e.tag == nil || !e.has(repository) {
		return ""
	}
	if match := e.tag.FindStringSubmatch(tag); match != nil {
		return match[1]
	}
	return ""
}

// has reports whether images of the repository hold the engine.
func (e Engine) has(repository string) bool {
	return slices.ContainsFunc(e.Repositories, func(end string) bool { return repository == end || strings.HasSuffix(repository, "/"+end) })
}

// Knows reports whether the arguments of a version are known. Those of later ones than the last are not.
func (e Engine) Knows(version string) bool {
	return len(e.Known().Arguments) > 0 && within(e.Known().Versions, version)
}

// within reports whether a version is one of those that were read, or between them.
func within(read []Version, version string) bool {
	return version != "" && len(read) > 0 && compare(version, read[0].Version) >= 0 && compare(version, read[len(read)-1].Version) <= 0
}

// Lacks reports whether the engine in an image is of a version that is known not to have an argument.
func Lacks(image, argument string) bool {
	e, known := ofImage(image)
	version := e.VersionOf(image)
	if !known || !e.Knows(version) {
		return false
	}
	versions := e.around(version)
	a := e.find(argument, versions)
	return a == nil || !a.in(versions)
}

// around returns the known versions of which a version between them may have what either has.
func (e Engine) around(version string) []release {
	return between(e.Known().Versions, e.Known().EveryVersion, version)
}

func between(read []Version, every bool, version string) []release {
	if every {
		return []release{readRelease(version)}
	}
	at, found := slices.BinarySearchFunc(read, version, func(v Version, version string) int { return compare(v.Version, version) })
	if found || at == 0 || at == len(read) {
		return []release{readRelease(version)}
	}
	return []release{readRelease(read[at-1].Version), readRelease(read[at].Version)}
}

// in reports whether one of the versions has the argument.
func (a *Argument) in(versions []release) bool {
	return slices.ContainsFunc(versions, func(r release) bool {
		return (a.since == nil || slices.Compare(r, a.since) >= 0) && (a.until == nil || slices.Compare(r, a.until) < 0)
	})
}

// release is the numbers of a version, by which they are ordered.
type release []int

var digits = regexp.MustCompile(`\d+`)

func readRelease(version string) release {
	var r release
	for _, text := range digits.FindAllString(version, -1) {
		n, _ := strconv.Atoi(text)
		r = append(r, n)
	}
	return r
}

func compare(a, b string) int { return slices.Compare(readRelease(a), readRelease(b)) }
