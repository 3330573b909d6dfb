package model

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/inferops/terraform-provider-inference/internal/object"
)

// TestDriftLine shows how a difference reads: of a list that is applied as a whole the fields that differ.
func TestDriftLine(t *testing.T) {
	const roles = `[{"name":"prefill","replicas":2},{"entryTemplate":{"spec":{"containers":[{"image":"vllm:v1","name":"server"}]}},"name":"decode"}]`
	for name, tc := range map[string]struct{ applied, live, want string }{
		"plain": {`2`, `3`, "  - ModelServing/m: spec.x is 3 instead of 2 [changed]"},
		"field of an item": {
			roles, `[{"name":"prefill","replicas":2},{"entryTemplate":{"spec":{"containers":[{"image":"vllm:v2","imagePullPolicy":"Always","name":"server"}]}},"name":"decode"}]`,
			`  - ModelServing/m: spec.x[name="decode"].entryTemplate.spec.containers[name="server"].image is "vllm:v2" instead of "vllm:v1" [changed]`,
		},
		"two fields":     {`[1,{"a":1}]`, `[2,{}]`, "  - ModelServing/m: spec.x[0] is 2 instead of 1, spec.x[1].a is gone, was 1 [changed]"},
		"another length": {`["a"]`, `["a","b"]`, `  - ModelServing/m: spec.x is ["a","b"] instead of ["a"] [changed]`},
		"only more":      {`[{"a":1}]`, `[{"a":1,"b":2}]`, `  - ModelServing/m: spec.x is [{"a":1,"b":2}] instead of [{"a":1}] [changed]`},
		"too many":       {`[1,2,3,4,5]`, `[5,4,9,2,1]`, `  - ModelServing/m: spec.x is [5,4,9,2,1] instead of [1,2,3,4,5] [changed]`},
	} {
		t.Run(name, func(t *testing.T) {
			d := Difference{Object: "ModelServing/m", Drift: object.Drift{Path: "spec.x", Class: object.Changed, Applied: tc.applied, Live: tc.live}}
			if got := d.Line(); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

// TestKnownDrift shows that a state gives back the drift that it was given.
func TestKnownDrift(t *testing.T) {
	want := []Difference{
		{Object: "Deployment/m", Drift: object.Drift{
			Path: "spec.replicas", Class: object.Changed, Manager: "kubectl", Operation: "Update", Subresource: "scale",
			Time: time.Date(2026, 11, 23, 2, 0, 0, 0, time.UTC), Applied: "1", Live: "3",
		}},
		{Object: "Service/m", Drift: object.Drift{Path: "spec.type", Class: object.Removed, Applied: `"ClusterIP"`}},
	}
	v := Values{Attributes: map[string]tftypes.Value{AttrDrift: driftValue(want)}}
	if diff := cmp.Diff(want, v.KnownDrift()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
