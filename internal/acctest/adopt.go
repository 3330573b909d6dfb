//go:build unix

package acctest

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
)

// Former is a resource of another provider in a state that somebody brings along.
type Former struct {
	// Provider is where the provider is in the registry, such as "hashicorp/kubernetes".
	Provider string
	// Type and Name are the address of the resource.
	Type, Name string
	// SchemaVersion is that of the attributes.
	SchemaVersion int
	// Attributes are as the provider left them.
	Attributes map[string]any
}

// generic is the stand-in for the other providers, built once for the test process.
var generic sync.Once

// PutState replaces the state by one with resources of other providers. Terraform insists on
// having these: in their place is one that knows their schemas and no more.
func (tf *Terraform) PutState(t *testing.T, former ...Former) {
	t.Helper()
	program := filepath.Join(Root(t), ".build", "acctest", "generic")
	generic.Do(func() {
		build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", program, "./internal/acctest/testdata/generic")
		build.Dir = Root(t)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building the generic provider: %v\n%s", err, out)
		}
	})
	overrides := map[string]bool{fmt.Sprintf("    %q = %q\n", "inferops/inference", tf.home): true}
	resources := make([]map[string]any, len(former))
	for i, f := range former {
		_, name, _ := strings.Cut(f.Provider, "/")
		put(t, filepath.Join(tf.home, "terraform-provider-"+name), fmt.Sprintf("#!/bin/sh\nexec '%s' \"$@\"\n", program), 0o700)
		overrides[fmt.Sprintf("    %q = %q\n", f.Provider, tf.home)] = true
		resources[i] = map[string]any{
			"mode": "managed", "type": f.Type, "name": f.Name,
			"provider":  fmt.Sprintf("provider[\"registry.terraform.io/%s\"]", f.Provider),
			"instances": []any{map[string]any{"schema_version": f.SchemaVersion, "attributes": f.Attributes}},
		}
	}
	var lines strings.Builder
	for line := range overrides {
		lines.WriteString(line)
	}
	put(t, tf.cliConfig(), fmt.Sprintf(
		"disable_checkpoint = true\nprovider_installation {\n  dev_overrides {\n%s  }\n  filesystem_mirror { path = %q }\n}\n", &lines, tf.home), 0o600)
	state, err := json.Marshal(map[string]any{
		"version": 4, "terraform_version": "1.8.0", "serial": 1, "lineage": "former", "outputs": map[string]any{}, "resources": resources,
	})
	if err != nil {
		t.Fatal(err)
	}
	put(t, tf.stateFile(), string(state), 0o600)
}

// ExpectFormatted checks that `terraform fmt` would leave the configuration as it is.
func (tf *Terraform) ExpectFormatted(t *testing.T) {
	t.Helper()
	if out := tf.start(t, "fmt", "-check", "-diff").Wait(t); !out.OK {
		t.Errorf("the configuration is not formatted: %s", out.Log)
	}
}

// Outputs returns the outputs that the state has, each of them an object.
func (tf *Terraform) Outputs(t *testing.T) map[string]map[string]any {
	t.Helper()
	out := map[string]map[string]any{}
	for name, output := range tf.outputs(t) {
		out[name], _ = output.Value.(map[string]any)
	}
	return out
}

// Text returns the value of an output that is text.
func (tf *Terraform) Text(t *testing.T, output string) string {
	t.Helper()
	found, ok := tf.outputs(t)[output]
	if !ok {
		t.Fatalf("there is no output %s", output)
	}
	text, ok := found.Value.(string)
	if !ok {
		t.Fatalf("the output %s is no text: %v", output, found.Value)
	}
	return text
}

func (tf *Terraform) outputs(t *testing.T) map[string]*tfjson.StateOutput {
	t.Helper()
	state := &tfjson.State{}
	tf.show(t, state)
	return state.Values.Outputs
}
