package object_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	runtimeschema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

const (
	servingDefinition = "kthena/serving/v1alpha1.ModelServing"
	scaler            = "kthena-controller-manager"
	decodeReplicas    = `spec.template.roles[name="decode"].replicas`
)

var (
	servingKind = runtimeschema.GroupVersionKind{Group: "workload.serving.volcano.sh", Version: "v1alpha1", Kind: "ModelServing"}
	// autoscaled are a number by itself and one in the items of an atomic list.
	autoscaled = []string{"spec.replicas", "spec.template.roles[name].replicas"}
)

// servingOf is a ModelServing of two roles, the second one with that image.
func servingOf(decode, image string) string {
	return fmt.Sprintf(`
metadata: {name: chat}
spec:
  replicas: 1
  template:
    roles:
    - {name: prefill, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: x, image: i}]}}}
    - {name: decode, %s workerReplicas: 0, entryTemplate: {spec: {containers: [{name: x, image: %s}]}}}
`, decode, image)
}

// setDecode sets the replicas of the second role.
func setDecode(replicas int64) func(map[string]any) {
	return func(obj map[string]any) {
		at(obj, "spec", "template", "roles").([]any)[1].(map[string]any)["replicas"] = replicas
	}
}

func setImage(obj map[string]any) {
	role := at(obj, "spec", "template", "roles").([]any)[1]
	at(role, "entryTemplate", "spec").(map[string]any)["containers"].([]any)[0].(map[string]any)["image"] = "edited"
}

// TestCompareAutoscaled shows how a number is told that a controller sets in a list which is applied as a whole.
func TestCompareAutoscaled(t *testing.T) {
	scaled := func(path, applied, live string, write int) object.Drift {
		d := object.Drift{Path: path, Class: object.Scaled, Applied: applied, Live: live}
		if write > 0 {
			d.Manager, d.Operation, d.Time = scaler, "Update", minute(write)
		}
		return d
	}
	const roles = "spec.template.roles"
	cases := map[string]struct {
		reason string
		writes func(*apiServer)
		want   []object.Drift
		// paths are those of the found drift where values are left out.
		paths []string
	}{
		"Scaled": {
			reason: "The number is scaled, and the list around it neither changed nor lost.",
			writes: func(s *apiServer) { s.update(scaler, "", setDecode(3)) },
			want:   []object.Drift{scaled(decodeReplicas, "1", "3", 1)},
		},
		"ScaledBack": {
			reason: "A list that a controller has because of its number is not lost.",
			writes: func(s *apiServer) { s.update(scaler, "", setDecode(3)); s.update(scaler, "", setDecode(1)) },
		},
		"Groups": {
			reason: "A number by itself that a controller set is scaled, too.",
			writes: func(s *apiServer) { s.update(scaler, "", scaleTo(2)) },
			want:   []object.Drift{scaled("spec.replicas", "1", "2", 1)},
		},
		"AppliedWithNumber": {
			reason: "Once we have applied the list with the number, it differs from the configuration still.",
			writes: func(s *apiServer) {
				s.update(scaler, "", setDecode(3))
				s.apply(ours, tree(s.t, servingOf("replicas: 3,", "i")))
			},
			want: []object.Drift{scaled(decodeReplicas, "1", "3", 0)},
		},
		"ByHand": {
			reason: "What a person sets is a change of the list.",
			writes: func(s *apiServer) { s.update("kubectl-edit", "", setDecode(3)) },
			paths:  []string{roles + " changed kubectl-edit"},
		},
		"AlsoByHand": {
			reason: "A change beside the number is told.",
			writes: func(s *apiServer) { s.update(scaler, "", setDecode(3)); s.update("kubectl-edit", "", setImage) },
			paths:  []string{roles + " changed kubectl-edit"},
		},
		"AlsoByController": {
			reason: "A controller may set the number and nothing else.",
			writes: func(s *apiServer) {
				s.update(scaler, "", func(obj map[string]any) { setDecode(3)(obj); setImage(obj) })
			},
			paths: []string{roles + " changed " + scaler, decodeReplicas + " scaled " + scaler},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := serve(t, servingDefinition, servingKind)
			applied := tree(t, servingOf("replicas: 1,", "i"))
			s.apply(ours, applied)
			tc.writes(s)
			got := object.Compare(schema.Lookup(servingDefinition), applied, s.tree(), s.claims(object.Release{}), ours, []string{scaler}, autoscaled...)
			if tc.paths != nil {
				var paths []string
				for _, d := range got {
					paths = append(paths, fmt.Sprintf("%s %s %s", d.Path, d.Class, d.Manager))
				}
				if diff := cmp.Diff(tc.paths, paths); diff != "" {
					t.Errorf("%s\n-want +got:\n%s", tc.reason, diff)
				}
				return
			}
			if diff := cmp.Diff(tc.want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tc.reason, diff)
			}
		})
	}
}

// TestOwnedAutoscaled shows that an import has the list whose numbers a controller sets.
func TestOwnedAutoscaled(t *testing.T) {
	for name, write := range map[string]func(*apiServer){
		"Created": func(s *apiServer) { s.create("kubectl-create", tree(t, servingOf("", "i"))) },
		"Applied": func(s *apiServer) { s.apply(ours, tree(t, servingOf("", "i"))) },
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, servingDefinition, servingKind)
			write(s)
			s.update(scaler, "", setDecode(3))
			got := object.Owned(schema.Lookup(servingDefinition), s.tree(), s.claims(object.Release{}), ours, []string{scaler}, autoscaled...)
			want := tree(t, servingOf("replicas: 3,", "i"))
			if diff := cmp.Diff(at(want, "spec", "template"), at(got, "spec", "template")); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// TestIsWithinWhole shows which paths lead into what is applied as a whole.
func TestIsWithinWhole(t *testing.T) {
	n := schema.Lookup(servingDefinition)
	for path, want := range map[string]bool{decodeReplicas: true, "spec.template.roles": false, "spec.replicas": false} {
		if got := object.IsWithinWhole(n, path); got != want {
			t.Errorf("%s: %t, want %t", path, got, want)
		}
	}
}

// TestAutoscaledOfKinds shows that what the kinds call autoscaled is a number of theirs, in
// items with that key.
func TestAutoscaledOfKinds(t *testing.T) {
	brackets := regexp.MustCompile(`^(\w+)(?:\[(\w+)\])?$`)
	for _, k := range provider.Kinds() {
		for _, path := range k.Autoscaled {
			n := schema.Lookup(k.Definition)
			for step := range strings.SplitSeq(path, ".") {
				parts := brackets.FindStringSubmatch(step)
				f, ok := n.JSONField(parts[1])
				if !ok {
					t.Fatalf("%s: there is no %s of %s", k.TypeName, step, path)
				}
				if n = f.Node; parts[2] == "" {
					continue
				}
				n = n.Elem
				if _, ok := n.JSONField(parts[2]); !ok {
					t.Errorf("%s: items have no key %s in %s", k.TypeName, parts[2], path)
				}
			}
			if n.Kind != schema.Integer {
				t.Errorf("%s: %s is no whole number", k.TypeName, path)
			}
		}
	}
}
