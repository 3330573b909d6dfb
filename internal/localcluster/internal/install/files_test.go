package install

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDocuments(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "folder", "b.yaml"), "a: 2\n---\n# only a comment\n---\na: 3\n")
	write(t, filepath.Join(dir, "folder", "c.yml"), "a: 4\n")
	write(t, filepath.Join(dir, "folder", "ignored.txt"), "not YAML: [")
	write(t, filepath.Join(dir, "first.json"), `{"a": 1}`)
	var got []string
	err := documents([]string{filepath.Join(dir, "first.json"), filepath.Join(dir, "folder")}, func(file string, doc []byte) error {
		got = append(got, filepath.Base(file)+" "+string(doc))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{`first.json {"a": 1}`, `b.yaml {"a":2}`, `b.yaml {"a":3}`, `c.yml {"a":4}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("documents in the order of paths and names, without empty ones (-want +got):\n%s", diff)
	}
}

func TestDocumentsSayWhichFileIsWrong(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "bad.yaml"), "a: [")
	write(t, filepath.Join(dir, "empty", "README"), "")
	cases := map[string]struct {
		reason, path, want string
	}{
		"not YAML": {
			reason: "A syntax error names the file.",
			path:   filepath.Join(dir, "bad.yaml"), want: filepath.Join(dir, "bad.yaml") + ": ",
		},
		"folder without YAML": {
			reason: "A folder that has nothing to offer is a mistake, not an empty cluster.",
			path:   filepath.Join(dir, "empty"), want: "the folder has no .yaml file",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			err := documents([]string{tc.path}, func(string, []byte) error { return nil })
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%s want %q, got %v", tc.reason, tc.want, err)
			}
		})
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
