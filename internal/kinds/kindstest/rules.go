package kindstest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Case is one configuration and what all rules of its kind together say about it.
type Case struct {
	Reason string
	// Patch is YAML that is merged into the valid object of the table: maps by key, null
	// removes, the rest replaces.
	Patch string
	// Release is the release of the configuration; empty means that of the table.
	Release string
	// Direct is whether the configuration is for direct mode.
	Direct bool
	// References are the objects that are known of those the configuration refers to, in YAML.
	References []string
	// Near lists the rules that the configuration only just satisfies.
	Near []string
	// Want are the findings, each as "<rule> <path>: <part of the detail>", after
	// "warning " where it is one.
	Want []string
}

// Table has the cases of a kind.
type Table struct {
	// Valid is the object, in YAML, that the cases change.
	Valid string
	// Release is the release of cases that name none; empty while it is not known.
	Release string
	// Fits returns an error when an object does not fit the type of the kind. What does
	// not is passed over by every rule, so no case may be such.
	Fits  func(map[string]any) error
	Cases map[string]Case
}

// Merge returns the cases of all tables.
func Merge(tables ...map[string]Case) map[string]Case {
	all := map[string]Case{}
	for _, table := range tables {
		maps.Copy(all, table)
	}
	return all
}

// Rules tests the rules of every kind by the table under its Terraform type name.
func Rules(t *testing.T, all []*kinds.Kind, tables map[string]Table) {
	t.Helper()
	for name := range tables {
		Named(t, all, name)
	}
	for _, k := range all {
		table, ok := tables[k.TypeName]
		if !ok {
			t.Errorf("%s has no table of cases", k.TypeName)
			continue
		}
		t.Run(k.TypeName, func(t *testing.T) {
			candidates := map[string]kinds.Candidate{}
			for name, tc := range table.Cases {
				candidates[name] = table.candidate(t, tc)
			}
			for name, tc := range table.Cases {
				t.Run(name, func(t *testing.T) {
					checkOrder(t, k, candidates[name])
					checkFindings(t, tc, findings(k, candidates[name]))
				})
			}
			trials := trials(t, candidates)
			for i, rule := range k.Rules() {
				t.Run(fmt.Sprintf("%d-%s", i, rule.ID), func(t *testing.T) { checkDecides(t, rule, candidates, trials) })
				if rule.Admission != nil {
					t.Run(fmt.Sprintf("admission/%d-%s", i, rule.ID), func(t *testing.T) { checkAdmission(t, k, rule, candidates) })
				}
			}
			checkExtent(t, k, table)
		})
	}
}

func (table Table) candidate(t *testing.T, tc Case) kinds.Candidate {
	t.Helper()
	object := Parse(t, table.Valid)
	mergeInto(object.Object, part(t, tc.Patch))
	if err := table.Fits(object.Object); err != nil {
		t.Fatalf("%s: the object does not fit its type: %v", tc.Reason, err)
	}
	c := kinds.Candidate{Object: object, Release: tc.Release, Direct: tc.Direct}
	if c.Release == "" {
		c.Release = table.Release
	}
	for _, text := range tc.References {
		c.References = append(c.References, Parse(t, text))
	}
	return c
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

// findings returns what rules say, sorted, each as "<rule> <path>: <detail>", after "warning "
// where it is one.
func findings(k *kinds.Kind, c kinds.Candidate) []string {
	errs, warns := k.Check(c, nil)
	var found []string
	add := func(list field.ErrorList, prefix string) {
		for _, err := range list {
			id := ruleSuffix.FindStringSubmatch(err.Detail)[1]
			found = append(found, prefix+id+" "+err.Field+": "+strings.TrimSuffix(err.Detail, " ("+id+")"))
		}
	}
	add(errs, "")
	add(warns, "warning ")
	slices.Sort(found)
	return found
}

// checkOrder proves that the same findings come in the same order every time.
func checkOrder(t *testing.T, k *kinds.Kind, c kinds.Candidate) {
	t.Helper()
	report := func() string {
		errs, warns := k.Check(c, nil)
		return fmt.Sprint(errs, warns)
	}
	first := report()
	for range 20 {
		if again := report(); again != first {
			t.Fatalf("the findings differ from run to run:\n%s\n%s", first, again)
		}
	}
}

// checkFindings compares findings with those that a case wants, in any order.
func checkFindings(t *testing.T, tc Case, found []string) {
	t.Helper()
	for _, want := range tc.Want {
		head, text, _ := strings.Cut(want, ": ")
		i := slices.IndexFunc(found, func(got string) bool {
			return strings.HasPrefix(got, head+": ") && strings.Contains(got[len(head):], text)
		})
		switch {
		case text == "":
			t.Errorf("%q does not say what the detail has", want)
		case i < 0:
			t.Errorf("%s: no rule says %s", tc.Reason, want)
		default:
			found = slices.Delete(found, i, i+1)
		}
	}
	for _, got := range found {
		t.Errorf("%s: nothing of this was wanted: %s", tc.Reason, got)
	}
}

// checkExtent proves that every rule of a kind has a case that violates it and one that
// only just does not.
func checkExtent(t *testing.T, k *kinds.Kind, table Table) {
	t.Helper()
	failing, passing := map[string]bool{}, map[string]bool{}
	for name, tc := range table.Cases {
		for _, want := range tc.Want {
			id, _, _ := strings.Cut(strings.TrimPrefix(want, "warning "), " ")
			failing[id] = true
			if slices.Contains(tc.Near, id) {
				t.Errorf("%s: cannot be near to %s, which it violates", name, id)
			}
		}
		for _, id := range tc.Near {
			passing[id] = true
		}
	}
	ids := map[string]bool{}
	for _, rule := range k.Rules() {
		ids[rule.ID] = true
	}
	for id := range ids {
		if !failing[id] || !passing[id] {
			t.Errorf("%s: failing case = %t, passing case = %t", id, failing[id], passing[id])
		}
	}
	for id := range passing {
		if !ids[id] {
			t.Errorf("a case is near to %s, which the kind does not have", id)
		}
	}
}
