package object_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// moving has every way in which a field can move.
var moving = object.Release{
	Name: "old",
	Moves: []object.Move{
		{From: "spec.command", To: "spec.commands"},
		{From: "spec.configs", To: "spec.args"},
		{From: "spec.args[].args", To: "spec.args[].flags"},
		{From: "spec.groups[].items[].limits", To: "spec.groups[].items[].requests"},
		{From: "spec.runtime.args", To: "spec.runtime.args.flags"},
		{From: "spec.runtime.config", To: "spec.runtime.args.name"},
		{From: "spec.template", To: "spec.template.group"},
		{From: "spec.template.group.policy", To: "spec.template.policy"},
		{From: "spec.replicas", To: "spec.template.replicas"},
	},
	Renames: []object.Rename{
		{At: "spec.runtime.kind", Table: "New", Wire: "Old"},
		{At: "spec.configs[].kind", Table: "New", Wire: "Old"},
	},
}

func TestToWire(t *testing.T) {
	cases := map[string]struct {
		reason string
		table  string
		wire   string
	}{
		"Rename": {
			reason: "A field takes another name.",
			table:  `{spec: {command: [a], image: i}}`,
			wire:   `{spec: {commands: [a], image: i}}`,
		},
		"RenameOfListAndInItems": {
			reason: "A list takes another name, and then a field of its items.",
			table:  `{spec: {configs: [{name: a, args: [x]}, {name: b}]}}`,
			wire:   `{spec: {args: [{name: a, flags: [x]}, {name: b}]}}`,
		},
		"NestedLists": {
			reason: "A field of the items of a list in the items of a list moves; a placeholder of an unknown item stays.",
			table:  `{spec: {groups: [{items: [{limits: {cpu: 1}}, null]}, {}, {items: [{limits: {}}]}]}}`,
			wire:   `{spec: {groups: [{items: [{requests: {cpu: 1}}, null]}, {}, {items: [{requests: {}}]}]}}`,
		},
		"IntoNewObject": {
			reason: "A value moves into an object of its own name, beside one that joins it.",
			table:  `{spec: {runtime: {args: [x], config: c}}}`,
			wire:   `{spec: {runtime: {args: {flags: [x], name: c}}}}`,
		},
		"IntoNewObjectAlone": {
			reason: "The one that joins makes the object itself.",
			table:  `{spec: {runtime: {config: c}}}`,
			wire:   `{spec: {runtime: {args: {name: c}}}}`,
		},
		"DownAndUpAgain": {
			reason: "An object moves below itself, and a part of it back up, beside what comes from above.",
			table:  `{spec: {replicas: 2, template: {size: 1, policy: p}}}`,
			wire:   `{spec: {template: {group: {size: 1}, policy: p, replicas: 2}}}`,
		},
		"Empty": {
			reason: "Empty lists and objects are values.",
			table:  `{spec: {command: [], template: {}, runtime: {args: []}}}`,
			wire:   `{spec: {commands: [], template: {group: {}}, runtime: {args: {flags: []}}}}`,
		},
		"Values": {
			reason: "A text takes another spelling where the path leads and nowhere else; other texts stay.",
			table:  `{spec: {runtime: {kind: New}, image: New, configs: [{kind: New}, {kind: Same, name: New}]}}`,
			wire:   `{spec: {runtime: {kind: Old}, image: New, args: [{kind: Old}, {kind: Same, name: New}]}}`,
		},
		"Nothing": {
			reason: "Where nothing stands, nothing is made.",
			table:  `{spec: {runtime: {}}}`,
			wire:   `{spec: {runtime: {}}}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			table, wire := tree(t, tc.table), tree(t, tc.wire)
			before := runtime.DeepCopyJSON(table)
			if diff := cmp.Diff(wire, moving.ToWire(table)); diff != "" {
				t.Errorf("%s\nToWire -want +got\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(before, table); diff != "" {
				t.Errorf("the argument was changed\n%s", diff)
			}
			if diff := cmp.Diff(table, moving.FromWire(wire)); diff != "" {
				t.Errorf("%s\nFromWire -want +got\n%s", tc.reason, diff)
			}
		})
	}
}

// TestWireRoundTrip proves that FromWire undoes ToWire on every object of the shape that the moves
// know, here on many drawn from it with a fixed seed.
func TestWireRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	some := func(value any) any {
		if random.IntN(2) == 0 {
			return nil
		}
		return value
	}
	list := func(item func() any) any {
		var items []any
		for range random.IntN(3) {
			items = append(items, item())
		}
		return items
	}
	// fields keeps the fields that are not nil.
	fields := func(all map[string]any) any {
		for name, value := range all {
			if value == nil {
				delete(all, name)
			}
		}
		return all
	}
	for range 2000 {
		table := map[string]any{"spec": fields(map[string]any{
			"command":  some("c"),
			"replicas": some(int64(2)),
			"configs":  some(list(func() any { return fields(map[string]any{"name": some("n"), "args": some("a")}) })),
			"groups": some(list(func() any {
				return fields(map[string]any{"items": some(list(func() any { return fields(map[string]any{"limits": some("l")}) }))})
			})),
			"runtime":  some(fields(map[string]any{"args": some([]any{"x"}), "config": some("c"), "other": some("o")})),
			"template": some(fields(map[string]any{"size": some(int64(1)), "policy": some("p")})),
		})}
		wire := moving.ToWire(table)
		if diff := cmp.Diff(table, moving.FromWire(wire)); diff != "" {
			t.Fatalf("through %v\n-want +got\n%s", wire, diff)
		}
	}
}

func TestWirePath(t *testing.T) {
	cases := map[string]struct {
		reason string
		table  string
		wire   string
	}{
		"Untouched":      {"A path that no move knows stays.", "spec.image", "spec.image"},
		"Renamed":        {"A renamed field, and what lies below it.", "spec.command[0]", "spec.commands[0]"},
		"Prefix":         {"A name that only begins like a moved one stays.", "spec.commandLine", "spec.commandLine"},
		"InItem":         {"The item keeps its index.", "spec.configs[3].args[1]", "spec.args[3].flags[1]"},
		"InKeyedItem":    {"An item named by its key passes through.", `spec.configs[name="a.b[0]"].args`, `spec.args[name="a.b[0]"].flags`},
		"NestedItems":    {"Each list keeps its index.", "spec.groups[1].items[2].limits[nvidia.com/gpu]", "spec.groups[1].items[2].requests[nvidia.com/gpu]"},
		"IntoNewObject":  {"A value that moved below itself.", "spec.runtime.args[0]", "spec.runtime.args.flags[0]"},
		"JoinsNewObject": {"A value that moved into that object.", "spec.runtime.config", "spec.runtime.args.name"},
		"Down":           {"What lies in an object that moved.", `spec.template.pod.containers[name="c"].image`, `spec.template.group.pod.containers[name="c"].image`},
		"UpAgain":        {"What did not move with it.", "spec.template.policy", "spec.template.policy"},
		"FromAbove":      {"What moved into it.", "spec.replicas", "spec.template.replicas"},
		"Above":          {"An object that holds a moved field.", "spec.runtime", "spec.runtime"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if got := moving.WirePath(tc.table); got != tc.wire {
				t.Errorf("%s\nWirePath(%s) = %s, want %s", tc.reason, tc.table, got, tc.wire)
			}
			if got := moving.TablePath(tc.wire); got != tc.table {
				t.Errorf("%s\nTablePath(%s) = %s, want %s", tc.reason, tc.wire, got, tc.table)
			}
		})
	}
}

// TestTablePathOfHolder covers the one object that the wire has and the table has not.
func TestTablePathOfHolder(t *testing.T) {
	if got := moving.TablePath("spec.runtime.args"); got != "spec.runtime.args" {
		t.Errorf("TablePath(spec.runtime.args) = %s, want it unchanged", got)
	}
}

// tree reads YAML into a JSON tree.
func tree(t *testing.T, text string) map[string]any {
	t.Helper()
	var value map[string]any
	if err := yaml.UnmarshalStrict([]byte(text), &value); err != nil {
		t.Fatalf("fixture: %v", err)
	}
	return integers(value).(map[string]any)
}

// integers makes numbers int64, as they are in a JSON tree of the API.
func integers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for k, v := range value {
			value[k] = integers(v)
		}
	case []any:
		for i, v := range value {
			value[i] = integers(v)
		}
	case float64:
		return int64(value)
	}
	return value
}
