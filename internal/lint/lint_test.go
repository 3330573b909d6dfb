package lint

import (
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/source"
)

func schemas(source.Mode, string) *tfprotov6.SchemaBlock {
	return &tfprotov6.SchemaBlock{Attributes: []*tfprotov6.SchemaAttribute{{Name: "spec", NestedType: &tfprotov6.SchemaObject{
		Nesting: tfprotov6.SchemaObjectNestingModeSingle, Attributes: []*tfprotov6.SchemaAttribute{{Name: "name", Type: tftypes.String}},
	}}}}
}

const (
	call   = "module \"m\" {\n  source = \"./m\"\n}\n"
	block  = "resource \"inference_chat\" \"it\" {\n  spec = { nam = 1 }\n}\n"
	saying = `spec of inference_chat.it has no attribute "nam". The value is not used, because Terraform leaves out names that a schema does not have. Use "name".`
)

func run(t *testing.T, files map[string]string, args ...string) (code int, out, problems string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	var printed, said bytes.Buffer
	code = Run(args, &printed, &said, "inference", schemas)
	return code, printed.String(), said.String()
}

func TestText(t *testing.T) {
	for name, tc := range map[string]struct {
		files map[string]string
		args  []string
		code  int
		want  string
	}{
		"nothing":          {code: ExitClean},
		"once":             {files: map[string]string{"main.tf": block}, code: ExitFound, want: "main.tf:2:12: " + saying + "\n"},
		"folder":           {files: map[string]string{"x/main.tf": block}, args: []string{"x"}, code: ExitFound, want: "x/main.tf:2:12: " + saying + "\n"},
		"called module":    {files: map[string]string{"main.tf": call, "m/main.tf": block}, code: ExitFound, want: "m/main.tf:2:12: " + saying + "\n"},
		"file of OpenTofu": {files: map[string]string{"main.tf": "", "main.tofu": block}, code: ExitFound, want: "main.tofu:2:12: " + saying + "\n"},
		"format":           {args: []string{"-format", "xml"}, code: ExitMisuse},
		"flag":             {args: []string{"-x"}, code: ExitMisuse},
		"two folders":      {files: map[string]string{"a/main.tf": block, "b/main.tf": "", "c/main.tf": block}, args: []string{"b", "a/"}, code: ExitFound, want: "a/main.tf:2:12: " + saying + "\n"},
		"files":            {files: map[string]string{"a/main.tf": block, "a/b.tf": "", "c/main.tf": block}, args: []string{"a/b.tf", "a/main.tf"}, code: ExitFound, want: "a/main.tf:2:12: " + saying + "\n"},
		"no such folder":   {files: map[string]string{"main.tf": block}, args: []string{"a"}, code: ExitMisuse},
		"unparsable":       {files: map[string]string{"a.tf": block + "}", "main.tf": block}, code: ExitMisuse, want: "main.tf:2:12: " + saying + "\n"},
		"unparsable test":  {files: map[string]string{"tests/a.tftest.hcl": "mock_provider \"inference\" {"}, code: ExitMisuse},
		"another provider": {files: map[string]string{"main.tf": "resource \"other_chat\" \"it\" {"}, code: ExitClean},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, problems := run(t, tc.files, tc.args...)
			if code != tc.code || out != tc.want || (problems != "") != (code == ExitMisuse) {
				t.Errorf("ends with %d and prints %q, %q", code, out, problems)
			}
		})
	}
}

// TestProblem shows what is said of a file that cannot be parsed.
func TestProblem(t *testing.T) {
	_, _, problems := run(t, map[string]string{"a.tf": block + "}"})
	if want := "a.tf:4,1-2: Argument or block definition required;"; !strings.HasPrefix(problems, want) || strings.Count(problems, "\n") != 1 {
		t.Errorf("says %q, want one line that begins with %q", problems, want)
	}
}

func TestJSON(t *testing.T) {
	for name, config := range map[string]string{"near": block, "far": strings.Replace(block, "nam ", "qqqqqqqq ", 1)} {
		code, out, _ := run(t, map[string]string{"main.tf": config}, "-format", "json")
		var got struct {
			Findings []struct {
				File, Address, Path, Name, Message string
				Line, Column                       int
				EndLine                            int `json:"end_line"`
				EndColumn                          int `json:"end_column"`
				Nearest, Allowed                   []string
			}
		}
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != ExitFound || len(got.Findings) != 1 {
			t.Fatalf("%s: %v, %d: %s", name, err, code, out)
		}
		f := got.Findings[0]
		if f.File != "main.tf" || f.Line != 2 || f.Column != 12 || f.EndLine != 2 || f.Address != "inference_chat.it" || f.Path != "spec" || f.Nearest == nil || len(f.Allowed) != 1 || f.Message == "" {
			t.Errorf("%s: %s", name, out)
		}
	}
}

// sarif has the properties that objects of the format may have, of which those with an asterisk are required; the format allows no
// others. Those that the command does not write are left out.
//
// Source: oasis-tcs/sarif-spec Schemata/sarif-schema-2.1.0.json@0a8091f.
var sarif = map[string][]string{
	"":                        {"$schema", "version*", "runs*"},
	".runs":                   {"tool*", "columnKind", "results"},
	".runs.tool":              {"driver*"},
	".runs.tool.driver":       {"name*", "informationUri", "rules"},
	".runs.results":           {"ruleId", "ruleIndex", "level", "message*", "locations"},
	".runs.results.message":   {"text*"},
	".runs.results.locations": {"physicalLocation", "logicalLocations"},
	".runs.results.locations.logicalLocations":                  {"fullyQualifiedName", "kind"},
	".runs.results.locations.physicalLocation":                  {"artifactLocation", "region"},
	".runs.results.locations.physicalLocation.artifactLocation": {"uri"},
	".runs.results.locations.physicalLocation.region":           {"startLine", "startColumn", "endLine", "endColumn"},
	".runs.tool.driver.rules":                                   {"id*", "shortDescription", "fullDescription", "helpUri", "defaultConfiguration"},
	".runs.tool.driver.rules.shortDescription":                  {"text*"},
	".runs.tool.driver.rules.fullDescription":                   {"text*"},
	".runs.tool.driver.rules.defaultConfiguration":              {"level"},
}

// holdSARIF reports properties that an object of the format may not have, or lacks.
func holdSARIF(t *testing.T, at string, value any) {
	t.Helper()
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			holdSARIF(t, at, item)
		}
	case map[string]any:
		for _, property := range sarif[at] {
			name, required := strings.CutSuffix(property, "*")
			if _, ok := value[name]; required && !ok {
				t.Errorf("%q lacks %s", at, name)
			}
		}
		for name, inner := range value {
			if !slices.Contains(sarif[at], name) && !slices.Contains(sarif[at], name+"*") {
				t.Errorf("%q has %s", at, name)
			}
			holdSARIF(t, at+"."+name, inner)
		}
	}
}

func TestSARIF(t *testing.T) {
	for name, tc := range map[string]struct {
		files map[string]string
		code  int
		uris  []string
	}{
		"nothing": {code: ExitClean},
		"found":   {files: map[string]string{"main.tf": block, "a b/c#1.tf": "", "m/ü.tf": ""}, code: ExitFound, uris: []string{"main.tf"}},
		"names":   {files: map[string]string{"a b#1.tf": block}, code: ExitFound, uris: []string{"a%20b%231.tf"}},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, _ := run(t, tc.files, "-format", "sarif")
			var tree any
			if err := json.Unmarshal([]byte(out), &tree); err != nil || code != tc.code {
				t.Fatalf("%v, %d: %s", err, code, out)
			}
			holdSARIF(t, "", tree)
			var log struct {
				Version string
				Runs    []struct {
					ColumnKind string
					Results    []struct {
						RuleID    string `json:"ruleId"`
						RuleIndex int
						Level     string
						Message   struct{ Text string }
						Locations []struct {
							PhysicalLocation struct {
								ArtifactLocation struct{ URI string }
								Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
							}
						}
					}
					Tool struct {
						Driver struct {
							Rules []struct{ ID, HelpURI string }
						}
					}
				}
			}
			if err := json.Unmarshal([]byte(out), &log); err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 {
				t.Fatalf("%v: %s", err, out)
			}
			one := log.Runs[0]
			var uris []string
			for _, r := range one.Results {
				at := r.Locations[0].PhysicalLocation
				uris = append(uris, at.ArtifactLocation.URI)
				if _, err := url.Parse(at.ArtifactLocation.URI); err != nil {
					t.Error(err)
				}
				if one.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.Level != "error" || r.Message.Text != saying {
					t.Errorf("result %+v", r)
				}
				if g := at.Region; g.StartLine != 2 || g.StartColumn != 12 || g.EndLine != 2 || g.EndColumn != 15 {
					t.Errorf("region %+v", g)
				}
			}
			if !slices.Equal(uris, tc.uris) || one.ColumnKind != "unicodeCodePoints" || one.Results == nil || one.Tool.Driver.Rules[0].HelpURI == "" {
				t.Errorf("files %q of %s", uris, out)
			}
		})
	}
}

// TestHook holds the hook of pre-commit to the command, and to the files that it reads.
func TestHook(t *testing.T) {
	raw, err := os.ReadFile("../../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct {
		Entry, Files, Language string
		PassFilenames          *bool `json:"pass_filenames"`
	}
	if err := yaml.Unmarshal(raw, &hooks); err != nil || len(hooks) != 1 {
		t.Fatal(err)
	}
	hook := hooks[0]
	if hook.Entry != "terraform-provider-inference "+Name || hook.Language != "golang" || hook.PassFilenames != nil {
		t.Errorf("the hook is %+v: it gets the files, which stand for their folders", hook)
	}
	files := regexp.MustCompile(hook.Files)
	for name, want := range map[string]bool{
		"main.tf": true, "a/b.tf": true, "a.tf.json": true, "a.tofu": true, "a.tofu.json": true, "tests/a.tftest.hcl": true, "a.tftest.json": true,
		"a.tofutest.hcl": true, "a.tfquery.hcl": true, "a.tfvars": false, "a.json": false, "a.hcl": false, "a.tf.md": false, "tf": false,
	} {
		if files.MatchString(name) != want {
			t.Errorf("%s: want %t", name, want)
		}
	}
}
