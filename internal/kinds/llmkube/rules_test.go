package llmkube

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// ruleCase is one configuration and what all rules of its kind together say about it.
type ruleCase struct {
	reason string
	// patch is merged into the kind's valid object: maps by key, null removes, the rest replaces.
	patch   string
	dialect string
	direct  bool
	// near lists the rules that the configuration only just satisfies.
	near []string
	want []verdict
}

// verdict is one finding of a rule.
type verdict struct {
	id, path string
	// text is a part of the detail.
	text string
	warn bool
}

// ruledKind is a kind with a valid object and its cases.
type ruledKind struct {
	rules []kinds.Rule
	// into is an empty object of the kind's type.
	into  func() any
	valid string
	cases map[string]ruleCase
}

var ruledKinds = map[string]ruledKind{
	"Model":            {modelRules, func() any { return new(v1alpha1.Model) }, validModel, modelCases},
	"InferenceService": {serviceRules, func() any { return new(v1alpha1.InferenceService) }, validService, serviceCases},
}

func (k ruledKind) candidate(t *testing.T, tc ruleCase) kinds.Candidate {
	t.Helper()
	object := parseObject(t, k.valid)
	var patch map[string]any
	data, err := yaml.YAMLToJSON([]byte(tc.patch))
	if err == nil {
		wrapper := &unstructured.Unstructured{}
		err = wrapper.UnmarshalJSON([]byte(`{"apiVersion":"v1","kind":"Patch","patch":` + string(data) + `}`))
		patch, _ = wrapper.Object["patch"].(map[string]any)
	}
	if err != nil {
		t.Fatal(err)
	}
	mergeInto(object.Object, patch)
	// What does not fit the type is passed over by every rule, so a case must.
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, k.into()); err != nil {
		t.Fatalf("the object does not fit its type: %v", err)
	}
	return kinds.Candidate{Object: object, Dialect: tc.dialect, Direct: tc.direct}
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

var ruleSuffix = regexp.MustCompile(` \(([A-Z]+-[A-Z]*[0-9.]+)\)$`)

// verdicts runs rules and returns their findings in order, with the whole detail as text.
func verdicts(rules []kinds.Rule, c kinds.Candidate, unknown ...string) []verdict {
	errs, warns := kinds.Check(&kinds.Kind{Rules: rules}, c, unknown)
	var found []verdict
	add := func(list field.ErrorList, warn bool) {
		for _, err := range list {
			id := ruleSuffix.FindStringSubmatch(err.Detail)
			found = append(found, verdict{id[1], err.Field, err.Detail, warn})
		}
	}
	add(errs, false)
	add(warns, true)
	slices.SortStableFunc(found, compareVerdicts)
	return found
}

func compareVerdicts(a, b verdict) int {
	return strings.Compare(a.id+a.path, b.id+b.path)
}

func TestRules(t *testing.T) {
	for kind, ruled := range ruledKinds {
		for name, tc := range ruled.cases {
			t.Run(kind+"/"+name, func(t *testing.T) {
				got := verdicts(ruled.rules, ruled.candidate(t, tc))
				want := slices.SortedStableFunc(slices.Values(tc.want), compareVerdicts)
				for i := range min(len(got), len(want)) {
					if want[i].text != "" && strings.Contains(got[i].text, want[i].text) {
						got[i].text = want[i].text
					}
				}
				if diff := cmp.Diff(want, got, cmp.AllowUnexported(verdict{})); diff != "" {
					t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
				}
			})
		}
	}
}

// TestRulesReadWhatTheySay proves of every rule, over all cases of its kind, that it is
// deferred while any of its reads is unknown, that nothing but its reads
// makes a difference, and that each of them does.
func TestRulesReadWhatTheySay(t *testing.T) {
	for kind, ruled := range ruledKinds {
		for i, rule := range ruled.rules {
			t.Run(fmt.Sprintf("%s/%d-%s", kind, i, rule.ID), func(t *testing.T) {
				one := []kinds.Rule{rule}
				matters := map[string]bool{}
				for name, tc := range ruled.cases {
					c := ruled.candidate(t, tc)
					all := verdicts(one, c)
					if diff := cmp.Diff(all, verdicts(one, keepReads(c, rule.Reads)), cmp.AllowUnexported(verdict{})); diff != "" {
						t.Errorf("%s: the verdict depends on more than %v:\n%s", name, rule.Reads, diff)
					}
					for _, read := range rule.Reads {
						if found := verdicts(one, c, strings.ReplaceAll(read, "[]", "[0]")); len(found) > 0 {
							t.Errorf("%s: %s is unknown, and still: %v", name, read, found)
						}
						if !cmp.Equal(all, verdicts(one, dropRead(c, read)), cmp.AllowUnexported(verdict{})) {
							matters[read] = true
						}
					}
				}
				for _, read := range rule.Reads {
					if !matters[read] {
						t.Errorf("%s makes no difference in any case", read)
					}
				}
			})
		}
	}
}

// keepReads returns c with nothing but the values at the reads and what leads to them.
func keepReads(c kinds.Candidate, reads []string) kinds.Candidate {
	c.Object = &unstructured.Unstructured{Object: keepBelow(c.Object.Object, "", reads).(map[string]any)}
	return c
}

func keepBelow(value any, at string, reads []string) any {
	if slices.Contains(reads, at) {
		return value
	}
	leads := func(path string) bool {
		return slices.ContainsFunc(reads, func(read string) bool {
			return read == path || strings.HasPrefix(read, path+".") || strings.HasPrefix(read, path+"[")
		})
	}
	switch value := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, below := range value {
			if path := strings.TrimPrefix(at+"."+key, "."); leads(path) {
				kept[key] = keepBelow(below, path, reads)
			}
		}
		return kept
	case []any:
		kept := []any{}
		for _, item := range value {
			kept = append(kept, keepBelow(item, at+"[]", reads))
		}
		return kept
	}
	return value
}

// dropRead returns c without the value at the read.
func dropRead(c kinds.Candidate, read string) kinds.Candidate {
	c.Object = c.Object.DeepCopy()
	dropBelow(c.Object.Object, strings.Split(read, "."))
	return c
}

func dropBelow(object map[string]any, path []string) {
	name, isList := strings.CutSuffix(path[0], "[]")
	switch below := object[name].(type) {
	case nil:
	case []any:
		if len(path) == 1 || !isList {
			delete(object, name)
			return
		}
		for _, item := range below {
			dropBelow(item.(map[string]any), path[1:])
		}
	case map[string]any:
		if len(path) > 1 {
			dropBelow(below, path[1:])
			return
		}
		delete(object, name)
	default:
		delete(object, name)
	}
}

func TestEveryRuleHasAFailingAndAPassingCase(t *testing.T) {
	for kind, ruled := range ruledKinds {
		failing, passing := map[string]bool{}, map[string]bool{}
		for _, tc := range ruled.cases {
			for _, want := range tc.want {
				failing[want.id] = true
			}
			for _, id := range tc.near {
				passing[id] = true
			}
		}
		for _, rule := range ruled.rules {
			if !failing[rule.ID] || !passing[rule.ID] {
				t.Errorf("%s %s: failing case = %v, passing case = %v", kind, rule.ID, failing[rule.ID], passing[rule.ID])
			}
		}
		for name, tc := range ruled.cases {
			for _, id := range tc.near {
				if slices.ContainsFunc(tc.want, func(v verdict) bool { return v.id == id }) {
					t.Errorf("%s %s: cannot be near to %s, which it violates", kind, name, id)
				}
			}
		}
	}
}

// TestEveryConstraintIsDecidedOrExcused reads the constraints from the specification of the
// upstream systems, which lies beside the repository where the product is developed.
func TestEveryConstraintIsDecidedOrExcused(t *testing.T) {
	text := readSpecification(t)
	specified := map[string]bool{"L-8.2": strings.Contains(text, "### 8.2 ")}
	for _, match := range regexp.MustCompile(`(?m)^\| ([IM]-[0-9]+) \|`).FindAllStringSubmatch(text, -1) {
		specified[match[1]] = true
	}
	if len(specified) < 120 {
		t.Fatalf("only %d constraints found; the format of the specification has changed", len(specified))
	}
	decided := map[string]bool{}
	for _, ruled := range ruledKinds {
		for _, rule := range ruled.rules {
			decided[rule.ID] = true
		}
	}
	for id := range specified {
		if _, excused := NotOffline[id]; decided[id] == excused {
			t.Errorf("%s: has a rule = %v, is listed in NotOffline = %v; want one of them", id, decided[id], excused)
		}
	}
	for id := range NotOffline {
		if !specified[id] {
			t.Errorf("%s is listed in NotOffline and not specified", id)
		}
	}
	for id := range maps.Keys(decided) {
		if !specified[id] {
			t.Errorf("%s has a rule and is not specified", id)
		}
	}
}

func readSpecification(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		if root == filepath.Dir(root) {
			t.Fatal("there is no go.mod above the package")
		}
		root = filepath.Dir(root)
	}
	data, err := os.ReadFile(filepath.Join(root, "..", "shared", "spec", "llmkube.md"))
	if os.IsNotExist(err) {
		t.Skip("the specification of LLMKube is not beside the repository, so the list of constraints cannot be compared")
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
