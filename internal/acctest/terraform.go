//go:build unix

package acctest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
)

// Terraform is the real CLI in a directory of its own.
type Terraform struct {
	executable, dir, home string
	// managed is true where the CLI starts the provider's real executable for every walk.
	managed bool
	// traces makes every process log all that it can.
	traces bool
	// runs counts its commands.
	runs int
	// environment are variables for its commands.
	environment []string
}

// Set sets a variable of the environment, as name=value, for the commands that follow.
func (tf *Terraform) Set(variable string) { tf.environment = append(tf.environment, variable) }

// NewTerraform returns a CLI for a test, with the provider in the test process and the types alone that the configuration
// names: processes and schemas take most of the time of a short command. What it manages at the end of the test is destroyed.
func NewTerraform(t *testing.T) *Terraform {
	t.Helper()
	return newTerraform(t, "")
}

// NewManaged is as [NewTerraform], with the provider's real executable, for what does not show from within the test process: logs,
// processes that die, commands that are interrupted, several provider blocks.
func NewManaged(t *testing.T) *Terraform {
	t.Helper()
	tf := newTerraform(t, "dev_overrides { \"inferops/inference\" = %q }")
	tf.managed = true
	// The process that Terraform starts notes its id, and then becomes the provider.
	put(t, filepath.Join(tf.home, "terraform-provider-inference"),
		fmt.Sprintf("#!/bin/sh\necho $$ > '%s'\nexec '%s' \"$@\"\n", tf.processFile(), executable(t)), 0o700)
	return tf
}

// newTerraform returns a CLI that downloads nothing. installation says further where it finds providers, %q being its home.
func newTerraform(t *testing.T, installation string) *Terraform {
	t.Helper()
	tf := &Terraform{executable: cli(t), dir: t.TempDir(), home: t.TempDir()}
	installation = strings.ReplaceAll(installation+"\nfilesystem_mirror { path = %q }", "%q", strconv.Quote(tf.home))
	put(t, tf.cliConfig(), "disable_checkpoint = true\nprovider_installation {\n"+installation+"\n}\n", 0o600)
	t.Cleanup(func() {
		if !tf.manages() {
			return
		}
		if out := tf.Destroy(t); !out.OK {
			t.Errorf("destroying what is left: %s", out.Log)
		}
	})
	return tf
}

// cli is the path of terraform or tofu.
func cli(t *testing.T) string {
	t.Helper()
	if path := os.Getenv("TF_ACC_TERRAFORM_PATH"); path != "" {
		return path
	}
	path, err := exec.LookPath("terraform")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// built is the provider, built once for the test process.
var built sync.Once

func executable(t *testing.T) string {
	t.Helper()
	root := Root(t)
	path := filepath.Join(root, ".build", "acctest", "terraform-provider-inference")
	built.Do(func() {
		build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", path, ".")
		build.Dir = root
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building the provider: %v\n%s", err, out)
		}
	})
	return path
}

func put(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func (tf *Terraform) stateFile() string   { return filepath.Join(tf.dir, "terraform.tfstate") }
func (tf *Terraform) cliConfig() string   { return filepath.Join(tf.home, "cli.tfrc") }
func (tf *Terraform) processFile() string { return filepath.Join(tf.home, "provider.pid") }
func (tf *Terraform) logFile() string     { return filepath.Join(tf.home, "provider.log") }

// Configure replaces the configuration, which begins with its provider block.
func (tf *Terraform) Configure(t *testing.T, config string) {
	t.Helper()
	const required = "terraform {\n  required_providers {\n    inference = { source = \"inferops/inference\" }\n  }\n}\n"
	put(t, filepath.Join(tf.dir, "main.tf"), required+config, 0o600)
}

// SetVariables gives the variables of the configuration, as lines of HCL.
func (tf *Terraform) SetVariables(t *testing.T, lines string) {
	t.Helper()
	put(t, filepath.Join(tf.dir, "terraform.tfvars"), lines+"\n", 0o600)
}

// LoseState removes the state, as when nobody kept it.
func (tf *Terraform) LoseState(t *testing.T) {
	t.Helper()
	if err := os.Remove(tf.stateFile()); err != nil {
		t.Fatal(err)
	}
}

// Apply applies the configuration.
func (tf *Terraform) Apply(t *testing.T) Outcome {
	t.Helper()
	return tf.StartApply(t).Wait(t)
}

// MustApply applies the configuration, and fails the test when that fails.
func (tf *Terraform) MustApply(t *testing.T) Outcome {
	t.Helper()
	out := tf.Apply(t)
	if !out.OK {
		t.Fatalf("terraform apply: %s", out.Log)
	}
	return out
}

// Destroy destroys all that the state has.
func (tf *Terraform) Destroy(t *testing.T) Outcome {
	t.Helper()
	return tf.start(t, "destroy", "-auto-approve", "-json").Wait(t)
}

// Preview plans the configuration, and fails the test when that fails. It is cheaper than [Terraform.Plan].
func (tf *Terraform) Preview(t *testing.T) Outcome {
	t.Helper()
	out := tf.start(t, "plan", "-json").Wait(t)
	if !out.OK {
		t.Fatalf("terraform plan: %s", out.Log)
	}
	return out
}

// TryPlan plans the configuration, which may fail.
func (tf *Terraform) TryPlan(t *testing.T) Outcome {
	t.Helper()
	return tf.start(t, "plan", "-json").Wait(t)
}

// Plan returns the plan of the configuration.
func (tf *Terraform) Plan(t *testing.T) *tfjson.Plan {
	t.Helper()
	if out := tf.start(t, "plan", "-json", "-out=plan").Wait(t); !out.OK {
		t.Fatalf("terraform plan: %s", out.Log)
	}
	plan := &tfjson.Plan{}
	tf.show(t, plan, "plan")
	return plan
}

// manages reports whether the state has anything.
func (tf *Terraform) manages() bool {
	raw, err := os.ReadFile(tf.stateFile())
	var state struct{ Resources []any }
	return err == nil && (json.Unmarshal(raw, &state) != nil || len(state.Resources) > 0)
}

// Resource returns what the state knows of a resource, nil when it does not know it.
func (tf *Terraform) Resource(t *testing.T, address string) *tfjson.StateResource {
	t.Helper()
	state := &tfjson.State{}
	tf.show(t, state)
	if state.Values == nil {
		return nil
	}
	for _, r := range state.Values.RootModule.Resources {
		if r.Address == address {
			return r
		}
	}
	return nil
}

// StateSizes returns how many bytes of JSON the state holds of every resource, by address.
// Indentation is the file's and not counted.
func (tf *Terraform) StateSizes(t *testing.T) map[string]int {
	t.Helper()
	raw, err := os.ReadFile(tf.stateFile())
	if err != nil {
		t.Fatal(err)
	}
	var state struct {
		Resources []struct {
			Type, Name string
			Instances  []json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &state); err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int{}
	for _, r := range state.Resources {
		for _, instance := range r.Instances {
			var compact bytes.Buffer
			if err := json.Compact(&compact, instance); err != nil {
				t.Fatal(err)
			}
			sizes[r.Type+"."+r.Name] += compact.Len()
		}
	}
	return sizes
}

func (tf *Terraform) show(t *testing.T, into json.Unmarshaler, args ...string) {
	t.Helper()
	out := tf.start(t, append([]string{"show", "-json"}, args...)...).Wait(t)
	if !out.OK {
		t.Fatalf("terraform show: %s", out.Log)
	}
	if err := into.UnmarshalJSON([]byte(out.Log)); err != nil {
		t.Fatalf("%v\n%s", err, out.Log)
	}
}
