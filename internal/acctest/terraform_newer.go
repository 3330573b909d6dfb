//go:build unix

package acctest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
)

// Invoke invokes an action of the configuration, and applies nothing else.
func (tf *Terraform) Invoke(t *testing.T, address string) Outcome {
	t.Helper()
	return tf.start(t, "apply", "-auto-approve", "-json", "-invoke="+address).Wait(t)
}

// Query runs the list blocks of the configuration.
func (tf *Terraform) Query(t *testing.T) Outcome {
	t.Helper()
	return tf.start(t, "query", "-json").Wait(t)
}

// Generate runs the list blocks of the configuration, and returns the import blocks and resources that the CLI writes for what they find.
func (tf *Terraform) Generate(t *testing.T) (string, Outcome) {
	t.Helper()
	const file = "generated.txt" // which is no part of the configuration
	out := tf.start(t, "query", "-json", "-generate-config-out="+file).Wait(t)
	written, err := os.ReadFile(filepath.Join(tf.dir, file))
	if err != nil {
		t.Fatalf("%v: %s", err, out.Log)
	}
	return string(written), out
}

// ValidateQueries validates the configuration with its list blocks.
func (tf *Terraform) ValidateQueries(t *testing.T) Outcome {
	t.Helper()
	return tf.start(t, "validate", "-query", "-no-color").Wait(t)
}

// Deferring applies the configuration and leaves out what cannot be planned yet. A test is skipped when the CLI at hand is built
// without experiments, as releases are.
func (tf *Terraform) Deferring(t *testing.T) Outcome {
	t.Helper()
	out := tf.start(t, "apply", "-auto-approve", "-json", "-allow-deferral").Wait(t)
	if strings.Contains(out.Log, "only valid in experimental builds") {
		t.Skip("the CLI at hand has no -allow-deferral: make test-compat-terraform")
	}
	return out
}

// Test runs the tests of the configuration and of its modules.
func (tf *Terraform) Test(t *testing.T) Outcome {
	t.Helper()
	if out := tf.start(t, "get", "-no-color").Wait(t); !out.OK {
		return out
	}
	return tf.start(t, "test", "-no-color").Wait(t)
}

// Checked is what `terraform validate -json` finds.
func (tf *Terraform) Checked(t *testing.T) []tfjson.Diagnostic {
	t.Helper()
	out := tf.start(t, "validate", "-json").Wait(t)
	var found tfjson.ValidateOutput
	if err := json.Unmarshal([]byte(out.Log), &found); err != nil {
		t.Fatalf("%v: %s", err, out.Log)
	}
	return slices.DeleteFunc(found.Diagnostics, ofHarness)
}
