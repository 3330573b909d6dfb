package render

import (
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
)

// PodReader returns a ServiceAccount that may find the pods of its namespace, and the
// Role and the RoleBinding that allow it, all of that name.
func PodReader(o Owner, name string) ([]*unstructured.Unstructured, error) {
	labels := o.ObjectLabels()
	var objects []*unstructured.Unstructured
	for _, applied := range []any{
		corev1ac.ServiceAccount(name, o.Namespace).WithLabels(labels),
		rbacv1ac.Role(name, o.Namespace).WithLabels(labels).
			WithRules(rbacv1ac.PolicyRule().
				WithAPIGroups(corev1.GroupName).
				WithResources("pods").
				WithVerbs("get", "list", "watch")),
		rbacv1ac.RoleBinding(name, o.Namespace).WithLabels(labels).
			WithRoleRef(rbacv1ac.RoleRef().WithAPIGroup(rbacv1.GroupName).WithKind("Role").WithName(name)).
			WithSubjects(rbacv1ac.Subject().WithKind(rbacv1.ServiceAccountKind).WithName(name).WithNamespace(o.Namespace)),
	} {
		obj, err := object(applied)
		if err != nil {
			return nil, err
		}
		objects = append(objects, obj)
	}
	return objects, nil
}
