//go:build unix

package acctest_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// owned is a playground, in a mode, that one resource is to have.
type owned struct {
	*acctest.Cluster
	name, mode string
}

// block is the resource under a label, with further lines.
func (o owned) block(label, lines string) string {
	direct := ""
	if o.mode == "direct" {
		direct = `direct = { workload = "Deployment", cache = { size = "1Gi" } }`
	}
	return fmt.Sprintf(`
resource "inference_playground" %[1]q {
  metadata    = { name = %[2]q, namespace = "default" }
  mode        = %[3]q
  references = [jsonencode({
    apiVersion = "llmaz.io/v1alpha1", kind = "OpenModel", metadata = { name = "qwen" }
    spec       = { familyName = "qwen", source = { modelHub = { modelID = "Qwen/Qwen3-8B" } } }
  })]
  spec     = { replicas = 0, model_claim = { model_name = "qwen" } }
  wait     = { until = "accepted" }
  timeouts = { delete = "60s" }
  %[4]s
  %[5]s
}
`, label, o.name, o.mode, direct, lines)
}

// config is the configuration of it alone.
func (o owned) config(lines string) string { return o.Provider("") + o.block("it", lines) }

// objects are the live ones, UIDs by type.
func (o owned) objects(t *testing.T) map[string]string {
	t.Helper()
	types := []schema.GroupVersionResource{claimType, deploymentType, serviceType}
	if o.mode == "operator" {
		types = []schema.GroupVersionResource{llmaz("playgrounds", "", "").Resource}
	}
	out := map[string]string{}
	for _, resource := range types {
		if live := o.Get(t, playground{name: o.name}.of(resource)); live != nil {
			out[resource.Resource] = string(live.GetUID())
		}
	}
	return out
}

// terraform has applied a configuration of it.
func (o owned) terraform(t *testing.T, lines string) *acctest.Terraform {
	t.Helper()
	tf := acctest.NewTerraform(t)
	tf.Configure(t, o.config(lines))
	tf.MustApply(t)
	return tf
}

// unchanged checks that the objects are the same as before.
func (o owned) unchanged(t *testing.T, before map[string]string) {
	t.Helper()
	if diff := cmp.Diff(before, o.objects(t)); diff != "" || len(before) == 0 {
		t.Errorf("the objects are not those of before (-before +after):\n%s", diff)
	}
}

// refused checks that a command failed for a reason. What people read is wrapped, with a bar before each line.
func refused(t *testing.T, out acctest.Outcome, says ...string) {
	t.Helper()
	if out.OK {
		t.Errorf("nobody says %q: %s", says, out.Log)
		return
	}
	text := strings.Join(strings.Fields(strings.NewReplacer("│", " ", `\n`, " ", `\"`, `"`).Replace(out.Log)), " ")
	for _, want := range says {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in %s", want, text)
		}
	}
}

const inTheWay = "Object exists already"

// oneOwner are the situations in which an object could get two owners, or lose the one that it has.
var oneOwner = map[string]func(*testing.T, owned){
	"create before destroy, forced": func(t *testing.T, o owned) {
		tf := o.terraform(t, "lifecycle {\n    create_before_destroy = true\n  }")
		before := o.objects(t)
		refused(t, tf.Say(t, "apply", "-auto-approve", "-replace=inference_playground.it"), inTheWay, "remove create_before_destroy")
		o.unchanged(t, before)
		expectNothingToDo(t, tf)
	},
	"replaced": func(t *testing.T, o owned) {
		tf := o.terraform(t, "")
		before := o.objects(t)
		if out := tf.Say(t, "apply", "-auto-approve", "-replace=inference_playground.it"); !out.OK {
			t.Fatal(out.Log)
		}
		for resource, uid := range o.objects(t) {
			if before[resource] == uid {
				t.Errorf("%s was not made anew", resource)
			}
		}
		expectNothingToDo(t, tf)
	},
	"two addresses": func(t *testing.T, o owned) {
		tf := acctest.NewTerraform(t)
		tf.Configure(t, o.config("")+o.block("other", ""))
		refused(t, tf.TryPlan(t), "Object belongs to two resources", "default/"+o.name+" is also an object of Playground default/"+o.name)
	},
	"two instances of for_each": func(t *testing.T, o owned) {
		tf := acctest.NewTerraform(t)
		tf.Configure(t, o.config(`for_each = toset(["a", "b"])`))
		refused(t, tf.TryPlan(t), "Object belongs to two resources")
	},
	"two modules": func(t *testing.T, o owned) {
		tf := acctest.NewTerraform(t)
		tf.AddModule(t, "one", map[string]string{"main.tf": "terraform {\n  required_providers {\n    inference = { source = \"inferops/inference\" }\n  }\n}\n" + o.block("it", "")})
		tf.Configure(t, o.Provider("")+"module \"a\" {\n  source = \"./one\"\n}\nmodule \"b\" {\n  source = \"./one\"\n}\n")
		if out := tf.Say(t, "get"); !out.OK {
			t.Fatal(out.Log)
		}
		refused(t, tf.TryPlan(t), "Object belongs to two resources")
	},
	"two addresses, known at apply": func(t *testing.T, o owned) {
		tf := acctest.NewTerraform(t)
		later := o
		later.name = "${terraform_data.name.output}"
		config := strings.ReplaceAll(o.Provider("")+later.block("it", "")+later.block("other", ""), `"$${`, `"${`)
		data := fmt.Sprintf("resource \"terraform_data\" \"name\" {\n  input = %q\n}\n", o.name)
		tf.Configure(t, config+data)
		refused(t, tf.Apply(t), "Object belongs to two resources")
		before := o.objects(t)
		refused(t, tf.Apply(t), "Object belongs to two resources")
		o.unchanged(t, before)
		first := "it"
		if tf.Resource(t, playgroundAddress) == nil {
			first = "other"
		}
		tf.Configure(t, o.Provider("")+o.block(first, "")+data)
		expectNothingToDo(t, tf)
	},
	"new address beside the old one": func(t *testing.T, o owned) {
		tf := o.terraform(t, "")
		before := o.objects(t)
		tf.Configure(t, o.config("")+o.block("other", ""))
		refused(t, tf.Apply(t), "Object belongs to two resources")
		o.unchanged(t, before)
		tf.Configure(t, o.config(""))
	},
	"another address": func(t *testing.T, o owned) {
		tf := o.terraform(t, "")
		before := o.objects(t)
		tf.Configure(t, o.Provider("")+o.block("other", ""))
		refused(t, tf.Apply(t), "Object is destroyed and created by one plan", "moved block")
		o.unchanged(t, before)
		tf.Configure(t, o.Provider("")+o.block("other", "")+"moved {\n  from = inference_playground.it\n  to   = inference_playground.other\n}\n")
		tf.MustApply(t)
		o.unchanged(t, before)
	},
	"state mv": func(t *testing.T, o owned) {
		tf := o.terraform(t, "")
		before := o.objects(t)
		if out := tf.Say(t, "state", "mv", "inference_playground.it", "inference_playground.other"); !out.OK {
			t.Fatal(out.Log)
		}
		tf.Configure(t, o.Provider("")+o.block("other", ""))
		tf.MustApply(t)
		o.unchanged(t, before)
	},
	"second state": func(t *testing.T, o owned) {
		first := o.terraform(t, "")
		before := o.objects(t)
		second := acctest.NewTerraform(t)
		second.Configure(t, o.config(""))
		refused(t, second.Apply(t), inTheWay, "another resource or another state does")
		if out := second.Destroy(t); !out.OK {
			t.Error(out.Log)
		}
		o.unchanged(t, before)
		expectNothingToDo(t, first)
	},
	"lost state": func(t *testing.T, o owned) {
		tf := o.terraform(t, "")
		before := o.objects(t)
		tf.LoseState(t)
		refused(t, tf.Apply(t), inTheWay)
		o.unchanged(t, before)
		if o.mode == "direct" {
			return
		}
		block := fmt.Sprintf("import {\n  to = inference_playground.it\n  id = \"default/%s\"\n}\n", o.name)
		refused(t, tf.Apply(t), strings.Replace(strings.Join(strings.Fields(block), " "), ".it", "."+strings.ReplaceAll(o.name, "-", "_"), 1))
		tf.Configure(t, o.config("")+block)
		tf.MustApply(t)
		o.unchanged(t, before)
		expectNothingToDo(t, tf)
	},
	"removed and created again": func(t *testing.T, o owned) {
		tf := o.terraform(t, "")
		before := o.objects(t)
		tf.Configure(t, o.Provider("")+"removed {\n  from = inference_playground.it\n  lifecycle {\n    destroy = false\n  }\n}\n")
		tf.MustApply(t)
		o.unchanged(t, before)
		tf.Configure(t, o.config(""))
		refused(t, tf.Apply(t), inTheWay)
		o.unchanged(t, before)
	},
	"saved plans": func(t *testing.T, o owned) {
		tf := acctest.NewTerraform(t)
		apply := func(config string, options ...string) map[string]string {
			tf.Configure(t, config)
			for _, args := range [][]string{append([]string{"plan", "-out=plan"}, options...), {"apply", "plan"}} {
				if out := tf.Say(t, args...); !out.OK {
					t.Fatal(out.Log)
				}
			}
			return o.objects(t)
		}
		made := apply(o.config(""))
		changed := strings.Replace(o.config(""), `namespace = "default" }`, `namespace = "default", labels = { team = "ml" } }`, 1)
		apply(changed)
		o.unchanged(t, made)
		for resource, uid := range apply(changed, "-replace=inference_playground.it") {
			if made[resource] == uid {
				t.Errorf("%s was not made anew", resource)
			}
		}
		expectNothingToDo(t, tf)
	},
	"saved plan, applied too late": func(t *testing.T, o owned) {
		late := acctest.NewTerraform(t)
		late.Configure(t, o.config(""))
		late.SavedPlan(t)
		o.terraform(t, "")
		before := o.objects(t)
		refused(t, late.Say(t, "apply", "plan"), inTheWay)
		o.unchanged(t, before)
	},
	"saved plan of what is gone by then": func(t *testing.T, o owned) {
		tf := o.terraform(t, "")
		changed := strings.Replace(o.config(""), `namespace = "default" }`, `namespace = "default", labels = { team = "ml" } }`, 1)
		tf.Configure(t, changed)
		tf.SavedPlan(t)
		for resource := range o.objects(t) {
			o.gone(t, resource)
		}
		if out := tf.Say(t, "apply", "plan"); !out.OK {
			t.Fatal(out.Log)
		}
		made := o.objects(t)
		expectNothingToDo(t, tf)
		o.unchanged(t, made)
	},
	"made anew by somebody else": func(t *testing.T, o owned) {
		tf := o.terraform(t, "")
		for resource := range o.objects(t) {
			at := playground{name: o.name}.of(schemaOf(o, resource))
			live := o.Get(t, at)
			o.gone(t, resource)
			for _, field := range []string{"uid", "resourceVersion", "managedFields", "creationTimestamp", "generation", "finalizers"} {
				delete(live.Object["metadata"].(map[string]any), field)
			}
			delete(live.Object, "status")
			if spec, _ := live.Object["spec"].(map[string]any); resource == serviceType.Resource {
				delete(spec, "clusterIP")
				delete(spec, "clusterIPs")
			}
			o.Create(t, at, "kubectl-create", live.Object)
			defer o.Delete(t, at)
		}
		theirs := o.objects(t)
		refused(t, tf.Apply(t), "Object is no longer the same", inTheWay)
		o.unchanged(t, theirs)
		if out := tf.Destroy(t); !out.OK {
			t.Error(out.Log)
		}
		o.unchanged(t, theirs)
	},
}

// TestAccOneOwnerAcrossKinds refuses resources of two kinds that render the same object.
func TestAccOneOwnerAcrossKinds(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	tf := acctest.NewTerraform(t)
	o := owned{c, "shared-name", "direct"}
	tf.Configure(t, o.config("")+`
resource "inference_llmkube_service" "other" {
  metadata    = { name = "shared-name", namespace = "default" }
  mode        = "direct"
  references = [jsonencode({
    apiVersion = "inference.llmkube.dev/v1alpha1", kind = "Model", metadata = { name = "qwen", namespace = "default" }
    spec       = { source = "https://example.org/qwen2.5-7b-q4.gguf" }
  })]
  spec = { model_ref = "qwen" }
}
`)
	refused(t, tf.TryPlan(t), "Object belongs to two resources", "Deployment default/shared-name is also an object of")
}

// TestAccStateGoesLast keeps a resource in the state while a Secret of it is left, and deletes that with it.
func TestAccStateGoesLast(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for _, mode := range []string{"operator", "direct"} {
		t.Run(mode, func(t *testing.T) {
			o := owned{c, "last-" + mode, mode}
			secret := acctest.Object{Resource: secretType, Namespace: "default", Name: "modelhub-secret"}
			tf := o.terraform(t, `credentials = { hugging_face = { token = "hf_left" } }`)
			for resource := range o.objects(t) {
				o.gone(t, resource)
			}
			out := tf.Preview(t)
			said := out.Find(t, tfjson.DiagnosticSeverityWarning, "Object was deleted, a part is left")
			if !strings.Contains(said.Detail, "Secret default/modelhub-secret does") || out.Actions[playgroundAddress] != "update" {
				t.Errorf("planned %v, and said: %s", out.Actions, said.Detail)
			}
			tf.MustApply(t)
			made := o.objects(t)
			expectNothingToDo(t, tf)
			o.unchanged(t, made)
			for resource := range made {
				o.gone(t, resource)
			}
			if out := tf.Destroy(t); !out.OK {
				t.Fatal(out.Log)
			}
			if c.Get(t, secret) != nil {
				t.Error("a destroy of what is left leaves the Secret")
			}
		})
	}
}

// TestAccBeingDeleted says in the plan that an object is on its way out, and by whose finalizer it is held.
func TestAccBeingDeleted(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	o := owned{c, "on-its-way-out", "operator"}
	tf := o.terraform(t, "")
	at := playground{name: o.name}.of(llmaz("playgrounds", "", "").Resource)
	c.Edit(t, at, "holder", `{"metadata":{"finalizers":["example.com/hold"]}}`)
	c.Delete(t, at)
	said := tf.Preview(t).Find(t, tfjson.DiagnosticSeverityWarning, "Object is being deleted")
	if want := `example.com/hold was set by "holder", which must remove it`; !strings.Contains(said.Detail, want) {
		t.Errorf("want %q in %q", want, said.Detail)
	}
	c.Edit(t, at, "holder", `{"metadata":{"finalizers":null}}`)
}

// schemaOf is the type of one of the objects by its plural.
func schemaOf(o owned, resource string) schema.GroupVersionResource {
	all := []schema.GroupVersionResource{claimType, deploymentType, serviceType, llmaz("playgrounds", "", "").Resource}
	return all[slices.IndexFunc(all, func(r schema.GroupVersionResource) bool { return r.Resource == resource })]
}

// gone deletes an object behind Terraform's back, and returns once it is gone.
func (o owned) gone(t *testing.T, resource string) {
	t.Helper()
	at := playground{name: o.name}.of(schemaOf(o, resource))
	o.Delete(t, at)
	for o.Get(t, at) != nil {
		<-time.After(50 * time.Millisecond) // a claim is protected until a controller has seen that nobody uses it
	}
}

// TestAccOneOwner holds that an object has one address in one state: nothing is taken over, and nothing is
// deleted that the address does not hold.
func TestAccOneOwner(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	for _, mode := range []string{"operator", "direct"} {
		for i, name := range slices.Sorted(maps.Keys(oneOwner)) {
			t.Run(mode+"/"+name, func(t *testing.T) {
				oneOwner[name](t, owned{c, fmt.Sprintf("owned-%s-%d", mode, i), mode})
			})
		}
	}
}
