package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/provider"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestOwned proves what an import takes up, for managed fields that the API server's own
// field manager writes.
func TestOwned(t *testing.T) {
	const created = `
metadata: {name: chat, labels: {team: ml}}
spec:
  modelClaims: {models: [{name: qwen, role: main}, {name: small, role: draft}]}
  workloadTemplate:
    workerTemplate:
      spec:
        containers:
        - {name: x, image: i, ports: [{containerPort: 80}, {containerPort: 53, protocol: UDP}]}
`
	cases := map[string]struct {
		reason string
		writes func(*apiServer)
		want   string
	}{
		"Applied": {
			reason: "Exactly what we applied, explicit defaults included; inside an atomic list nothing tells a default from what was set.",
			writes: func(s *apiServer) {
				s.apply(ours, tree(s.t, `
metadata: {name: chat, labels: {team: ml}}
spec:
  replicas: 1
  rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxSurge: 0, maxUnavailable: 1}}
  modelClaims: {models: [{name: qwen, role: main}, {name: small, role: draft}]}
  workloadTemplate:
    workerTemplate:
      spec:
        nodeSelector: {gpu: a}
        volumes: [{name: shm, emptyDir: {}}, {name: w, azureDisk: {diskName: d, diskURI: u}}]
        containers: [{name: x, image: i, ports: [{containerPort: 80}, {containerPort: 53, protocol: UDP}]}]
`))
				s.update("kubectl-edit", "", func(obj map[string]any) { labelsOf(obj)["extra"] = "e" })
			},
			want: `
metadata: {labels: {team: ml}}
spec:
  replicas: 1
  rolloutStrategy: {type: RollingUpdate, rollingUpdateConfiguration: {maxSurge: 0, maxUnavailable: 1}}
  modelClaims: {models: [{name: qwen}, {name: small, role: draft}]}
  workloadTemplate:
    workerTemplate:
      spec:
        nodeSelector: {gpu: a}
        volumes: [{name: shm, emptyDir: {}}, {name: w, azureDisk: {diskName: d, diskURI: u}}]
        containers: [{name: x, image: i, ports: [{containerPort: 80}, {containerPort: 53, protocol: UDP}]}]
`,
		},
		"Created": {
			reason: "A create claims the server's defaults too: they are left out, whole objects of them and in keyed and atomic lists.",
			writes: func(s *apiServer) { s.create("kubectl-create", tree(s.t, created)) },
			want: `
metadata: {labels: {team: ml}}
spec:
  modelClaims: {models: [{name: qwen}, {name: small, role: draft}]}
  workloadTemplate:
    workerTemplate:
      spec:
        containers: [{name: x, image: i, ports: [{containerPort: 80}, {containerPort: 53, protocol: UDP}]}]
`,
		},
		"ClientSideApplied": {
			reason: "The annotation in which kubectl keeps what it applied is not configuration.",
			writes: func(s *apiServer) {
				s.create("kubectl-client-side-apply", tree(s.t, `{metadata: {name: chat, annotations: {note: keep, kubectl.kubernetes.io/last-applied-configuration: "{}"}}}`))
			},
			want: `{metadata: {annotations: {note: keep}}}`,
		},
		"TwoPeople": {
			reason: "What one created and another changed belongs to both.",
			writes: func(s *apiServer) {
				s.create("kubectl-create", tree(s.t, `{metadata: {name: chat, labels: {team: ml}}, spec: {replicas: 2, modelClaims: {models: [{name: qwen}]}}}`))
				s.update("kubectl-edit", "", func(obj map[string]any) { labelsOf(obj)["team"], labelsOf(obj)["extra"] = "web", "e" })
				s.apply("argocd-controller", tree(s.t, `{metadata: {name: chat}, spec: {replicas: 1}}`))
			},
			want: `{metadata: {labels: {team: web, extra: e}}, spec: {replicas: 1, modelClaims: {models: [{name: qwen}]}}}`,
		},
		"ControllersLeftOut": {
			reason: "Status, what the operator adds and what an autoscaler sets is nobody's configuration.",
			writes: func(s *apiServer) {
				s.create("kubectl-create", tree(s.t, `{metadata: {name: chat, labels: {team: ml}}, spec: {replicas: 2, modelClaims: {models: [{name: qwen}]}}}`))
				s.update("manager", "", func(obj map[string]any) { labelsOf(obj)["llmaz.io/model-name"] = "qwen" })
				s.update("somebody", "status", func(obj map[string]any) { obj["status"] = map[string]any{"replicas": int64(5)} })
				s.update("kube-controller-manager", "scale", scaleTo(5))
			},
			want: `{metadata: {labels: {team: ml}}, spec: {modelClaims: {models: [{name: qwen}]}}}`,
		},
		"ItemOfTheOperator": {
			reason: "An item that the operator added to a keyed list is left out, one that it changed stays.",
			writes: func(s *apiServer) {
				s.create("kubectl-create", tree(s.t, created))
				s.update("manager", "", func(obj map[string]any) {
					containerOf(obj)["image"] = "other"
					containerOf(obj)["env"] = []any{map[string]any{"name": "A", "value": "1"}}
					podOf(obj)["containers"] = append(podOf(obj)["containers"].([]any), map[string]any{"name": "sidecar"})
				})
			},
			want: `
metadata: {labels: {team: ml}}
spec:
  modelClaims: {models: [{name: qwen}, {name: small, role: draft}]}
  workloadTemplate: {workerTemplate: {spec: {containers: [{name: x, ports: [{containerPort: 80}, {containerPort: 53, protocol: UDP}]}]}}}
`,
		},
		"Nobody": {
			reason: "Without managed fields nothing is known to be configuration.",
			writes: func(s *apiServer) {
				s.create("kubectl-create", tree(s.t, created))
				s.live.SetManagedFields(nil)
			},
			want: `{}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			s := serve(t, serviceDefinition, serviceKind)
			tc.writes(s)
			got := object.Owned(schema.Lookup(serviceDefinition), s.tree(), s.claims(object.Release{}), ours, controllers)
			if diff := cmp.Diff(tree(t, tc.want), got); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tc.reason, diff)
			}
		})
	}
}

// TestOwnedOfApplied proves that importing what was applied gives back the configuration,
// for generated values of every kind.
func TestOwnedOfApplied(t *testing.T) {
	for _, k := range provider.Kinds() {
		t.Run(k.TypeName, func(t *testing.T) {
			root := schema.Lookup(k.Definition)
			spec, _ := root.JSONField("spec")
			empty := serve(t, k.Definition, k.GVK)
			rapid.Check(t, func(rt *rapid.T) {
				value := recoverable(rt, spec.Node, genValue(rt, spec.Node, 5))
				tree, _, err := object.Encode(spec.Node, value, field.NewPath("spec"))
				if err != nil {
					rt.Fatal(err)
				}
				s := *empty
				s.apply(ours, map[string]any{"metadata": map[string]any{"name": "x"}, "spec": tree})
				live := s.tree()
				configured := object.Owned(root, live, s.claims(object.Release{}), ours, k.Controllers)["spec"]
				if diff := cmp.Diff(tree, configured, wholeNumbers); diff != "" {
					rt.Fatalf("-applied +owned:\n%s", diff)
				}
				back, err := object.Decode(spec.Node, configured, field.NewPath("spec"))
				if err != nil {
					rt.Fatal(err)
				}
				if diffs, err := value.Diff(back); err != nil || len(diffs) > 0 {
					rt.Fatalf("%d differences, %v", len(diffs), err)
				}
				applied := map[string]any{"spec": tree}
				if found := object.Compare(root, applied, live, s.claims(object.Release{}), ours, k.Controllers); len(found) > 0 {
					rt.Fatalf("what was just applied has drifted: %+v", found)
				}
			})
		})
	}
}

// recoverable makes every field null that an import cannot take up: explicit defaults,
// empty keyed lists, which the API server does not record in its managed fields, and JSON
// text in atomic lists, where the managed fields do not tell the server's defaults from what was written.
func recoverable(t *rapid.T, n *schema.Node, value tftypes.Value) tftypes.Value {
	out, err := tftypes.Transform(value, func(at *tftypes.AttributePath, v tftypes.Value) (tftypes.Value, error) {
		f := fieldAt(n, at)
		if f == nil || v.IsNull() {
			return v, nil
		}
		if f.Node.Kind == schema.JSON && inAtomicList(n, at) {
			return tftypes.NewValue(v.Type(), nil), nil
		}
		tree, _, err := object.Encode(f.Node, v, field.NewPath(f.JSON))
		items, isList := tree.([]any)
		if isList && len(items) == 0 && f.Node.ListType != schema.Atomic || f.Default != nil && object.Equal(f.Node, f.Default, tree) {
			return tftypes.NewValue(v.Type(), nil), nil
		}
		return v, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// inAtomicList reports whether a path leads through a list that has one owner, as it is atomic.
func inAtomicList(n *schema.Node, at *tftypes.AttributePath) bool {
	for _, step := range at.Steps() {
		name, isName := step.(tftypes.AttributeName)
		if !isName {
			if n.Kind == schema.List && n.ListType == schema.Atomic {
				return true
			}
			n = n.Elem
			continue
		}
		f, _ := n.Field(string(name))
		n = f.Node
	}
	return false
}

// fieldAt is the field at the end of a path, nil where the path does not end in one.
func fieldAt(n *schema.Node, at *tftypes.AttributePath) *schema.Field {
	var found *schema.Field
	for _, step := range at.Steps() {
		found = nil
		name, isName := step.(tftypes.AttributeName)
		if !isName {
			n = n.Elem
			continue
		}
		found, _ = n.Field(string(name))
		n = found.Node
	}
	return found
}

// wholeNumbers compares a number that the server reads back as an integer, as JSON does not
// tell 1.0 from 1, with the floating-point number that was applied.
var wholeNumbers = cmp.FilterValues(func(x, y any) bool {
	_, xFloat := x.(float64)
	_, xInt := x.(int64)
	_, yFloat := y.(float64)
	_, yInt := y.(int64)
	return xFloat && yInt || xInt && yFloat
}, cmp.Comparer(func(x, y any) bool { return asFloat(x) == asFloat(y) }))

func asFloat(value any) float64 {
	if i, ok := value.(int64); ok {
		return float64(i)
	}
	f, _ := value.(float64)
	return f
}
