package ome

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// ruleCase is one configuration and what all rules of its kind together say about it.
type ruleCase struct {
	reason string
	// patch is merged into the kind's valid object: maps by key, null removes, the rest replaces.
	patch string
	// want are the findings as "<rule> <path>: <part of the detail>", those of warnings after "warning ".
	want []string
}

var validObjects = map[string]string{
	"base_model":        "{metadata: {name: m, namespace: llm}, spec: {storage: {storageUri: 'hf://o/m', path: /m}}}",
	"fine_tuned_weight": "{metadata: {name: w}, spec: {baseModelRef: {name: m}, modelType: Adapter, hyperParameters: {strategy: lora}, storage: {storageUri: 'oci://n/a/b/c/o/d'}}}",
	"serving_runtime":   "{metadata: {name: r, namespace: llm}, spec: {supportedModelFormats: [{modelFormat: {name: f}, modelFramework: {name: t}}]}}",
	"ome_service":       "{metadata: {name: s, namespace: llm}, spec: {model: {name: m}, engine: {}}}",
	"benchmark_job":     "{metadata: {name: b, namespace: llm}, spec: {endpoint: {inferenceService: {name: s, namespace: llm}}, task: text-to-text, maxTimePerIteration: 1, maxRequestsPerIteration: 1, outputLocation: {storageUri: 'pvc://c/d'}}}",
	"accelerator_class": "{metadata: {name: a}, spec: {discovery: {}, capabilities: {memoryGB: 80Gi}}}",
}

func kindNamed(t *testing.T, name string) *kinds.Kind {
	t.Helper()
	all := Kinds()
	i := slices.IndexFunc(all, func(k *kinds.Kind) bool { return k.TypeName == name })
	if i < 0 {
		t.Fatalf("there is no kind %s", name)
	}
	return all[i]
}

func candidate(t *testing.T, k *kinds.Kind, patch string) kinds.Candidate {
	t.Helper()
	object := map[string]any{"apiVersion": "ome.io/v1beta1", "kind": k.GVK.Kind}
	for _, text := range []string{validObjects[k.TypeName], patch} {
		var values map[string]any
		if err := yaml.Unmarshal([]byte(text), &values); err != nil {
			t.Fatal(err)
		}
		mergeInto(object, values)
	}
	text, err := yaml.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return kinds.Candidate{Object: parseObject(t, string(text)), Dialect: "v0.1.5"}
}

func mergeInto(object, patch map[string]any) {
	for key, value := range patch {
		below, isMap := value.(map[string]any)
		current, wasMap := object[key].(map[string]any)
		switch {
		case value == nil:
			delete(object, key)
		case isMap && wasMap:
			mergeInto(current, below)
		default:
			object[key] = value
		}
	}
}

var ruleSuffix = regexp.MustCompile(` \(([A-Z]+-[0-9]+)\)$`)

// findings returns what the rules say, sorted, as "<rule> <path>: <detail>".
func findings(k *kinds.Kind, c kinds.Candidate, unknown ...string) []string {
	errs, warns := kinds.Check(k, c, unknown)
	var found []string
	add := func(list field.ErrorList, prefix string) {
		for _, err := range list {
			found = append(found, prefix+ruleSuffix.FindStringSubmatch(err.Detail)[1]+" "+err.Field+": "+ruleSuffix.ReplaceAllString(err.Detail, ""))
		}
	}
	add(errs, "")
	add(warns, "warning ")
	slices.Sort(found)
	return found
}

func TestRules(t *testing.T) {
	for kind, cases := range ruleCases {
		k := kindNamed(t, kind)
		for name, tc := range cases {
			t.Run(kind+"/"+name, func(t *testing.T) {
				c := candidate(t, k, tc.patch)
				got, want := findings(k, c), slices.Sorted(slices.Values(tc.want))
				for i := range min(len(got), len(want)) {
					at, text, _ := strings.Cut(want[i], ": ")
					if strings.HasPrefix(got[i], at+": ") && strings.Contains(got[i], text) {
						got[i] = want[i]
					}
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
				}
			})
		}
	}
}

// TestRulesWait proves that every rule that finds something waits for each of its reads.
func TestRulesWait(t *testing.T) {
	for kind, cases := range ruleCases {
		k := kindNamed(t, kind)
		for name, tc := range cases {
			c := candidate(t, k, tc.patch)
			for _, rule := range k.Rules {
				one := &kinds.Kind{Rules: []kinds.Rule{rule}}
				for _, read := range rule.Reads {
					if found := findings(one, c, strings.ReplaceAll(read, "[]", "[0]")); len(found) > 0 {
						t.Errorf("%s/%s: %s is unknown, and still %s found: %v", kind, name, read, rule.ID, found)
					}
				}
			}
		}
	}
}

// TestEveryRuleHasACase proves that some case violates each rule and another one, which the
// rule could speak about, does not.
func TestEveryRuleHasACase(t *testing.T) {
	for kind, cases := range ruleCases {
		k := kindNamed(t, kind)
		for _, rule := range k.Rules {
			one := &kinds.Kind{Rules: []kinds.Rule{rule}}
			var failing, passing bool
			for _, tc := range cases {
				found := len(findings(one, candidate(t, k, tc.patch))) > 0
				failing, passing = failing || found, passing || !found
			}
			if !failing || !passing {
				t.Errorf("%s %s: failing case = %t, passing case = %t", kind, rule.ID, failing, passing)
			}
		}
	}
}

// withoutRule are the constraints that could be decided from the configuration and have no rule.
var withoutRule = []string{"AC-04", "BJ-21", "BJ-23", "BJ-24", "BM-15"}

// TestEveryConstraintIsDecidedOrExcused reads the constraints from the specification of OME,
// which lies beside the repository where the product is developed.
func TestEveryConstraintIsDecidedOrExcused(t *testing.T) {
	data, err := os.ReadFile(specification(t))
	if os.IsNotExist(err) {
		t.Skip("the specification of OME is not beside the repository, so the list of constraints cannot be compared")
	}
	if err != nil {
		t.Fatal(err)
	}
	specified := map[string]bool{}
	for _, match := range regexp.MustCompile(`(?m)^\| ((?:U|BM|FT|SR|IS|BJ|AC)-[0-9]+) \|`).FindAllStringSubmatch(string(data), -1) {
		specified[match[1]] = true
	}
	if len(specified) < 120 {
		t.Fatalf("only %d constraints found; the format of the specification has changed", len(specified))
	}
	decided := map[string]bool{}
	for _, k := range Kinds() {
		for _, rule := range k.Rules {
			decided[rule.ID] = true
		}
	}
	for id := range specified {
		_, excused := NotOffline[id]
		if count := btoi(decided[id]) + btoi(excused) + btoi(slices.Contains(withoutRule, id)); count != 1 {
			t.Errorf("%s: has a rule = %t, is listed in NotOffline = %t; want one of them", id, decided[id], excused)
		}
	}
	for _, id := range slices.Concat(slices.Collect(maps.Keys(NotOffline)), slices.Collect(maps.Keys(decided))) {
		if !specified[id] {
			t.Errorf("%s is not specified", id)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func specification(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return filepath.Join(root, "..", "shared", "spec", "ome.md")
		}
		if root == filepath.Dir(root) {
			t.Fatal("there is no go.mod above the package")
		}
		root = filepath.Dir(root)
	}
}
