package lint

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

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
		"two folders":      {args: []string{"a", "b"}, code: ExitMisuse},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, problems := run(t, tc.files, tc.args...)
			if code != tc.code || out != tc.want || (problems != "") != (code == ExitMisuse) {
				t.Errorf("ends with %d and prints %q, %q", code, out, problems)
			}
		})
	}
}

func TestMachineFormats(t *testing.T) {
	for format, want := range map[string][]string{
		"json":  {`"file":"main.tf"`, `"line":2`, `"column":12`, `"name":"nam"`, `"nearest":["name"]`},
		"sarif": {`"version":"2.1.0"`, `"ruleId":"unknown-attribute-name"`, `"uri":"main.tf"`, `"startLine":2`, `"startColumn":12`, `"endColumn":15`},
	} {
		code, out, _ := run(t, map[string]string{"main.tf": block}, "-format", format)
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(out)); err != nil || code != ExitFound {
			t.Fatalf("%s: %v, %d: %s", format, err, code, out)
		}
		for _, part := range want {
			if !strings.Contains(compact.String(), part) {
				t.Errorf("%s lacks %s: %s", format, part, out)
			}
		}
	}
}
