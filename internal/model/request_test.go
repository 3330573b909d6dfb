package model

import (
	"errors"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// TestFailedRequests shows of which failed requests it is told that nothing is lost.
func TestFailedRequests(t *testing.T) {
	one := Target{Applied: &unstructured.Unstructured{Object: map[string]any{"kind": "Deployment", "metadata": map[string]any{"name": "chat"}}}}
	r := &Scope{}
	cases := map[string]struct {
		reason string
		failed func(verb string, t Target, err error) diag.Diagnostics
		want   bool
	}{
		"creation":       {"it is undone", (&ApplyRun{Scope: r}).Failed, false},
		"update":         {"the object stays as it was", (&ApplyRun{Scope: r, Prior: []Target{one}}).Failed, true},
		"change of mode": {"objects of the mode before may be gone", (&ApplyRun{Scope: r, Prior: []Target{one}, HandsOver: true}).Failed, false},
		"no apply":       {"there is nothing to lose", r.Failed, false},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			diags := tc.failed("apply", one, errors.New("etcdserver: request timed out"))
			if len(diags) != 1 || strings.Contains(diags[0].Detail(), "nothing that was applied before is lost") != tc.want {
				t.Errorf("%s: want that nothing is lost: %t, got %v", tc.reason, tc.want, diags)
			}
		})
	}
}
