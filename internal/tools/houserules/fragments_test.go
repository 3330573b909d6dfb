package houserules

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestFragments reads the changes that are not released yet as changie does, which takes more than it should.
func TestFragments(t *testing.T) {
	var config struct{ Kinds []struct{ Label string } }
	readYAML(t, filepath.Join(root, ".changie.yaml"), &config)
	var labels []string
	for _, kind := range config.Kinds {
		labels = append(labels, kind.Label)
	}
	if len(labels) == 0 {
		t.Fatal(".changie.yaml has no kinds")
	}
	entries, err := os.ReadDir(filepath.Join(root, ".changes", "unreleased"))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		file := filepath.Join(".changes", "unreleased", entry.Name())
		if filepath.Ext(file) == ".gitkeep" {
			continue
		}
		if filepath.Ext(file) != ".yaml" {
			t.Errorf("%s: a fragment is a file of YAML that ends in .yaml", file)
			continue
		}
		var fragment struct{ Kind, Body string }
		readYAML(t, filepath.Join(root, file), &fragment)
		if !slices.Contains(labels, fragment.Kind) {
			t.Errorf("%s: kind %q is none of %s", file, fragment.Kind, strings.Join(labels, ", "))
		}
		if body := strings.TrimSpace(fragment.Body); !strings.HasSuffix(body, ".") || strings.Contains(body, "\n\n") {
			t.Errorf("%s: body must be one paragraph that ends in a full stop", file)
		}
	}
}

func readYAML(t *testing.T, file string, into any) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(raw, into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
}
