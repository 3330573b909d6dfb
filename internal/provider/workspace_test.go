package provider

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// TestWorkspace holds that runs for one state agree and runs for two states do not.
func TestWorkspace(t *testing.T) {
	const s3 = `{"version":3,"backend":{"type":"s3","config":{"bucket":"states","key":%KEY%,"secret_key":%SECRET%},"hash":1}}`
	type run struct {
		directory string
		variables map[string]string
		files     map[string]string
	}
	backend := func(key, secret string) map[string]string {
		return map[string]string{".terraform/terraform.tfstate": replaced(s3, key, secret)}
	}
	here, there := t.TempDir(), t.TempDir()
	first := run{directory: here}
	for name, tc := range map[string]struct {
		reason string
		a, b   run
		same   bool
	}{
		"Again":            {"the same directory", first, first, true},
		"OtherDirectory":   {"a local state lies in its directory", first, run{directory: there}, false},
		"OtherWorkspace":   {"each workspace has a state", first, run{directory: here, variables: map[string]string{"TF_WORKSPACE": "prod"}}, false},
		"Selected":         {"a selected workspace is the one that the variable names", run{directory: here, variables: map[string]string{"TF_WORKSPACE": "prod"}}, run{directory: here, files: map[string]string{".terraform/environment": "prod"}}, true},
		"Backend":          {"a state in a backend is the same from everywhere", run{directory: here, files: backend("a", "x")}, run{directory: there, files: backend("a", "x")}, true},
		"RotatedSecret":    {"secrets of a backend change from run to run", run{directory: here, files: backend("a", "x")}, run{directory: here, files: backend("a", "y")}, true},
		"OtherKey":         {"a backend keeps many states", run{directory: here, files: backend("a", "x")}, run{directory: here, files: backend("b", "x")}, false},
		"DataDirectory":    {"the data directory may be elsewhere", run{directory: here, files: backend("a", "x")}, run{directory: there, variables: map[string]string{"TF_DATA_DIR": "data"}, files: map[string]string{"data/terraform.tfstate": replaced(s3, "a", "x")}}, true},
		"HCPTerraform":     {"every run of HCP Terraform has a directory of its own", run{directory: here, variables: map[string]string{"TFC_WORKSPACE_SLUG": "org/llm"}}, run{directory: there, variables: map[string]string{"TFC_WORKSPACE_SLUG": "org/llm"}}, true},
		"HCPTerraformTwo":  {"and a name of its workspace", run{directory: here, variables: map[string]string{"TFC_WORKSPACE_SLUG": "org/llm"}}, run{directory: here, variables: map[string]string{"TFC_WORKSPACE_SLUG": "org/other"}}, false},
		"UnreadableBackup": {"garbage in the data directory is no backend", run{directory: here, files: map[string]string{".terraform/terraform.tfstate": "{"}}, first, true},
	} {
		t.Run(name, func(t *testing.T) {
			id := func(r run) string {
				t.Chdir(r.directory)
				for file, text := range r.files {
					if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
					defer func() { _ = os.RemoveAll(filepath.Dir(file)) }()
				}
				return workspace(func(name string) (string, bool) { v, ok := r.variables[name]; return v, ok })
			}
			a, b := id(tc.a), id(tc.b)
			if (a == b) != tc.same || len(a) != object.MaxWorkspace {
				t.Errorf("%s: %s and %s, want the same: %v", tc.reason, a, b, tc.same)
			}
		})
	}
}

func replaced(text, key, secret string) string {
	return strings.NewReplacer("%KEY%", strconv.Quote(key), "%SECRET%", strconv.Quote(secret)).Replace(text)
}
