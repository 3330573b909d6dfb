// Package workload lists the kinds of Kubernetes objects that direct mode creates and operators make pods by: one table,
// from which follow the requests for them, where their pods are described, and by which rule they are judged.
package workload

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Kind is a kind of object.
type Kind struct {
	schema.GroupVersionKind
	// Plural is the name of the type in API paths.
	Plural string
	// Rendered is true for what direct mode creates.
	Rendered bool
	// Templates are where the templates of its pods are, that of the leader first; none for what makes no pods.
	Templates [][]string
	// Claims are where it has the templates of the claims that it makes for its pods; nil where it makes none.
	Claims []string
	// Replicas is the field of the spec that says how many of the first template there are, 1 where it is not set.
	Replicas string
	// Rolls is true for what replaces its pods by those of a newer template, or runs them to their end, and says how far it is.
	Rolls bool
}

// template is where the kinds of Kubernetes have the template of their pods.
var template = [][]string{{"spec", "template"}}

// Kinds that make pods.
var (
	LeaderWorkerSet = Kind{
		GroupVersionKind: schema.GroupVersionKind{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"},
		Plural:           "leaderworkersets", Rendered: true, Rolls: true, Replicas: "replicas",
		Templates: [][]string{{"spec", "leaderWorkerTemplate", "leaderTemplate"}, {"spec", "leaderWorkerTemplate", "workerTemplate"}},
		Claims:    []string{"spec", "leaderWorkerTemplate", "volumeClaimTemplates"},
	}
	Deployment = Kind{
		GroupVersionKind: schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"},
		Plural:           "deployments", Rendered: true, Rolls: true, Replicas: "replicas", Templates: template,
	}
	StatefulSet = Kind{
		GroupVersionKind: schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "StatefulSet"},
		Plural:           "statefulsets", Rolls: true, Replicas: "replicas", Templates: template, Claims: []string{"spec", "volumeClaimTemplates"},
	}
	Job = Kind{
		GroupVersionKind: schema.GroupVersionKind{Group: "batch", Version: "v1", Kind: "Job"},
		Plural:           "jobs", Rendered: true, Rolls: true, Replicas: "parallelism", Templates: template,
	}
	ReplicaSet = Kind{
		GroupVersionKind: schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "ReplicaSet"},
		Plural:           "replicasets", Replicas: "replicas", Templates: template,
	}
)

// Other kinds that are told apart.
var (
	Service                 = rendered("", "v1", "Service", "services")
	PersistentVolumeClaim   = rendered("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims")
	HorizontalPodAutoscaler = rendered("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers")
	ScaledObject            = rendered("keda.sh", "v1alpha1", "ScaledObject", "scaledobjects")
	PodGroup                = rendered("scheduling.volcano.sh", "v1beta1", "PodGroup", "podgroups")
	PodMonitor              = rendered("monitoring.coreos.com", "v1", "PodMonitor", "podmonitors")
	ResourceClaimTemplate   = rendered("resource.k8s.io", "v1", "ResourceClaimTemplate", "resourceclaimtemplates")
	HTTPRoute               = rendered("gateway.networking.k8s.io", "v1", "HTTPRoute", "httproutes")
	InferencePool           = rendered("inference.networking.k8s.io", "v1", "InferencePool", "inferencepools")
)

// table lists all. Those that make pods are from the top down.
var table = []Kind{
	LeaderWorkerSet,
	Deployment,
	StatefulSet,
	Job,
	ReplicaSet,
	Service,
	PersistentVolumeClaim,
	HorizontalPodAutoscaler,
	ScaledObject,
	PodGroup,
	ResourceClaimTemplate,
	InferencePool,
	HTTPRoute,
	PodMonitor,
	rendered("", "v1", "ConfigMap", "configmaps"),
	rendered("", "v1", "ServiceAccount", "serviceaccounts"),
	rendered("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets"),
	rendered("rbac.authorization.k8s.io", "v1", "Role", "roles"),
	rendered("rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings"),
}

func rendered(group, version, kind, plural string) Kind {
	return Kind{GroupVersionKind: schema.GroupVersionKind{Group: group, Version: version, Kind: kind}, Plural: plural, Rendered: true}
}

// All returns the kinds that have a property, in their order.
func All(has func(Kind) bool) []Kind {
	return slices.DeleteFunc(slices.Clone(table), func(k Kind) bool { return !has(k) })
}

// Of returns the kind of an object, and false for any other kind.
func Of(gvk schema.GroupVersionKind) (Kind, bool) {
	i := slices.IndexFunc(table, func(k Kind) bool { return k.GroupVersionKind == gvk })
	if i < 0 {
		return Kind{}, false
	}
	return table[i], true
}

// Templates are where templates of pods are, in one kind or another.
func Templates() [][]string {
	var out [][]string
	for _, k := range table {
		for _, at := range k.Templates {
			if !slices.ContainsFunc(out, func(seen []string) bool { return slices.Equal(seen, at) }) {
				out = append(out, at)
			}
		}
	}
	return out
}

// Template returns the template of the first pods of an object, and false where it has none.
func (k Kind) Template(object *unstructured.Unstructured) (map[string]any, bool) {
	for _, at := range k.Templates {
		if fields, found, _ := unstructured.NestedMap(object.Object, at...); found {
			return fields, true
		}
	}
	return nil, false
}
