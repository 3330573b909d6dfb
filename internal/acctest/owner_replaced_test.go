//go:build unix

package acctest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// fixed is a resource of a field whose change replaces its objects, and the two values of that field.
type fixed struct {
	// body is the resource, of a name, the value and further lines.
	body          string
	before, after string
	// types are those of its objects.
	types []schema.GroupVersionResource
}

// fixedModel has its URI for good, since the files of two models must not mix.
const fixedModel = `
resource "inference_base_model" "it" {
  metadata = { name = %[1]q, namespace = "default" }
  mode     = %[4]q
  spec     = { storage = { storage_uri = %[2]q, path = "/raid/models/qwen", key = "token-of-%[1]s" } }
  wait     = { until = "accepted" }
  timeouts = { delete = "60s" }
  %[3]s
}
`

// fixedService has its subgroups for good, since a LeaderWorkerSet has.
const fixedService = `
resource "inference_service" "it" {
  metadata = { name = %[1]q, namespace = "default" }
  mode     = "direct"
  spec = {
    replicas     = 0
    model_claims = { models = [{ name = "qwen" }] }
    workload_template = {
      size             = 4
      sub_group_policy = { sub_group_size = %[2]s }
      leader_template  = { spec = { containers = [{ name = "model-runner", image = "example.org/server:v1", ports = [{ container_port = 8080 }] }] } }
      worker_template  = { spec = { containers = [{ name = "model-runner", image = "example.org/server:v1" }] } }
    }
  }
  references = [jsonencode({
    apiVersion = "llmaz.io/v1alpha1", kind = "OpenModel", metadata = { name = "qwen" }
    spec       = { familyName = "qwen", source = { modelHub = { modelID = "Qwen/Qwen3-8B" } } }
  })]
  wait     = { until = "accepted" }
  timeouts = { delete = "60s" }
  %[3]s
}
`

var fixeds = map[string]fixed{
	"operator/model": {
		fixedModel, "hf://Qwen/Qwen3-8B", "hf://Qwen/Qwen3-14B", []schema.GroupVersionResource{ome("basemodels", "").Resource, secretType},
	},
	"direct/model": {
		fixedModel, "hf://Qwen/Qwen3-8B", "hf://Qwen/Qwen3-14B", []schema.GroupVersionResource{claimType, jobType, secretType},
	},
	"direct/service": {fixedService, "2", "4", []schema.GroupVersionResource{workerSetType, serviceType}},
}

// config is the configuration of a resource.
func (f fixed) config(c *acctest.Cluster, name, value, lines string) string {
	mode := "operator"
	if strings.HasPrefix(name, "direct") {
		mode = "direct"
	}
	if f.body == fixedModel && mode == "direct" {
		lines += "\n  direct = { size = \"1Gi\" }"
	}
	return c.Provider("") + strings.TrimSuffix(fmt.Sprintf(f.body, name, value, lines, mode), "%!(EXTRA string="+mode+")")
}

// objects are the live ones whose names have that of the resource, without those that a controller has made: UIDs by type and name.
func (f fixed) objects(t *testing.T, c *acctest.Cluster, name string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, resource := range f.types {
		list, err := c.Objects.Resource(resource).Namespace("default").List(t.Context(), listAll)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range list.Items {
			if strings.Contains(item.GetName(), name) && len(item.GetOwnerReferences()) == 0 {
				out[resource.Resource+"/"+item.GetName()] = string(item.GetUID())
			}
		}
	}
	return out
}

// TestAccOneOwnerFixed changes fields that objects keep for good. With create_before_destroy that is an error, and what is
// there stays, the Secret of the resource too; without it, the objects are made anew.
func TestAccOneOwnerFixed(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, acctest.Options{CRDs: ours.CRDs + " .build/crds/ome.io_basemodels.yaml", Operators: "llmaz"})
	const first, token = "lifecycle {\n    create_before_destroy = true\n  }\n", "credentials = { hugging_face = { token = %q } }"
	for title, f := range fixeds {
		t.Run(title, func(t *testing.T) {
			name := strings.ReplaceAll(title, "/", "-") + "-fixed"
			secret := func(value string) string {
				if f.body != fixedModel {
					return ""
				}
				return fmt.Sprintf(token, value)
			}
			tf := acctest.NewTerraform(t)
			tf.Configure(t, f.config(c, name, f.before, first+secret("hf_before")))
			tf.MustApply(t)
			before := f.objects(t, c, name)
			if len(before) != len(f.types) {
				t.Fatalf("the objects are %v", before)
			}
			tf.Configure(t, f.config(c, name, f.after, first+secret("hf_after")))
			refused(t, tf.Say(t, "apply", "-auto-approve"), "exists already", "remove create_before_destroy")
			if diff := cmp.Diff(before, f.objects(t, c, name)); diff != "" {
				t.Errorf("the objects are not those of before (-before +after):\n%s", diff)
			}
			tf.Configure(t, f.config(c, name, f.before, first+secret("hf_before")))
			expectNothingToDo(t, tf)

			tf.Configure(t, f.config(c, name, f.after, secret("hf_after")))
			tf.MustApply(t)
			for object, uid := range f.objects(t, c, name) {
				if before[object] == uid {
					t.Errorf("%s was not made anew", object)
				}
			}
			expectNothingToDo(t, tf)
		})
	}
}
