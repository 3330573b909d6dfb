package object_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

func TestProject(t *testing.T) {
	const (
		pod       = "k8s.io/api/core/v1.PodSpec"
		container = "k8s.io/api/core/v1.Container"
		claims    = "llmaz/core/v1alpha1.ModelClaims"
		exitCodes = "k8s.io/api/batch/v1.PodFailurePolicyOnExitCodesRequirement"
	)
	cases := map[string]struct {
		reason            string
		definition        string
		prior, live, want string
	}{
		"Changed":         {"A changed scalar shows.", container, `{image: a, tty: true}`, `{image: b, tty: true}`, `{image: b, tty: true}`},
		"Removed":         {"A field that is gone is left out.", container, `{image: a, workingDir: /w}`, `{image: a}`, `{image: a}`},
		"RemovedObject":   {"So is an object.", container, `{image: a, livenessProbe: {periodSeconds: 3}}`, `{image: a}`, `{image: a}`},
		"ForeignField":    {"A field that others set does not appear.", container, `{image: a}`, `{image: a, workingDir: /w}`, `{image: a}`},
		"ForeignBeside":   {"Nor does it beside a change.", container, `{image: a}`, `{image: b, workingDir: /w}`, `{image: b}`},
		"ServerDefaults":  {"Nor do defaults of the server.", container, `{image: a, ports: [{containerPort: 80}]}`, `{image: a, imagePullPolicy: Always, ports: [{containerPort: 80, protocol: TCP}]}`, `{image: a, ports: [{containerPort: 80}]}`},
		"Zero":            {"A zero value that Go types left out is still there.", container, `{image: a, tty: false}`, `{image: a}`, `{image: a, tty: false}`},
		"Quantity":        {"The same amount keeps its spelling, another one shows.", container, `{resources: {limits: {cpu: 1000m, memory: 1024Mi}}}`, `{resources: {limits: {cpu: "1", memory: 2Gi}}}`, `{resources: {limits: {cpu: 1000m, memory: 2Gi}}}`},
		"EmptyKept":       {"Explicit empty collections stay as they are.", container, `{args: [], env: [], resources: {}, image: a}`, `{image: b}`, `{args: [], env: [], resources: {}, image: b}`},
		"KeyedReordered":  {"Items are matched by key and keep the prior order.", container, `{env: [{name: A, value: "1"}, {name: B, value: "2"}]}`, `{env: [{name: B, value: "3"}, {name: A, value: "1"}]}`, `{env: [{name: A, value: "1"}, {name: B, value: "3"}]}`},
		"KeyedInserted":   {"An item of others does not appear and moves nothing.", container, `{env: [{name: A, value: "1"}, {name: B, value: "2"}]}`, `{env: [{name: X, value: x}, {name: A, value: "1"}, {name: B, value: "2"}]}`, `{env: [{name: A, value: "1"}, {name: B, value: "2"}]}`},
		"KeyedRemoved":    {"An item that is gone is left out; the others stay.", container, `{env: [{name: A, value: "1"}, {name: B, value: "2"}]}`, `{env: [{name: B, value: "2"}]}`, `{env: [{name: B, value: "2"}]}`},
		"KeyedAllRemoved": {"Without its items the list is empty.", container, `{env: [{name: A, value: "1"}]}`, `{env: [{name: X, value: x}]}`, `{env: []}`},
		"DefaultKey":      {"A key field left out has its default: TCP is not UDP.", container, `{ports: [{containerPort: 53, name: t}, {containerPort: 53, protocol: UDP, name: u}]}`, `{ports: [{containerPort: 53, protocol: UDP, name: v}, {containerPort: 53, protocol: TCP, name: t}]}`, `{ports: [{containerPort: 53, name: t}, {containerPort: 53, protocol: UDP, name: v}]}`},
		"DefaultKeyGone":  {"The other protocol is another item.", container, `{ports: [{containerPort: 53}]}`, `{ports: [{containerPort: 53, protocol: UDP}]}`, `{ports: []}`},
		"NestedKeyed":     {"Keyed lists in items of keyed lists.", pod, `{containers: [{name: x, env: [{name: A, value: "1"}]}]}`, `{containers: [{name: sidecar}, {name: x, image: i, env: [{name: Z}, {name: A, value: "2"}]}]}`, `{containers: [{name: x, env: [{name: A, value: "2"}]}]}`},
		"AtomicReplaced":  {"A replaced item shows in full, not only at the paths of another item.", pod, `{tolerations: [{key: a, operator: Exists}]}`, `{tolerations: [{key: b, value: v, effect: NoSchedule}]}`, `{tolerations: [{key: b, value: v, effect: NoSchedule}]}`},
		"AtomicShorter":   {"A list that lost its first item.", pod, `{tolerations: [{key: a, operator: Exists}, {key: b, value: v}]}`, `{tolerations: [{key: b, value: v}]}`, `{tolerations: [{key: b, value: v}]}`},
		"AtomicTexts":     {"An atomic list of text.", container, `{args: [a, b]}`, `{args: [b, c, d]}`, `{args: [b, c, d]}`},
		"AtomicLonger":    {"An item that was added shows, without the API's defaults.", claims, `{models: [{name: a}]}`, `{models: [{name: a, role: main}, {name: b, role: draft}, {name: c, role: main}]}`, `{models: [{name: a}, {name: b, role: draft}, {name: c}]}`},
		"AtomicDefaults":  {"A default inside an item is no difference.", claims, `{models: [{name: a}]}`, `{models: [{name: a, role: main}]}`, `{models: [{name: a}]}`},
		"AtomicSpelled":   {"A default that is spelled out stays in a changed item.", claims, `{models: [{name: a, role: main}]}`, `{models: [{name: b, role: main}]}`, `{models: [{name: b, role: main}]}`},
		"Set":             {"Members of a set keep the prior order; members of others do not appear.", exitCodes, `{operator: In, values: [3, 1, 2]}`, `{operator: In, values: [1, 2, 3, 4]}`, `{operator: In, values: [3, 1, 2]}`},
		"SetRemoved":      {"A member that is gone is left out.", exitCodes, `{values: [3, 1, 2]}`, `{values: [2, 3]}`, `{values: [3, 2]}`},
		"AtomicMap":       {"An atomic map is taken as a whole.", pod, `{nodeSelector: {a: "1", b: "2"}}`, `{nodeSelector: {a: "1", c: "3"}}`, `{nodeSelector: {a: "1", c: "3"}}`},
		"GranularMap":     {"Of a granular map only the prior keys count.", "workload.Metadata", `{labels: {a: "1", b: "2"}}`, `{labels: {a: x, c: "3"}}`, `{labels: {a: x}}`},
		"EmptyEntry":      {"An entry with an empty value is gone when its key is.", "workload.Metadata", `{labels: {a: "", b: "2"}}`, `{labels: {b: "2"}}`, `{labels: {b: "2"}}`},
		"JSONDefaults":    {"Defaults of the server inside JSON text do not appear, and zero values may go.", pod, `{volumes: [{name: v, azureDisk: {diskName: d, diskURI: u, readOnly: false}}]}`, `{volumes: [{name: v, azureDisk: {diskName: d, diskURI: u, cachingMode: ReadWrite, kind: Shared}}]}`, `{volumes: [{name: v, azureDisk: {diskName: d, diskURI: u, readOnly: false}}]}`},
		"JSONChanged":     {"A change inside JSON text shows.", pod, `{volumes: [{name: v, rbd: {image: i, monitors: [a, b]}}]}`, `{volumes: [{name: v, rbd: {image: j, monitors: [a, c], pool: rbd}}]}`, `{volumes: [{name: v, rbd: {image: j, monitors: [a, c]}}]}`},
		"TypeMismatch":    {"A live value of another type shows as it is.", container, `{args: [a], resources: {limits: {cpu: "1"}}, image: i}`, `{args: {a: b}, resources: [1], image: {x: z}}`, `{args: {a: b}, resources: [1], image: {x: z}}`},
		"PriorMismatch":   {"So it does where the prior value has another type.", container, `{args: {a: b}, env: {a: b}, image: [1]}`, `{args: [a], env: [{name: a}], image: i}`, `{args: [a], env: [{name: a}], image: i}`},
		"ItemMismatch":    {"Items of keyed lists that are no objects match nothing.", container, `{env: [{name: A}]}`, `{env: [A]}`, `{env: []}`},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			n, prior, live := schema.Lookup(tc.definition), tree(t, tc.prior), tree(t, tc.live)
			got := object.Project(n, prior, live)
			if diff := cmp.Diff(any(tree(t, tc.want)), got); diff != "" {
				t.Errorf("%s\n-want +got:\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(got, object.Project(n, got, live)); diff != "" {
				t.Errorf("projecting a second time changes something\n-first +second:\n%s", diff)
			}
		})
	}
}

// TestProjectOntoAnother proves, for two values of every kind, that a projection has no path
// that the prior tree lacks, that projecting again changes nothing, and that a value projected
// onto itself stays.
func TestProjectOntoAnother(t *testing.T) {
	for name, node := range specs(t) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				prior, live := genTree(t, node), genTree(t, node)
				if diff := cmp.Diff(prior, object.Project(node, prior, prior)); diff != "" {
					t.Fatalf("onto itself\n-prior +projected:\n%s", diff)
				}
				live = withDefaults(node, live)
				got := object.Project(node, prior, live)
				for path := range granularPaths(node, got, "") {
					if !granularPaths(node, prior, "")[path] {
						t.Fatalf("%s is not in the prior tree", path)
					}
				}
				if diff := cmp.Diff(got, object.Project(node, got, live)); diff != "" {
					t.Fatalf("-once +twice:\n%s", diff)
				}
			})
		})
	}
}

// TestProjectAnything proves that no live tree of a foreign release makes a projection panic.
func TestProjectAnything(t *testing.T) {
	for name, node := range specs(t) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				prior := genTree(t, node)
				object.Project(node, prior, spoil(t, prior))
				object.Project(node, spoil(t, prior), prior)
			})
		})
	}
}

func genTree(t *rapid.T, n *schema.Node) any {
	tree, _, err := object.Encode(n, genValue(t, n, 6), field.NewPath("spec"))
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// spoil puts values of other types into a tree.
func spoil(t *rapid.T, tree any) any {
	if rapid.IntRange(0, 9).Draw(t, "spoil") == 0 {
		return rapid.SampledFrom([]any{nil, true, int64(7), 0.5, "x", list{}, list{"x"}, list{fields{"name": "x"}}, fields{}, fields{"name": "x"}}).Draw(t, "other")
	}
	switch tree := tree.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, name := range sortedKeys(tree) {
			out[name] = spoil(t, tree[name])
		}
		return out
	case []any:
		out := make([]any, len(tree))
		for i, item := range tree {
			out[i] = spoil(t, item)
		}
		return out
	}
	return tree
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// granularPaths are the paths of a tree down to atomic values.
func granularPaths(n *schema.Node, tree any, at string) map[string]bool {
	out := map[string]bool{at: true}
	add := func(below map[string]bool) {
		for path := range below {
			out[path] = true
		}
	}
	switch tree := tree.(type) {
	case map[string]any:
		for name, v := range tree {
			switch f, ok := n.JSONField(name); {
			case ok:
				add(granularPaths(f.Node, v, at+"."+name))
			case n.Kind == schema.Map && n.ListType == schema.Granular:
				add(granularPaths(n.Elem, v, fmt.Sprintf("%s[%s]", at, name)))
			}
		}
	case []any:
		for _, item := range tree {
			if n.ListType == schema.ListMap {
				add(granularPaths(n.Elem, item, fmt.Sprintf("%s[%s]", at, object.ItemKey(n, item))))
			}
		}
	}
	return out
}
