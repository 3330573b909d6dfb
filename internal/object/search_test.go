package object

import "testing"

func TestSearch(t *testing.T) {
	tree := map[string]any{
		"b": map[string]any{"x/y": "one"},
		"a": []any{"zero", map[string]any{"name": "one", "deep": map[string]any{"name": "two"}}},
	}
	cases := map[string]struct{ reason, name, value, want string }{
		"item":  {"an item of a list has no name", "", "zero", "spec.a[0]"},
		"field": {"fields are sorted, each before what it contains", "name", "two", "spec.a[1].deep.name"},
		"key":   {"a name that is no identifier is in brackets", "x/y", "one", "spec.b[x/y]"},
		"none":  {"the value is there under another name", "other", "one", ""},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got, found := Search(tree, "spec", func(name string, value any) bool { return name == tc.name && value == any(tc.value) })
			if got != tc.want || found != (tc.want != "") {
				t.Errorf("%s: got %q, want %q", tc.reason, got, tc.want)
			}
		})
	}
}
