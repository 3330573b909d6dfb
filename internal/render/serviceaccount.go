package render

import (
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
)

// PermittedServiceAccount returns a ServiceAccount that may do in its namespace what the
// rules allow, and the Role and the RoleBinding that allow it, all of that name.
func PermittedServiceAccount(o Owner, name string, rules ...rbacv1.PolicyRule) ([]*unstructured.Unstructured, error) {
	labels := o.ObjectLabels()
	role := rbacv1ac.Role(name, o.Namespace).WithLabels(labels)
	for _, rule := range rules {
		role.WithRules(rbacv1ac.PolicyRule().WithAPIGroups(rule.APIGroups...).WithResources(rule.Resources...).WithVerbs(rule.Verbs...))
	}
	var objects []*unstructured.Unstructured
	for _, applied := range []any{
		corev1ac.ServiceAccount(name, o.Namespace).WithLabels(labels),
		role,
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
