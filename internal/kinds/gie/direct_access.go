package gie

import (
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/render"
)

// access returns the ServiceAccount of the endpoint picker and what it may do: read its
// pool, the pods and what objectives and rewrites there are, in the groups of both projects. Those
// that elect a leader share a lease. Without the permission to list rewrites it does not start.
//
// Mirrors kubernetes-sigs/gateway-api-inference-extension config/charts/inferencepool/templates/rbac.yaml@v1.5.0
// and llm-d/llm-d-router config/charts@v0.10.0.
func (p directPool) access() ([]*unstructured.Unstructured, error) {
	reads := []string{"get", "watch", "list"}
	objectives := []string{"inferenceobjectives", "inferencemodelrewrites"}
	rules := []rbacv1.PolicyRule{
		{APIGroups: []string{""}, Resources: []string{"pods"}, Verbs: reads},
		{APIGroups: []string{poolGroup}, Resources: []string{"inferencepools"}, Verbs: reads},
		{APIGroups: []string{"inference.networking.x-k8s.io", "llm-d.ai"}, Resources: objectives, Verbs: reads},
	}
	if p.elects() {
		rules = append(rules,
			rbacv1.PolicyRule{
				APIGroups: []string{"coordination.k8s.io"}, Resources: []string{"leases"},
				Verbs: []string{"get", "list", "watch", "create", "update", "patch", "delete"},
			},
			rbacv1.PolicyRule{APIGroups: []string{""}, Resources: []string{"events"}, Verbs: []string{"create", "patch"}})
	}
	return render.PermittedServiceAccount(p.owner, p.picker, rules...)
}
