package kindstest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// Blamed is what keeps the pods of an object from serving, and the fields that decide about it.
type Blamed struct {
	Reason string
	// Object and References are in YAML.
	Object     string
	References []string
	// Direct is whether the object is for direct mode.
	Direct bool
	Cause  tree.Cause
	Want   []kinds.Place
}

// Explains tests which fields the kind of a Terraform type name blames.
func Explains(t *testing.T, all []*kinds.Kind, name string, cases map[string]Blamed) {
	t.Helper()
	k := Named(t, all, name)
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			c := kinds.Candidate{Object: Parse(t, tc.Object), Direct: tc.Direct}
			for _, text := range tc.References {
				c.References = append(c.References, Parse(t, text))
			}
			if diff := cmp.Diff(tc.Want, k.Explains.Blamed(c, tc.Cause)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.Reason, diff)
			}
		})
	}
}
