package acctest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
)

// Drift is an element of the computed list `drift`, without its time.
type Drift struct {
	// Object is compared only where a test says it: in direct mode.
	Object    string `json:"object"`
	Class     string `json:"class"`
	Path      string `json:"path"`
	Applied   string `json:"applied"`
	Live      string `json:"live"`
	Manager   string `json:"manager"`
	Operation string `json:"operation"`
}

// ExpectDrift checks that the refresh before a plan found exactly those differences in
// the resource, in any order.
func ExpectDrift(address string, want ...Drift) plancheck.PlanCheck {
	return planCheck(func(req plancheck.CheckPlanRequest) error {
		if req.Plan.PriorState == nil || req.Plan.PriorState.Values == nil {
			return fmt.Errorf("%s: the plan has no prior state", address)
		}
		for _, r := range req.Plan.PriorState.Values.RootModule.Resources {
			if r.Address != address {
				continue
			}
			raw, err := json.Marshal(r.AttributeValues["drift"])
			if err != nil {
				return err
			}
			var got []Drift
			if err := json.Unmarshal(raw, &got); err != nil {
				return err
			}
			if !slices.ContainsFunc(want, func(d Drift) bool { return d.Object != "" }) {
				for i := range got {
					got[i].Object = ""
				}
			}
			if diff := cmp.Diff(sortedDrift(want), sortedDrift(got)); diff != "" {
				return fmt.Errorf("drift of %s (-want +got):\n%s", address, diff)
			}
			return nil
		}
		return fmt.Errorf("the prior state has no %s", address)
	})
}

func sortedDrift(found []Drift) []Drift {
	out := append([]Drift{}, found...)
	slices.SortFunc(out, func(a, b Drift) int { return strings.Compare(a.Object+a.Path+a.Class, b.Object+b.Path+b.Class) })
	return out
}

// ExpectChanges checks which values of metadata and spec the planned update of a resource
// changes: each as `<path>: <before> -> <after>`, with both as JSON.
func ExpectChanges(address string, want ...string) plancheck.PlanCheck {
	return planCheck(func(req plancheck.CheckPlanRequest) error {
		for _, change := range req.Plan.ResourceChanges {
			if change.Address != address {
				continue
			}
			before, _ := change.Change.Before.(map[string]any)
			after, _ := change.Change.After.(map[string]any)
			var got []string
			for _, root := range []string{"metadata", "spec"} {
				got = append(got, changes(root, before[root], after[root])...)
			}
			slices.Sort(got)
			if diff := cmp.Diff(slices.Sorted(slices.Values(want)), got); diff != "" {
				return fmt.Errorf("planned changes of %s (-want +got):\n%s", address, diff)
			}
			return nil
		}
		return fmt.Errorf("the plan has no %s", address)
	})
}

// changes lists the values that differ, as deep as both sides have the same shape.
func changes(path string, before, after any) []string {
	var out []string
	switch b := before.(type) {
	case map[string]any:
		if a, ok := after.(map[string]any); ok {
			names := map[string]bool{}
			for name := range b {
				names[name] = true
			}
			for name := range a {
				names[name] = true
			}
			for name := range names {
				out = append(out, changes(path+"."+name, b[name], a[name])...)
			}
			return out
		}
	case []any:
		if a, ok := after.([]any); ok && len(a) == len(b) {
			for i := range b {
				out = append(out, changes(fmt.Sprintf("%s[%d]", path, i), b[i], a[i])...)
			}
			return out
		}
	}
	was, is := jsonText(before), jsonText(after)
	if was == is {
		return nil
	}
	return []string{path + ": " + was + " -> " + is}
}

func jsonText(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// planCheck is a check that is a function.
type planCheck func(plancheck.CheckPlanRequest) error

// CheckPlan implements [plancheck.PlanCheck].
func (f planCheck) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	resp.Error = f(req)
}

// During runs something between a plan and the apply of that plan.
func During(do func()) plancheck.PlanCheck {
	return planCheck(func(plancheck.CheckPlanRequest) error {
		do()
		return nil
	})
}
