package ome

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMergeArguments(t *testing.T) {
	cases := map[string]struct {
		reason               string
		base, override, want []string
	}{
		"Nothing":     {"Without an override nothing changes.", []string{"--a", "1"}, nil, []string{"--a", "1"}},
		"InPlace":     {"A flag is replaced where it stands, in either spelling of its value.", []string{"--a", "1", "--b=2", "--c"}, []string{"--b", "3", "--a=4"}, []string{"--a=4", "--b", "3", "--c"}},
		"Appended":    {"What is new comes last.", []string{"serve", "--a"}, []string{"--b", "1"}, []string{"serve", "--a", "--b", "1"}},
		"Switch":      {"The word after a flag is its value unless it is a flag.", []string{"--a", "--b", "1"}, []string{"--a", "x"}, []string{"--a", "x", "--b", "1"}},
		"OneWord":     {"A flag and its value in one word are one argument.", []string{"--a 1", "--b"}, []string{"--a=2"}, []string{"--a=2", "--b"}},
		"Empty":       {"An override is all there is where the base is empty.", nil, []string{"--a", "1"}, []string{"--a", "1"}},
		"Lines":       {"A command line over several lines stays one word, each argument in its line.", []string{"serve \\\n--a 1 \\\n--b"}, []string{"--a", "2", "--c=3"}, []string{"serve \\\n--a 2 \\\n--b \\\n--c=3"}},
		"Backslashed": {"A backslash alone tells a command line, too.", []string{`--a 1 \`, "--b"}, []string{"--b"}, []string{"--a 1 \\\n--b"}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, mergeArguments(tc.base, tc.override)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func TestSetFlag(t *testing.T) {
	cases := map[string]struct {
		reason      string
		words, want []string
		found       bool
	}{
		"NextWord":  {"The value is the next word.", []string{"-m", "x", "--tp", "2"}, []string{"-m", "x", "--tp", "8"}, true},
		"SameWord":  {"The value is in the word of the flag.", []string{"--tp-size=2", "--b"}, []string{"--tp-size=8", "--b"}, true},
		"First":     {"Only the first of several flags is changed.", []string{"--tp=2", "--tp=4"}, []string{"--tp=8", "--tp=4"}, true},
		"Shell":     {"The flag is within a command line.", []string{"sh", "-c", "serve --tp-size  2 --x"}, []string{"sh", "-c", "serve --tp-size  8 --x"}, true},
		"Reference": {"A reference to a variable is a value.", []string{"serve --tp=$(N)"}, []string{"serve --tp=8"}, true},
		"Longer":    {"A longer flag is another flag.", []string{"--tp-sizes", "2", "--x--tp 2"}, []string{"--tp-sizes", "2", "--x--tp 2"}, false},
		"NoValue":   {"A flag at the end has no value.", []string{"--tp"}, []string{"--tp"}, false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got, found := setFlag(tc.words, tensorFlags, 8)
			if diff := cmp.Diff(tc.want, got); diff != "" || found != tc.found {
				t.Errorf("%s found = %t (-want +got):\n%s", tc.reason, found, diff)
			}
		})
	}
}
