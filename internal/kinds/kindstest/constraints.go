package kindstest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/enginelint"
)

// Specification is the document that lists the constraints of an upstream system. It
// lies beside the repository where the product is developed.
type Specification struct {
	// File is its name in the folder of specifications.
	File string
	// IDs matches the row of a constraint and captures the identifier.
	IDs string
	// AtLeast is the number of constraints below which the format must have changed.
	AtLeast int
	// Beside has the identifiers of rules that are not in the rows, each with the reason.
	Beside map[string]string
}

// Constraints compares the specified constraints with the rules of kinds: each has a
// rule, or a reason in notOffline why the configuration of one resource and the
// definitions it refers to cannot decide it, and not both.
func Constraints(t *testing.T, all []*kinds.Kind, notOffline map[string]string, specs ...Specification) {
	t.Helper()
	decided := map[string]bool{}
	for _, k := range all {
		for _, rule := range k.Rules() {
			decided[rule.ID] = true
		}
		for _, rule := range k.Claims.Rules {
			decided[rule.ID] = true
		}
	}
	for id, reason := range notOffline {
		if decided[id] || reason == "" {
			t.Errorf("%s: has a rule = %t, reason for none = %q; want one of them", id, decided[id], reason)
		}
	}
	specified, beside := map[string]bool{}, map[string]string{}
	for _, spec := range specs {
		maps.Copy(specified, spec.read(t))
		maps.Copy(beside, spec.Beside)
	}
	for id := range specified {
		if _, excused := notOffline[id]; !decided[id] && !excused {
			t.Errorf("%s has neither a rule nor a reason for none", id)
		}
	}
	for id := range notOffline {
		if !specified[id] {
			t.Errorf("%s has a reason for no rule and is not specified", id)
		}
	}
	for id := range decided {
		if _, lint := enginelint.Beside[id]; lint {
			continue
		}
		if _, known := beside[id]; specified[id] == known {
			t.Errorf("%s: is specified = %t, is beside the specification = %t; want one of them", id, specified[id], known)
		}
	}
	t.Logf("%d constraints are specified, %d of them are not decidable offline; with those beside, there are %d rules",
		len(specified), len(notOffline), len(decided))
}

func (spec Specification) read(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(repository(t), "..", "shared", "spec", spec.File))
	if os.IsNotExist(err) {
		t.Skipf("%s is not beside the repository, so the list of constraints cannot be compared", spec.File)
	}
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, match := range regexp.MustCompile(spec.IDs).FindAllStringSubmatch(string(data), -1) {
		ids[match[1]] = true
	}
	if len(ids) < spec.AtLeast {
		t.Fatalf("only %d constraints found; the format of the specification has changed", len(ids))
	}
	return ids
}

// repository returns the folder of the module.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			return root
		}
		if root == filepath.Dir(root) {
			t.Fatal("there is no go.mod above the package")
		}
		root = filepath.Dir(root)
	}
}
