package houserules

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/mod/modfile"
)

// linked are the modules that CI builds whole. What they share is compiled once only when the versions are the same, and
// Kubernetes takes minutes.
var linked = []string{".", "internal/localcluster", "internal/pulumi", "internal/tools", "examples/pulumi/go"}

func TestModulesShareVersions(t *testing.T) {
	shared, first := 0, map[string]string{}
	where := map[string]string{}
	for _, folder := range linked {
		file := filepath.Join(root, folder, "go.mod")
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := modfile.Parse(file, raw, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range parsed.Require {
			version, known := first[r.Mod.Path]
			switch {
			case !known:
				first[r.Mod.Path], where[r.Mod.Path] = r.Mod.Version, folder
			case version != r.Mod.Version:
				t.Errorf("%s needs %s and %s needs %s of it: `go get` the newer one in both", folder, r.Mod, where[r.Mod.Path], version)
			default:
				shared++
			}
		}
	}
	if shared < 100 {
		t.Errorf("%d requirements are shared only: the search for them is broken", shared)
	}
}
