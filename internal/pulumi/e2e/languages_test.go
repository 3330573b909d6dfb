//go:build unix

package e2e

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// report is what a program prints about its life.
type report struct {
	Ready    bool
	Endpoint string
	// Again are the operations of the preview after the creation.
	Again map[string]int
}

// expectLife runs a driver of a program, and expects that it was ready, that nothing was left
// to do then, and that it is gone.
func expectLife(t *testing.T, c *acctest.Cluster, driver *exec.Cmd, deployed acctest.Object) {
	t.Helper()
	for name, value := range environment(t, c) {
		driver.Env = append(driver.Env, name+"="+value)
	}
	driver.Env = append(driver.Env, "HOME="+t.TempDir())
	var told report
	if err := json.Unmarshal(run(t, driver), &told); err != nil {
		t.Fatal(err)
	}
	if !told.Ready || told.Endpoint == "" || !slices.Equal(slices.Collect(maps.Keys(told.Again)), []string{"same"}) {
		t.Errorf("the program tells %+v", told)
	}
	if c.Get(t, deployed) != nil {
		t.Error("a destroy leaves the deployment")
	}
}

// run runs a command, and logs the most memory that it or what it started has taken at once.
func run(t *testing.T, cmd *exec.Cmd) []byte {
	t.Helper()
	var said bytes.Buffer
	cmd.Stderr = &said
	printed, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s", cmd, err, printed, &said)
	}
	if used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.Logf("%s: %s of processor, %d MB", filepath.Base(cmd.Path), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime(), used.Maxrss>>10)
		if used.Maxrss>>10 > maxMemory {
			t.Errorf("%s takes %d MB of memory, more than %d", cmd, used.Maxrss>>10, maxMemory)
		}
	}
	return printed
}

// maxMemory is what a program may take to be compiled with an SDK, in MB: what a runner with
// 4 GB has left for it. The package of the SDK takes 2,050 to 2,150 with 27 kinds.
const maxMemory = 3 << 10

// sdk is the folder of the SDK of a language.
func sdk(t *testing.T, language string) string {
	t.Helper()
	folder := filepath.Join(acctest.Root(t), ".build", "pulumi", "sdk", language)
	if _, err := os.Stat(folder); err != nil {
		t.Fatalf("the SDK is not made, run `make pulumi-sdk`: %v", err)
	}
	return folder
}

func copyTo(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, text, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestGoProgram builds the module of the example in Go with its SDK, as its user does, and leads
// a stack of its program through its life by Pulumi's Automation API.
func TestGoProgram(t *testing.T) {
	t.Parallel()
	c := clusterFor(t, "direct")
	root, dir := acctest.Root(t), t.TempDir()
	example := filepath.Join(root, "examples", "pulumi", "go")
	if err := os.CopyFS(dir, os.DirFS(example)); err != nil {
		t.Fatal(err)
	}
	build := func(args ...string) {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-buildvcs=false")
		run(t, cmd)
	}
	build("mod", "edit", "-replace=github.com/inferops/pulumi-inference/sdk/go="+sdk(t, "go"))
	build("vet", "./...") // the scenarios, too
	build("build", "-o", "example", ".")
	copyTo(t, filepath.Join("testdata", "drive.go.txt"), filepath.Join(dir, "main.go"))
	// The example does without the Automation API; what that imports is summed in the plugin's module.
	copyTo(t, filepath.Join(root, "internal", "pulumi", "go.sum"), filepath.Join(dir, "go.sum"))
	build("build", "-mod=mod", "-o", "program", ".")
	driver := exec.CommandContext(t.Context(), filepath.Join(dir, "program"))
	driver.Dir = dir
	expectLife(t, c, driver, chat{name: "chat-go", mode: "direct"}.live())
}
