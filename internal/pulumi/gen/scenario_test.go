package gen_test

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/pulumi/gen"
)

var update = flag.Bool("update", false, "write the programs of the scenarios in every language from those in YAML")

// TestScenarioPrograms has every scenario in every language, as the program in YAML has it, which the engine runs. A link
// that leads nowhere would break the test of its language.
func TestScenarioPrograms(t *testing.T) {
	var warnings bytes.Buffer
	root := filepath.Join(acctest.Root(t), "examples")
	spec, err := gen.Schema(t.Context(), "0.1.0", root, &warnings)
	if err != nil {
		t.Fatalf("%v\n%s", err, &warnings)
	}
	programs, err := filepath.Glob(filepath.Join(root, "pulumi", "scenarios", "*", "Pulumi.yaml"))
	if err != nil || len(programs) == 0 {
		t.Fatalf("the scenarios are %v: %v", programs, err)
	}
	for _, program := range programs {
		text, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Scenario(*spec, filepath.Base(filepath.Dir(program)), string(text))
		if err != nil {
			t.Error(err)
		}
		for _, name := range slices.Sorted(maps.Keys(files)) {
			expectFile(t, filepath.Join(root, "pulumi", filepath.FromSlash(name)), files[name])
		}
	}
	for _, folder := range []string{"go", "typescript", "python", "csharp", "java"} {
		written, _ := filepath.Glob(filepath.Join(root, "pulumi", folder, "*", "Pulumi.yaml"))
		if len(written) != len(programs) {
			t.Errorf("%s has %d scenarios, and YAML %d", folder, len(written), len(programs))
		}
	}
}

func expectFile(t *testing.T, file string, want []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, want, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the program in YAML says: run `go -C internal/pulumi test ./gen -update` (%v)", file, err)
	}
}

// TestExamplesInEveryLanguage has the example of every resource in each language of the SDKs, with names that the schema has.
func TestExamplesInEveryLanguage(t *testing.T) {
	var warnings bytes.Buffer
	spec, err := gen.Schema(t.Context(), "0.1.0", filepath.Join(acctest.Root(t), "examples"), &warnings)
	if err != nil {
		t.Fatalf("%v\n%s", err, &warnings)
	}
	for token, r := range spec.Resources {
		_, name, _ := strings.Cut(strings.TrimPrefix(token, "inference:index/"), ":")
		for _, of := range []struct{ fence, constructs string }{
			{"typescript", "new inference." + name + "("},
			{"python", "= inference." + name + "("},
			{"csharp", "new Inference." + name + "("},
			{"go", "inference.New" + name + "("},
			{"java", "new " + name + "("},
			{"yaml", "type: inference:" + name},
		} {
			_, code, _ := strings.Cut(r.Description, "```"+of.fence+"\n")
			if code, _, _ = strings.Cut(code, "```"); !strings.Contains(code, of.constructs) {
				t.Errorf("the example of %s in %s does not say %s: %s", token, of.fence, of.constructs, code)
			}
		}
	}
}
