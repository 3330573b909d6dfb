//go:build firsthour

package firsthour

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// reader does what stands on a page, in one shell: what a block exports holds for the next ones.
type reader struct {
	stranger

	page, text string
	// dir is where the shell is; the clone at first.
	dir     string
	exports string
}

// followed are the shell blocks that were run, by their page.
var followed = map[string][]string{}

var shellBlocks = regexp.MustCompile("(?ms)^```(?:sh|shell)\n(.*?)^```$")

// open starts to read a page, which is a path in the repository.
func (s stranger) open(t *testing.T, page string) *reader {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.clone, filepath.FromSlash(page)))
	if err != nil {
		t.Fatal(err)
	}
	return &reader{stranger: s, page: page, text: string(raw), dir: s.clone}
}

// follow runs the first shell block that begins so, and returns what it prints.
func (r *reader) follow(t *testing.T, beginning string) string {
	t.Helper()
	block := r.shell(t, beginning)
	said := r.here(t, block)
	for command := range strings.Lines(block) {
		if strings.HasPrefix(command, "export ") {
			r.exports += command
		}
	}
	return said
}

// shell is the first shell block that begins so.
func (r *reader) shell(t *testing.T, beginning string) string {
	t.Helper()
	for _, match := range shellBlocks.FindAllStringSubmatch(r.text, -1) {
		if strings.HasPrefix(match[1], beginning) {
			followed[r.page] = append(followed[r.page], match[1])
			return match[1]
		}
	}
	t.Fatalf("%s has no shell block that begins with %q", r.page, beginning)
	return ""
}

// here runs a script where the shell is.
func (r *reader) here(t *testing.T, script string) string {
	t.Helper()
	return r.run(t, r.exports+"cd '"+r.dir+"'\n"+script)
}

// block is the first code block of a language below a heading.
func (r *reader) block(t *testing.T, heading, language string) string {
	t.Helper()
	_, below, found := strings.Cut("\n"+r.text, "\n"+heading)
	if !found {
		t.Fatalf("%s has no heading %q", r.page, heading)
	}
	_, code, found := strings.Cut(below, "\n```"+language+"\n")
	if !found {
		t.Fatalf("%s has no block of %s below %q", r.page, language, heading)
	}
	code, _, _ = strings.Cut(code, "\n```")
	return code + "\n"
}

// promised is what the page says that a pattern's group is.
func (r *reader) promised(t *testing.T, pattern string) string {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(r.text)
	if found == nil {
		t.Fatalf("%s has nothing like %s", r.page, pattern)
	}
	return found[1]
}

// forgotten are the shell blocks of README.md and the guides that no test ran.
func forgotten(root string) ([]string, error) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "guides", "*.md"))
	if err != nil {
		return nil, err
	}
	left := map[string]bool{}
	for _, file := range append(pages, filepath.Join(root, "README.md")) {
		raw, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		page, err := filepath.Rel(root, file)
		if err != nil {
			return nil, err
		}
		for _, match := range shellBlocks.FindAllStringSubmatch(string(raw), -1) {
			if page = filepath.ToSlash(page); !slices.Contains(followed[page], match[1]) {
				left[page+":\n"+match[1]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(left)), nil
}

// TestMain runs the tests, which share a clone and a cluster, and then sees to it that none of the pages' blocks was left out.
func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(read(m))
}

func read(m *testing.M) int {
	temp, err := os.MkdirTemp("", "firsthour-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	theStranger.temp = temp
	code := m.Run()
	defer func() {
		if out, err := exec.Command("make", "-C", theStranger.clone, "demo-stop").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v: %s\n", err, out)
		}
		if err := os.RemoveAll(temp); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}()
	if some := flag.Lookup("test.run"); code != 0 || some.Value.String() != "" {
		return code
	}
	left, err := forgotten(theStranger.clone)
	for _, block := range left {
		fmt.Fprintln(os.Stderr, "no test runs what stands in "+block)
	}
	if err != nil || len(left) > 0 {
		fmt.Fprintln(os.Stderr, "FAIL", err)
		return 1
	}
	return 0
}
