package ruleset_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/cel-go/cel"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

const serving = "kthena/serving/v1alpha1.ModelServing"

func load(text string, functions ...cel.EnvOption) []kinds.Rule {
	files := fstest.MapFS{"test.rules.yaml": {Data: []byte(text)}}
	return ruleset.Load(files, "test.rules.yaml", serving, functions...)
}

func object(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	data, err := yaml.YAMLToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var u unstructured.Unstructured
	if err := u.UnmarshalJSON(data); err != nil {
		t.Fatal(err)
	}
	return &u
}

const twoRoles = `
apiVersion: workload.serving.volcano.sh/v1alpha1
kind: ModelServing
metadata: {name: m, labels: {b: "2", a: "1"}}
spec:
  schedulerName: other
  template:
    roles:
    - {name: prefill, replicas: 2, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: "i:1"}]}}}
    - {name: decode, workerReplicas: 1, entryTemplate: {spec: {containers: [{name: c, image: "i:2"}]}}, workerTemplate: {spec: {containers: [{name: w}]}}}
`

func TestRule(t *testing.T) {
	cases := map[string]struct {
		rules   string
		object  string
		release string
		unknown []string
		want    []string
	}{
		"the object": {
			rules: `rules: [{id: T-1, rule: object.metadata.name == "x", path: metadata.name, message: refused}]`,
			want:  []string{`FieldValueInvalid metadata.name m: refused`},
		},
		"a rule that holds": {rules: `rules: [{id: T-1, rule: object.metadata.name == "m", message: refused}]`},
		"a field that is not there": {
			rules: `rules: [{id: T-1, at: spec.recoveryPolicy, rule: "false", message: refused}]`,
		},
		"each item of a list": {
			rules: `rules: [{id: T-1, at: "spec.template.roles[]", rule: 'self.name == "x"', field: name, message: "{index}"}]`,
			want: []string{
				"FieldValueInvalid spec.template.roles[0].name prefill: 0",
				"FieldValueInvalid spec.template.roles[1].name decode: 1",
			},
		},
		"braces of the text, and the place": {
			rules: `rules: [{id: T-1, at: "spec.template.roles[1].name", rule: self == "x", message: "{{}} and {{{place}}}"}]`,
			want:  []string{"FieldValueInvalid spec.template.roles[1].name decode: {} and {spec.template.roles[1].name}"},
		},
		"one item of a list": {
			rules: `rules: [{id: T-1, at: "spec.template.roles[1].name", rule: self == "x", message: "{index}"}]`,
			want:  []string{"FieldValueInvalid spec.template.roles[1].name decode: 1"},
		},
		"each entry of a map, by its key": {
			rules: `rules: [{id: T-1, at: "metadata.labels[]", rule: "false", reason: FieldValueForbidden, message: "{key}={self}"}]`,
			want:  []string{"FieldValueForbidden metadata.labels[a] 1: a=1", "FieldValueForbidden metadata.labels[b] 2: b=2"},
		},
		"names, shorthands and their conditions": {
			rules: `
places:
  roles: "spec.template.roles[]=role"
  pods:
  - $roles.entryTemplate
  - {at: $roles.workerTemplate, when: "role.?workerReplicas.orValue(0) > 0"}
rules: [{id: T-1, at: "$pods.spec.containers[]=c", rule: has(c.image), field: image, reason: FieldValueRequired, message: "{role.name}"}]`,
			want: []string{"FieldValueRequired spec.template.roles[1].workerTemplate.spec.containers[0].image <nil>: decode"},
		},
		"variables": {
			rules: `
variables:
- {name: names, expression: "object.spec.template.roles.map(r, r.name)"}
- {name: text, expression: 'variables.names.join(",")'}
rules:
- id: T-1
  at: "spec.template.roles[]"
  variables: [{name: own, expression: "self.name + variables.text"}]
  rule: size(variables.own) == 0
  message: "{variables.own}"`,
			want: []string{
				"FieldValueInvalid spec.template.roles[0] map: prefillprefill,decode",
				"FieldValueInvalid spec.template.roles[1] map: decodeprefill,decode",
			},
		},
		"several checks": {
			rules: `
rules:
- id: T-1
  rule: "false"
  reason: FieldValueForbidden
  checks: [{at: metadata.name, message: a}, {at: spec.schedulerName, rule: self == "other", message: b}, {at: spec.schedulerName, message: c}]`,
			want: []string{"FieldValueForbidden metadata.name m: a", "FieldValueForbidden spec.schedulerName other: c"},
		},
		"another value than that of the field": {
			rules: `rules: [{id: T-1, at: "metadata.labels[]", when: key == "a", rule: "false", value: key, message: refused}]`,
			want:  []string{"FieldValueInvalid metadata.labels[a] a: refused"},
		},
		"an unknown value": {
			rules:   `rules: [{id: T-1, at: spec, rule: self.schedulerName == "x", message: refused}]`,
			unknown: []string{"spec.schedulerName"},
		},
		"whether an unknown value is set": {
			rules:   `rules: [{id: T-1, at: spec, rule: has(self.schedulerName), message: refused}]`,
			unknown: []string{"spec.schedulerName"},
		},
		"whether an unknown value is set, by default": {
			rules:   `rules: [{id: T-1, at: spec, rule: 'self.?schedulerName.orValue("x") == "y"', message: refused}]`,
			unknown: []string{"spec.schedulerName"},
		},
		"an unknown value that does not matter": {
			rules:   `rules: [{id: T-1, at: spec, rule: self.schedulerName == "x" && size(self.template.roles) == 1, message: refused}]`,
			unknown: []string{"spec.schedulerName"},
			want:    []string{"FieldValueInvalid spec map: refused"},
		},
		"an unknown part of an item that is not asked for": {
			rules:   `rules: [{id: T-1, rule: 'object.spec.template.roles.all(r, r.name != "decode")', path: spec.schedulerName, message: refused}]`,
			unknown: []string{"spec.template.roles[0].replicas"},
			want:    []string{"FieldValueInvalid spec.schedulerName other: refused"},
		},
		"an unknown item beside one that decides": {
			rules:   `rules: [{id: T-1, rule: 'object.spec.template.roles.all(r, r.name != "decode")', path: spec.schedulerName, message: refused}]`,
			unknown: []string{"spec.template.roles[0].name"},
			want:    []string{"FieldValueInvalid spec.schedulerName other: refused"},
		},
		"whether a list has what an unknown item may be": {
			rules:   `rules: [{id: T-1, at: "spec.template.roles[].entryTemplate.spec.containers[]", rule: '"x" in self.args', message: refused}]`,
			unknown: []string{"spec.template.roles[0].entryTemplate.spec.containers[0].args[1]"},
			object:  `{apiVersion: a/v1, kind: ModelServing, spec: {template: {roles: [{name: a, entryTemplate: {spec: {containers: [{name: c, args: ["y", null]}]}}}]}}}`,
		},
		"whether a list has what a known item is": {
			rules:   `rules: [{id: T-1, at: "spec.template.roles[].entryTemplate.spec.containers[]", rule: '!("y" in self.args)', field: name, message: refused}]`,
			unknown: []string{"spec.template.roles[0].entryTemplate.spec.containers[0].args[1]"},
			object:  `{apiVersion: a/v1, kind: ModelServing, spec: {template: {roles: [{name: a, entryTemplate: {spec: {containers: [{name: c, args: ["y", null]}]}}}]}}}`,
			want:    []string{"FieldValueInvalid spec.template.roles[0].entryTemplate.spec.containers[0].name c: refused"},
		},
		"a known part of what is unknown elsewhere": {
			rules:   `rules: [{id: T-1, at: "spec.template.roles[]=r", rule: has(r.replicas), field: name, message: refused}]`,
			unknown: []string{"spec.template.roles[0].replicas"},
			want:    []string{"FieldValueInvalid spec.template.roles[1].name decode: refused"},
		},
		"an unknown value in the message alone": {
			rules:   `rules: [{id: T-1, at: spec, rule: "false", message: "{self.schedulerName}"}]`,
			unknown: []string{"spec.schedulerName"},
		},
		"a release that is not known": {
			rules: `rules: [{id: T-1, at: spec, rule: release == "v1.0.0", message: refused}]`,
		},
		"whether a release is known": {
			rules: `rules: [{id: T-1, at: spec.schedulerName, rule: '!(anyRelease || release != "v1.0.0")', message: refused}]`,
			want:  []string{"FieldValueInvalid spec.schedulerName other: refused"},
		},
		"a release": {
			rules: `rules: [{id: T-1, at: spec.schedulerName, rule: release == "x", message: refused}]`, release: "v1.0.0",
			want: []string{"FieldValueInvalid spec.schedulerName other: refused"},
		},
		"amounts": {
			rules: `
rules:
- {id: T-1, rule: 'isAmount("100%") && isAmount(0) && !isAmount("101%") && !isAmount(-1) && !isAmount("x")', message: a}
- {id: T-2, rule: 'share("25%", 5) == 1 && shareUp("25%", 5) == 2 && share(3, 5) == 3 && share("x", 5) == -1', message: b}
- {id: T-3, rule: 'canonical("4000m") == "4" && canonical(0.5) == "500m" && canonical(1) == "1" && canonical("x") == "x"', message: c}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, r := range load(tc.rules) {
				if err := r.Compile(); err != nil {
					t.Fatal(err)
				}
				found, err := r.Decide(kinds.Candidate{Object: object(t, cmp.Or(tc.object, twoRoles)), Release: tc.release}, tc.unknown)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range found {
					value := fmt.Sprint(e.BadValue)
					if _, isMap := e.BadValue.(map[string]any); isMap {
						value = "map"
					}
					got = append(got, fmt.Sprintf("%s %s %s: %s", string(e.Type), e.Field, value, e.Detail))
				}
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
}

func TestFault(t *testing.T) {
	cases := map[string]struct{ rules, want string }{
		"a misspelt field":            {`rules: [{id: T-1, at: spec, rule: self.shedulerName == "x", message: refused}]`, "undefined field 'shedulerName'"},
		"a misspelt place":            {`rules: [{id: T-1, at: spec.shedulerName, rule: 'self == "x"', message: refused}]`, `no field "shedulerName"`},
		"items of a text":             {`rules: [{id: T-1, at: "spec.schedulerName[]", rule: 'self == "x"', message: refused}]`, "has no items"},
		"a text compared with 1":      {`rules: [{id: T-1, at: spec.schedulerName, rule: self == 1, message: refused}]`, "no matching overload"},
		"no truth value":              {`rules: [{id: T-1, at: spec.schedulerName, rule: self, message: refused}]`, "not a bool"},
		"a message that is wrong":     {`rules: [{id: T-1, at: spec, rule: "true", message: "{self.x}"}]`, "undefined field 'x'"},
		"a brace without a beginning": {`rules: [{id: T-1, at: spec, rule: "true", message: "self}"}]`, "a brace closes nothing"},
		"a brace without its end":     {`rules: [{id: T-1, at: spec, rule: "true", message: "{self"}]`, "a brace is not closed"},
		"a variable twice":            {"variables: [{name: x, expression: \"1\"}]\nrules: [{id: T-1, variables: [{name: x, expression: \"2\"}], rule: variables.x == 1, message: refused}]", "of this name already"},
		"a variable that is not":      {`rules: [{id: T-1, at: spec, rule: variables.x, message: refused}]`, "undeclared reference"},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			rule := load(tc.rules)[0]
			if err := rule.Compile(); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
	t.Run("a field that need not be there", func(t *testing.T) {
		rule := load(`rules: [{id: T-1, at: "spec.template.roles[]", rule: self.replicas > 0, message: refused}]`)[0]
		_, err := rule.Decide(kinds.Candidate{Object: object(t, twoRoles)}, nil)
		if err == nil || !strings.Contains(err.Error(), "spec.template.roles[1]") || !strings.Contains(err.Error(), "no such key: replicas") {
			t.Errorf("got %v, want the item and the key", err)
		}
	})
}

func TestFileThatCannotBeRead(t *testing.T) {
	for name, text := range map[string]string{
		"a key that there is not": `rules: [{id: T-1, rul: "true"}]`,
		"a mode":                  `rules: [{id: T-1, mode: both}]`,
		"a reason":                `rules: [{id: T-1, reason: Wrong}]`,
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it is read")
				}
			}()
			load(text)
		})
	}
}

func TestLoadAt(t *testing.T) {
	files := fstest.MapFS{"test.rules.yaml": {Data: []byte(`rules: [{id: T-1, at: $here.name, rule: self != "decode", message: refused}]`)}}
	rule := ruleset.LoadAt(files, "test.rules.yaml", serving, "spec.template.roles[]")[0]
	if err := rule.Compile(); err != nil {
		t.Fatal(err)
	}
	found, err := rule.Decide(kinds.Candidate{Object: object(t, twoRoles)}, nil)
	if err != nil || len(found) != 1 || found[0].Field != "spec.template.roles[1].name" {
		t.Errorf("got %v, %v; want a finding of the second role", found, err)
	}
}

func TestInclude(t *testing.T) {
	rules := ruleset.Load(fstest.MapFS{
		"whole.yaml": {Data: []byte(`
include: [part.yaml]
variables: [{name: own, expression: '"a"'}]
places: {roles: "spec.template.roles[]"}
rules: [{id: T-2, at: spec.schedulerName, rule: "false", message: "{variables.theirs}"}]`)},
		"part.yaml": {Data: []byte(`
variables: [{name: theirs, expression: variables.own + "b"}]
rules: [{id: T-1, at: $roles.name, rule: self != "decode", message: "{variables.own}"}]`)},
	}, "whole.yaml", serving)
	var got []string
	for _, r := range rules {
		if err := r.Compile(); err != nil {
			t.Fatal(err)
		}
		found, err := r.Decide(kinds.Candidate{Object: object(t, twoRoles)}, nil)
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v, %v; want a finding", r.ID, found, err)
		}
		got = append(got, r.ID+" "+found[0].Field+" "+found[0].Detail)
	}
	if want := []string{"T-1 spec.template.roles[1].name a", "T-2 spec.schedulerName ab"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestDefinitions(t *testing.T) {
	rule := load(`
rules:
- id: T-1
  rule: has(references.lookup("Pool", "ns", object.metadata.name).spec.port)
  path: metadata.name
  message: '{references.namespaces("Pool", "m").join(",")}'`)[0]
	pool := object(t, `{apiVersion: v1, kind: Pool, metadata: {name: m, namespace: ns}, spec: {}}`)
	var missed []string
	missing := func(kind, namespace, name string) { missed = append(missed, kind+" "+namespace+"/"+name) }

	found, err := rule.Decide(kinds.Candidate{Object: object(t, twoRoles), Missed: missing}, nil)
	if err != nil || len(found) > 0 || !slices.Equal(missed, []string{"Pool ns/m"}) {
		t.Errorf("without the definition: %v, %v, missed %v; want no finding, and that it is missed", found, err, missed)
	}
	found, err = rule.Decide(kinds.Candidate{Object: object(t, twoRoles), References: []*unstructured.Unstructured{pool}}, nil)
	if err != nil || len(found) != 1 || found[0].Detail != "ns" {
		t.Errorf("with the definition: %v, %v; want a finding", found, err)
	}
	found, err = rule.Decide(kinds.Candidate{Object: object(t, twoRoles), References: []*unstructured.Unstructured{pool}}, []string{"references[1]"})
	if err != nil || len(found) > 0 {
		t.Errorf("while another definition is unknown: %v, %v; want no finding", found, err)
	}
}

func TestFirstOfDefinitions(t *testing.T) {
	rule := load(`
rules:
- id: T-1
  rule: has(references.first([["Pool", "ns", "m"], ["ClusterPool", "", "m"]]).spec.port)
  path: metadata.name
  message: '{references.first([["Pool", "ns", "m"], ["ClusterPool", "", "m"]]).kind}'`)[0]
	own := object(t, `{apiVersion: v1, kind: Pool, metadata: {name: m, namespace: ns}, spec: {}}`)
	shared := object(t, `{apiVersion: v1, kind: ClusterPool, metadata: {name: m}, spec: {}}`)
	for want, known := range map[string][]*unstructured.Unstructured{"": nil, "ClusterPool": {shared}, "Pool": {shared, own}} {
		var missed []string
		missing := func(kind, _, _ string) { missed = append(missed, kind) }
		found, err := rule.Decide(kinds.Candidate{Object: object(t, twoRoles), References: known, Missed: missing}, nil)
		got := ""
		if len(found) > 0 {
			got = found[0].Detail
		}
		if err != nil || got != want || slices.Contains(missed, "Pool") == (want == "Pool") {
			t.Errorf("found %q, missed %v, %v; want %q", got, missed, err, want)
		}
	}
}

func TestFunction(t *testing.T) {
	count := ruleset.Function("countKeys", cel.IntType, func(v any) int {
		keys, _ := v.(map[string]any)
		return len(keys)
	})
	rule := load(`rules: [{id: T-1, at: spec.template, rule: countKeys(self) == 0, message: "{countKeys(self)}"}]`, count)[0]
	c := kinds.Candidate{Object: object(t, twoRoles)}
	if found, err := rule.Decide(c, nil); err != nil || len(found) != 1 || found[0].Detail != "1" {
		t.Errorf("got %v, %v", found, err)
	}
	if found, err := rule.Decide(c, []string{"spec.template.roles[0].name"}); err != nil || len(found) > 0 {
		t.Errorf("while a part of the value is unknown: %v, %v; want no verdict", found, err)
	}
}
