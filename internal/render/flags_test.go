package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCommandLine(t *testing.T) {
	tree := map[string]any{
		"text": "x", "none": "", "number": int64(0), "share": 0.25, "yes": true, "no": false, "list": []any{"a", "b"}, "deep": map[string]any{"text": "y"},
	}
	cases := map[string]struct {
		reason string
		flag   Flag[string]
		own    []string
		want   []string
	}{
		"Text":      {"A flag and its value are two words.", Flag[string]{Name: "--f", Field: "text"}, nil, []string{"--f", "x"}},
		"Below":     {"A field may be in another.", Flag[string]{Name: "--f", Field: "deep.text"}, nil, []string{"--f", "y"}},
		"Empty":     {"An empty text says nothing.", Flag[string]{Name: "--f", Field: "none"}, nil, nil},
		"Absent":    {"Nor does a field that is not set.", Flag[string]{Name: "--f", Field: "nowhere"}, nil, nil},
		"Default":   {"It may stand for a value.", Flag[string]{Name: "--f", Field: "nowhere", Default: "4"}, nil, []string{"--f", "4"}},
		"Number":    {"0 is a value.", Flag[string]{Name: "--f", Field: "number"}, nil, []string{"--f", "0"}},
		"Least":     {"It may mean nothing.", Flag[string]{Name: "--f", Field: "number", Least: 1}, nil, nil},
		"Share":     {"A share has no more digits than it needs.", Flag[string]{Name: "--f", Field: "share"}, nil, []string{"--f", "0.25"}},
		"Yes":       {"A flag that is true has no value.", Flag[string]{Name: "--f", Field: "yes"}, nil, []string{"--f"}},
		"No":        {"One that is false is left out.", Flag[string]{Name: "--f", Field: "no"}, nil, nil},
		"Always":    {"One of no field is always there.", Flag[string]{Name: "--f"}, nil, []string{"--f"}},
		"List":      {"All items are behind one flag.", Flag[string]{Name: "--f", Field: "list"}, nil, []string{"--f", "a", "b"}},
		"Repeated":  {"Or each has its own.", Flag[string]{Name: "--f", Field: "list", Repeats: true}, nil, []string{"--f", "a", "--f", "b"}},
		"Alone":     {"Words may stand alone.", Flag[string]{Field: "list"}, nil, []string{"a", "b"}},
		"Computed":  {"A value may come from elsewhere.", Flag[string]{Name: "--f", Of: func(s string) any { return s }}, nil, []string{"--f", "it"}},
		"Not now":   {"It may not be wanted.", Flag[string]{Name: "--f", When: func(s string) bool { return s != "it" }}, nil, nil},
		"Yields":    {"The user's own counts, in either spelling.", Flag[string]{Name: "--f", Yields: true}, []string{"--f=1"}, nil},
		"No yields": {"The user's own stands beside it.", Flag[string]{Name: "--f"}, []string{"--f=1"}, []string{"--f"}},
		"Longer":    {"Another flag begins with its name.", Flag[string]{Name: "--f", Yields: true}, []string{"--ff"}, []string{"--f"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, CommandLine("it", tree, tc.own, []Flag[string]{tc.flag})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
