package kindstest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/fieldpath"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// trial is a case with one value hidden, as one that is not known.
type trial struct {
	name, path string
	hidden     kinds.Candidate
}

// trials hide each value of each case in turn.
func trials(t *testing.T, candidates map[string]kinds.Candidate) []trial {
	t.Helper()
	var all []trial
	for _, name := range slices.Sorted(maps.Keys(candidates)) {
		for _, path := range leaves(candidates[name].Object.Object, nil) {
			all = append(all, trial{name, path, hide(t, candidates[name], path)})
		}
	}
	return all
}

// checkDecides proves, over all cases of a kind, that a rule comes to a verdict, and that one it gives while a value is
// unknown is the one it gives of the value.
func checkDecides(t *testing.T, rule kinds.Rule, candidates map[string]kinds.Candidate, trials []trial) {
	t.Helper()
	if rule.Compile != nil {
		if err := rule.Compile(); err != nil {
			t.Fatal(err)
		}
	}
	decide := func(c kinds.Candidate, unknown ...string) []string {
		found, err := rule.Decide(c, unknown)
		if err != nil {
			t.Errorf("comes to no verdict while %v is unknown: %v", unknown, err)
		}
		return described(found)
	}
	said := map[string][]string{}
	for name, c := range candidates {
		said[name] = decide(c)
	}
	for _, trial := range trials {
		for _, finding := range decide(trial.hidden, trial.path) {
			if !slices.Contains(said[trial.name], finding) {
				t.Errorf("%s: while %s is unknown, it says %s, and nothing of the kind of its value", trial.name, trial.path, finding)
			}
		}
	}
}

func described(found field.ErrorList) []string {
	var list []string
	for _, err := range found {
		list = append(list, fmt.Sprintf("%s %s: %s", err.Type, err.Field, err.Detail))
	}
	return list
}

// leaves are the paths of the values of an object that have none below them.
func leaves(value any, at *field.Path) []string {
	var paths []string
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			below := field.NewPath(name)
			switch {
			case at != nil && strings.ContainsAny(name, "./"):
				below = at.Key(name)
			case at != nil:
				below = at.Child(name)
			}
			paths = append(paths, leaves(value[name], below)...)
		}
	case []any:
		for i, item := range value {
			paths = append(paths, leaves(item, at.Index(i))...)
		}
	default:
		paths = append(paths, at.String())
	}
	return paths
}

// hide returns the object without the value at a path, as one that is not known.
func hide(t *testing.T, c kinds.Candidate, path string) kinds.Candidate {
	t.Helper()
	steps, err := fieldpath.Parse(path)
	if err != nil {
		t.Fatal(err)
	}
	c.Object = c.Object.DeepCopy()
	var above any = c.Object.Object
	for i, s := range steps {
		switch value := above.(type) {
		case map[string]any:
			if i == len(steps)-1 {
				delete(value, s.Name())
			}
			above = value[s.Name()]
		case []any:
			index, _ := s.Index()
			if i == len(steps)-1 {
				value[index] = nil
			}
			above = value[index]
		}
	}
	return c
}
