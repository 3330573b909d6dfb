package object_test

import (
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestPatternMatches shows which paths, as drift prints them, a pattern is about.
func TestPatternMatches(t *testing.T) {
	const image = pod + `.containers[name="x"].image`
	cases := map[string]struct {
		pattern, path string
		want          bool
		reason        string
	}{
		"Same":            {image, image, true, "a path that drift prints is a pattern"},
		"SnakeCase":       {`spec.workload_template.worker_template.spec.containers[name=x].image`, image, true, "the names of Terraform and unquoted keys are as good"},
		"Below":           {"spec.workloadTemplate", image, true, "a pattern stands for all that is below it"},
		"Above":           {image, pod + `.containers[name="x"]`, false, "an item that is gone is more than one of its fields"},
		"OtherItem":       {pod + `.containers[name=y].image`, image, false, "another item has another key"},
		"LongerName":      {"spec.rep", "spec.replicas", false, "a name is not a prefix"},
		"AnyItem":         {pod + ".containers[*].image", image, true, "a star in brackets is every item"},
		"AnyName":         {"spec.*.workerTemplate", image, true, "a star is one name"},
		"AnyNameNotItems": {pod + ".containers.*.image", image, false, "a star without brackets is no item"},
		"Deep":            {"spec.**.image", image, true, "two stars are any number of steps"},
		"DeepNone":        {"spec.**.replicas", "spec.replicas", true, "any number is none, too"},
		"DeepOther":       {"spec.**.command", image, false, "what follows two stars has to follow"},
		"KeyPart":         {"metadata.annotations[example.com/*]", "metadata.annotations[example.com/a]", true, "a star within a key is any part of it"},
		"KeyOther":        {"metadata.annotations[example.com/*]", "metadata.annotations[example.org/a]", false, "the rest of a key has to be the same"},
		"KeyDots":         {"metadata.labels[a.b/c]", "metadata.labels[a.b/c]", true, "dots in a key separate nothing"},
		"Keys":            {`spec.ports[port=80,protocol=TCP]`, `spec.ports[port=80,protocol="TCP"].name`, true, "an item may have several keys"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			p, err := object.ParsePattern(tc.pattern)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Matches(tc.path); got != tc.want {
				t.Errorf("%s matches %s: %t, want %t: %s", tc.pattern, tc.path, got, tc.want, tc.reason)
			}
		})
	}
}

// TestPatternNames shows which objects a pattern is about.
func TestPatternNames(t *testing.T) {
	cases := map[string]map[string]bool{
		"spec.replicas":                  {"Deployment/chat": true, "Service/chat": true},
		"Deployment/chat: spec.replicas": {"Deployment/chat": true, "Service/chat": false, "Deployment/chat-2": false},
		"Deployment/*:spec.replicas":     {"Deployment/chat": true, "Service/chat": false},
		"Service/my.svc:spec.ports":      {"Service/my.svc": true, "Service/mysvc": false},
	}
	for text, objects := range cases {
		p, err := object.ParsePattern(text)
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range objects {
			if got := p.Names(id); got != want {
				t.Errorf("%s is about %s: %t, want %t", text, id, got, want)
			}
		}
	}
}

// TestPatternCheck shows that a pattern which nothing can match is told, with what to write instead.
func TestPatternCheck(t *testing.T) {
	cases := map[string]struct {
		pattern string
		want    string // part of the message, empty for none
		reason  string
	}{
		"Field":        {"spec.replicas", "", "the API has the field"},
		"Attribute":    {"spec.model_claims.models", "", "Terraform's names are fine"},
		"Item":         {pod + `.containers[name=x].env[name="A"].value`, "", "items are named by key"},
		"Deep":         {"spec.**.image", "", "there is an image somewhere"},
		"Label":        {"metadata.labels[anything]", "", "labels have free keys"},
		"Typo":         {"spec.replcias", "`spec` has no field `replcias`", "a field that does not exist"},
		"TypoNearest":  {"spec.replcias", "write `spec.replicas`", "the nearest name is suggested"},
		"TypoBelow":    {pod + ".containers[*].imagee", "write `" + pod + ".containers[*].image`", "the suggestion is the whole path"},
		"NoneAlike":    {"spec.zzzzzzzzzz", "write one of `", "without a near name all are listed"},
		"DeepTypo":     {"spec.**.imagePullPolicyy", "imagePullPolicy`", "two stars do not hide a typo"},
		"Index":        {pod + ".containers[0].image", "are named by key: write `" + pod + `.containers[name="..."]`, "an index is no key"},
		"WithoutItem":  {pod + ".containers.image", "are named by key", "a list is no object"},
		"LabelDot":     {"metadata.labels.team", "write `metadata.labels[team]`", "entries of maps stand in brackets"},
		"AtomicInside": {pod + ".containers[*].args[0]", "is compared as a whole", "an atomic list drifts as a whole"},
		"Scalar":       {"spec.replicas.x", "is compared as a whole", "a number has no fields"},
		"Status":       {"status.conditions", "has no field", "status is not compared"},
		"MetadataName": {"metadata.name", "write one of `annotations`, `labels`", "only labels and annotations are compared"},
	}
	n := schema.Lookup(serviceDefinition)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			p, err := object.ParsePattern(tc.pattern)
			if err != nil {
				t.Fatal(err)
			}
			err = p.Check(n)
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("%s: %v, want %q: %s", tc.pattern, err, tc.want, tc.reason)
			}
		})
	}
	for _, malformed := range []string{"", "spec..replicas", "spec.a[", "Deployment/chat: "} {
		if _, err := object.ParsePattern(malformed); err == nil {
			t.Errorf("%q is read as a pattern", malformed)
		}
	}
}

// TestPut shows that a change by path changes that and nothing else, in a copy.
func TestPut(t *testing.T) {
	const yaml = `{spec: {size: 1, list: [{name: a, v: 1}, {name: b, v: 2}], labels: {x.y/z: "1"}}}`
	cases := map[string]struct {
		path  string
		value any
		want  string
	}{
		"Replace":     {"spec.size", int64(2), `{spec: {size: 2, list: [{name: a, v: 1}, {name: b, v: 2}], labels: {x.y/z: "1"}}}`},
		"Remove":      {"spec.size", nil, `{spec: {list: [{name: a, v: 1}, {name: b, v: 2}], labels: {x.y/z: "1"}}}`},
		"Entry":       {"spec.labels[x.y/z]", nil, `{spec: {size: 1, list: [{name: a, v: 1}, {name: b, v: 2}], labels: {}}}`},
		"InItem":      {`spec.list[name="b"].v`, int64(9), `{spec: {size: 1, list: [{name: a, v: 1}, {name: b, v: 9}], labels: {x.y/z: "1"}}}`},
		"RemoveItem":  {`spec.list[name="a"]`, nil, `{spec: {size: 1, list: [{name: b, v: 2}], labels: {x.y/z: "1"}}}`},
		"AddItem":     {`spec.list[name="c"]`, map[string]any{"name": "c"}, `{spec: {size: 1, list: [{name: a, v: 1}, {name: b, v: 2}, {name: c}], labels: {x.y/z: "1"}}}`},
		"NoSuchItem":  {`spec.list[name="c"].v`, int64(9), yaml},
		"NoSuchField": {`spec.other.v`, int64(9), yaml},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			before := tree(t, yaml)
			got := object.Put(before, tc.path, tc.value)
			if !equalTrees(got, tree(t, tc.want)) {
				t.Errorf("got %v, want %s", got, tc.want)
			}
			if !equalTrees(before, tree(t, yaml)) {
				t.Errorf("the tree itself was changed: %v", before)
			}
		})
	}
}

func equalTrees(a, b any) bool {
	return object.Equal(&schema.Node{Kind: schema.JSON}, a, b)
}
