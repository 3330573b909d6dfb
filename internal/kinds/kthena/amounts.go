package kthena

import (
	"k8s.io/apimachinery/pkg/util/intstr"

	servingv1alpha1 "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds/ruleset"
)

// orOne is the value, and 1, which is the default of every number of replicas, without one.
func orOne(n *int32) int32 {
	if n == nil {
		return 1
	}
	return *n
}

// resolved is an amount of a total, and false for what is none.
func resolved(value *intstr.IntOrString, total int32, up bool) (int, bool) {
	if value == nil {
		return 0, false
	}
	return ruleset.Share(*value, int(total), up)
}

// roleRollingUpdate is the way of a rollout that replaces roles instead of groups.
const roleRollingUpdate = "RoleRollingUpdate"

func roleNames(roles []servingv1alpha1.Role) []string {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = r.Name
	}
	return names
}
