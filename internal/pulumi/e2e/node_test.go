//go:build unix && node

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestTypeScriptProgram type-checks the SDK for Node.js, the example and every scenario with it, and leads a
// stack of the example through its life.
func TestTypeScriptProgram(t *testing.T) {
	c := clusterFor(t, "direct")
	root := acctest.Root(t)
	node := filepath.Join(root, ".build", "pulumi", "node")
	dir := filepath.Join(node, "program") // below the modules
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	copyTo(t, filepath.Join(root, "examples", "pulumi", "typescript", "program.ts"), filepath.Join(dir, "program.ts"))
	copyTo(t, filepath.Join("testdata", "drive.ts.txt"), filepath.Join(dir, "drive.ts"))
	sources := []string{"--strict", "--target", "es2020", "--module", "commonjs", "--moduleResolution", "node", "--skipLibCheck", "drive.ts"}
	scenarios, err := filepath.Glob(filepath.Join(root, "examples", "pulumi", "typescript", "*", "index.ts"))
	if err != nil || len(scenarios) == 0 {
		t.Fatalf("the scenarios are %v: %v", scenarios, err)
	}
	for _, scenario := range scenarios {
		name := filepath.Base(filepath.Dir(scenario)) + ".ts"
		copyTo(t, scenario, filepath.Join(dir, name))
		sources = append(sources, name)
	}
	compile := exec.CommandContext(t.Context(), filepath.Join(node, "node_modules", ".bin", "tsc"), sources...)
	compile.Dir = dir
	run(t, compile)
	driver := exec.CommandContext(t.Context(), "node", "drive.js")
	driver.Dir = dir
	expectLife(t, c, driver, chat{name: "chat-ts", mode: "direct"}.live())
}
