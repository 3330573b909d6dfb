package cluster

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Resource is a type of the API with all that discovery would tell about it.
type Resource struct {
	schema.GroupVersionKind
	// Plural is the name of the type in API paths, such as "deployments".
	Plural string
	// Namespaced is false for cluster-scoped types.
	Namespaced bool
}

// known are the workloads that direct mode creates.
var known = []Resource{
	namespaced("apps", "v1", "Deployment", "deployments"),
	namespaced("", "v1", "Service", "services"),
	namespaced("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims"),
	namespaced("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers"),
	namespaced("batch", "v1", "Job", "jobs"),
	namespaced("leaderworkerset.x-k8s.io", "v1", "LeaderWorkerSet", "leaderworkersets"),
	namespaced("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets"),
	namespaced("", "v1", "ConfigMap", "configmaps"),
	namespaced("", "v1", "ServiceAccount", "serviceaccounts"),
	namespaced("rbac.authorization.k8s.io", "v1", "Role", "roles"),
	namespaced("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings"),
	namespaced("keda.sh", "v1alpha1", "ScaledObject", "scaledobjects"),
	namespaced("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups"),
}

// Secret is the type that credentials are kept in.
var Secret = namespaced("", "v1", "Secret", "secrets")

func namespaced(group, version, kind, plural string) Resource {
	return Resource{
		GroupVersionKind: schema.GroupVersionKind{Group: group, Version: version, Kind: kind},
		Plural:           plural,
		Namespaced:       true,
	}
}

// Known returns the resource of a workload that direct mode creates, and false for any
// other kind.
func Known(gvk schema.GroupVersionKind) (Resource, bool) {
	i := slices.IndexFunc(known, func(r Resource) bool { return r.GroupVersionKind == gvk })
	if i < 0 {
		return Resource{}, false
	}
	return known[i], true
}

// Rendered returns the types of the workloads that direct mode creates.
func Rendered() []Resource { return slices.Clone(known) }

// Custom reports whether the type comes with a CustomResourceDefinition, and may hence be
// missing from a cluster.
func (r Resource) Custom() bool {
	return strings.Contains(r.Group, ".") && !strings.HasSuffix(r.Group, ".k8s.io") || strings.HasSuffix(r.Group, ".x-k8s.io")
}
