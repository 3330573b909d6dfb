package render

import (
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// PodReader returns a ServiceAccount that may find the pods of its namespace, and the
// Role and the RoleBinding that allow it, all of that name.
func PodReader(o Owner, name string) ([]*unstructured.Unstructured, error) {
	return PermittedServiceAccount(o, name, rbacv1.PolicyRule{
		APIGroups: []string{corev1.GroupName}, Resources: []string{"pods"}, Verbs: []string{"get", "list", "watch"},
	})
}
