package fieldpath

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"
)

// TestParse covers every form that a step has.
func TestParse(t *testing.T) {
	type read struct {
		Name  string
		Index int
		Keys  string
	}
	none := -1
	tests := map[string]struct {
		reason string
		text   string
		want   []read
		err    string
	}{
		"Fields":  {"names are separated by dots", "spec.template.spec", []read{{"spec", none, ""}, {"template", none, ""}, {"spec", none, ""}}, ""},
		"Empty":   {"nothing is the object itself", "", nil, ""},
		"Dot":     {"conflicts of the API server begin with a dot", ".spec.a", []read{{"spec", none, ""}, {"a", none, ""}}, ""},
		"Index":   {"items have numbers", "a[0].b[12]", []read{{"a", none, ""}, {"", 0, ""}, {"b", none, ""}, {"", 12, ""}}, ""},
		"Keys":    {"items have keys", `a[name="x.y",port=1].b`, []read{{"a", none, ""}, {"", none, `name="x.y",port=1`}, {"b", none, ""}}, ""},
		"Quotes":  {"brackets and quotes of a key do not end it", `a[name="x]\"[.y"].b`, []read{{"a", none, ""}, {"", none, `name="x]\"[.y"`}, {"b", none, ""}}, ""},
		"Entry":   {"dots in brackets belong to the key of a map", "limits[nvidia.com/gpu]", []read{{"limits", none, ""}, {"nvidia.com/gpu", none, ""}}, ""},
		"Quoted":  {"a quoted key is a key, whatever it is", `a["0"]["b=c"]`, []read{{"a", none, ""}, {"0", none, ""}, {"b=c", none, ""}}, ""},
		"Every":   {"empty brackets are no name", "a[].b", []read{{"a", none, ""}, {"", none, ""}, {"b", none, ""}}, ""},
		"NoName":  {"two dots have nothing between them", "a..b", nil, `field path "a..b": a name is empty`},
		"Open":    {"a bracket has an end", "a[0", nil, `field path "a[0": a bracket is not closed`},
		"InQuote": {"a quoted bracket is no end", `a[name="]`, nil, `field path "a[name=\"]": a bracket is not closed`},
	}
	for name, tc := range tests {
		t.Run(name, func(t *testing.T) {
			path, err := Parse(tc.text)
			if err != nil && err.Error() != tc.err || err == nil && tc.err != "" {
				t.Fatalf("%s: got error %v, want %q", tc.reason, err, tc.err)
			}
			var got []read
			for _, step := range path {
				i, isIndex := step.Index()
				if !isIndex {
					i = none
				}
				got = append(got, read{step.Name(), i, step.Keys()})
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

// TestParseReadsWhatFieldPrints quantifies over the paths that Kubernetes' own type of a path prints.
func TestParseReadsWhatFieldPrints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var printed *field.Path
		var want Path
		for i := range rapid.IntRange(1, 6).Draw(t, "steps") {
			switch kind := rapid.IntRange(0, 2).Draw(t, "kind"); {
			case kind == 0 || i == 0:
				name := rapid.StringMatching(`[a-zA-Z][a-zA-Z0-9-]{0,5}`).Draw(t, "name")
				printed, want = printed.Child(name), append(want, Field(name))
			case kind == 1:
				index := rapid.IntRange(0, 12).Draw(t, "index")
				printed, want = printed.Index(index), append(want, Index(index))
			default:
				key := rapid.StringMatching(`[a-z][a-z0-9./_-]{0,8}`).Draw(t, "key")
				printed, want = printed.Key(key), append(want, Step("["+key+"]"))
			}
		}
		got, err := Parse(printed.String())
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: got %q and %v, want %q", printed, got, err, want)
		}
		if got.String() != printed.String() {
			t.Fatalf("%s is written as %s", printed, got)
		}
	})
}

// FuzzParse shows that what can be read is written as it was, and read the same way again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a.b", ".a", "a[0][1].b", `a[name="x]"].b`, `a["]`, "a[].b", "[x]", "a..b", "a.", "]["} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(path.String())
		if err != nil || !slices.Equal(path, again) {
			t.Errorf("%q was read as %q, which is written as %q and read as %q, %v", text, path, path.String(), again, err)
		}
	})
}

// TestSame shows that the key of a map is one key in brackets and without, and that items are no keys.
func TestSame(t *testing.T) {
	for _, tc := range []struct {
		one, other Step
		want       bool
	}{
		{"a", "[a]", true},
		{`["a"]`, "[a]", true},
		{"[0]", "[0]", true},
		{"a", "b", false},
		{"[0]", `["0"]`, false},
		{"[0]", "[1]", false},
		{"[]", "[0]", false},
		{`[name="x"]`, `[name="y"]`, false},
	} {
		if got := tc.one.Same(tc.other); got != tc.want {
			t.Errorf("%s and %s: got %v, want %v", tc.one, tc.other, got, tc.want)
		}
	}
}

// TestValues shows which values a path leads to.
func TestValues(t *testing.T) {
	tree := map[string]any{"a": []any{map[string]any{"b": "1"}, "no object", map[string]any{"b": "2"}, map[string]any{}}, "c": "3"}
	for text, want := range map[string][]any{
		"": {tree}, "c": {"3"}, "a[].b": {"1", "2"}, "c[]": nil, "a.b": nil, "d.e": nil, "c.d": nil,
	} {
		path, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, path.Values(tree)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}
