//go:build unix

package acctest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// expectQueried finds the live object with list-resource.tfquery.hcl, where the CLI at hand has queries.
func expectQueried(t *testing.T, tf *acctest.Terraform, typeName, id string) {
	t.Helper()
	if !acctest.HasTerraform(t, "1.14") {
		return
	}
	raw, err := os.ReadFile(filepath.Join(acctest.Root(t), "examples", "list-resources", typeName, "list-resource.tfquery.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	tf.AddRoot(t, map[string]string{"list.tfquery.hcl": string(raw)})
	if out := tf.Query(t); !out.OK || out.Found[id] == nil {
		t.Errorf("the query does not find %s: %s", id, out.Log)
	}
}

// expectIdentityImported imports the live object with import-by-identity.tf, where the CLI at hand has identities.
func expectIdentityImported(t *testing.T, tf *acctest.Terraform, folder, address string) {
	t.Helper()
	if !acctest.HasTerraform(t, "1.12") {
		return
	}
	raw, err := os.ReadFile(filepath.Join(folder, "import-by-identity.tf"))
	if err != nil {
		t.Fatal(err)
	}
	tf.LoseState(t)
	tf.AddRoot(t, map[string]string{"import.tf": string(raw)})
	expectMoves(t, tf.Preview(t), map[string]string{address: "import"})
	tf.MustApply(t)
	expectNothingToDo(t, tf)
}
