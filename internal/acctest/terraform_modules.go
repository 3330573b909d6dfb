//go:build unix

package acctest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// ServeModule serves a module from a registry until the test ends, and returns a call of it.
func (tf *Terraform) ServeModule(t *testing.T, name string, files map[string]string) string {
	t.Helper()
	folder := folderOf(t, files)
	routes := http.NewServeMux()
	routes.HandleFunc("GET /acme/chat/k8s/versions", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprint(w, `{"modules": [{"versions": [{"version": "1.2.0"}]}]}`)
	})
	routes.HandleFunc("GET /acme/chat/k8s/1.2.0/download", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("X-Terraform-Get", "file://"+folder)
		w.WriteHeader(http.StatusNoContent)
	})
	registry := httptest.NewServer(routes)
	t.Cleanup(registry.Close)
	settings, err := os.ReadFile(tf.cliConfig())
	if err != nil {
		t.Fatal(err)
	}
	const host = "modules.example.com"
	put(t, tf.cliConfig(), fmt.Sprintf("%s\nhost %q {\n  services = { \"modules.v1\" = \"%s/\" }\n}\n", settings, host, registry.URL), 0o600)
	return fmt.Sprintf("module %q {\n  source  = \"%s/acme/chat/k8s\"\n  version = \"~> 1.0\"\n}\n", name, host)
}

// CommitModule makes a repository of a module, and returns a call of it.
func CommitModule(t *testing.T, name string, files map[string]string) string {
	t.Helper()
	folder := folderOf(t, files)
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"-c", "user.name=acctest", "-c", "user.email=acctest@example.com", "commit", "--quiet", "-m", "module"}} {
		command := exec.CommandContext(t.Context(), "git", append([]string{"-C", folder}, args...)...) //nolint:gosec // the arguments above
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v: %s", args[0], err, out)
		}
	}
	return fmt.Sprintf("module %q {\n  source = \"git::file://%s\"\n}\n", name, folder)
}

func folderOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for file, text := range files {
		put(t, filepath.Join(folder, file), text, 0o600)
	}
	return folder
}
