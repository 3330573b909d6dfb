//go:build unix

package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// testQuery finds an object of every kind with `terraform query`, and brings it under Terraform with nothing but what that
// writes: import blocks by identity and resources whose plan changes nothing.
func testQuery(t *testing.T, c *acctest.Cluster, subjects []subject) {
	acctest.NeedTerraform(t, "1.14")
	tf := acctest.NewManaged(t)
	var lists strings.Builder
	found, imported := map[string]map[string]string{}, map[string]string{}
	for _, s := range subjects {
		s.manifest = s.manifest.DeepCopy()
		s.manifest.SetName("query-" + kebabType(s.typeName))
		s.manifest.SetLabels(map[string]string{"query": kebabType(s.typeName)})
		o := s.object()
		c.Create(t, o, "kubectl-create", s.manifest.Object)
		t.Cleanup(func() { c.Delete(t, o) })
		id, identity := o.Name, map[string]string{"name": o.Name}
		if o.Namespace != "" {
			id, identity["namespace"] = o.Namespace+"/"+o.Name, o.Namespace
		}
		found[id] = identity
		imported[s.typeName+".it_0"] = "import"
		fmt.Fprintf(&lists, "list %q \"it\" {\n  provider         = inference\n  include_resource = true\n  config {\n    label_selector = \"query=%s\"\n  }\n}\n", s.typeName, kebabType(s.typeName))
	}
	tf.Configure(t, c.Provider(""))
	tf.AddRoot(t, map[string]string{"all.tfquery.hcl": lists.String()})
	written, out := tf.Generate(t)
	if diff := cmp.Diff(found, out.Found); !out.OK || diff != "" {
		t.Fatalf("what is found (-want +got):\n%s\n%s", diff, out.Log)
	}
	tf.AddRoot(t, map[string]string{"generated.tf": written})
	expectMoves(t, tf.Preview(t), imported)
	tf.MustApply(t)
	expectMoves(t, tf.Preview(t), map[string]string{})
}
