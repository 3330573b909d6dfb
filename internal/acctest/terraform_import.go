//go:build unix

package acctest

import "testing"

// MustImport imports an object into an empty state, and fails the test when that fails.
func (tf *Terraform) MustImport(t *testing.T, address, id string) {
	t.Helper()
	if out := tf.start(t, "import", "-no-color", address, id).Wait(t); !out.OK {
		t.Fatalf("terraform import %s %s: %s", address, id, out.Log)
	}
}
