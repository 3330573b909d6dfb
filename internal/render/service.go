package render

import (
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
)

// Service returns a Service with one TCP port that leads to the same port of the
// selected pods.
func Service(o Owner, name string, selector map[string]string, portName string, port int32) *unstructured.Unstructured {
	return object(corev1ac.Service(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(corev1ac.ServiceSpec().
			WithSelector(selector).
			WithPorts(corev1ac.ServicePort().
				WithName(portName).
				WithProtocol(corev1.ProtocolTCP).
				WithPort(port).
				WithTargetPort(intstr.FromInt32(port)))))
}

// HeadlessService returns a Service without an address of its own: its name stands for
// the selected pods, ready or not.
func HeadlessService(o Owner, name string, selector map[string]string) *unstructured.Unstructured {
	return object(corev1ac.Service(name, o.Namespace).
		WithLabels(o.ObjectLabels()).
		WithSpec(corev1ac.ServiceSpec().
			WithClusterIP(corev1.ClusterIPNone).
			WithPublishNotReadyAddresses(true).
			WithSelector(selector)))
}

// PermittedServiceAccount returns a ServiceAccount that may do in its namespace what the
// rules allow, and the Role and the RoleBinding that allow it, all of that name.
func PermittedServiceAccount(o Owner, name string, rules ...rbacv1.PolicyRule) []*unstructured.Unstructured {
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
		objects = append(objects, object(applied))
	}
	return objects
}
