package engine

import (
	"context"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// looked are the types that the capacity check looks at, by kind.
var looked = map[string]cluster.Resource{
	"Node":                  core("Node", "nodes", false),
	"Namespace":             core("Namespace", "namespaces", false),
	"Pod":                   core("Pod", "pods", true),
	"ResourceQuota":         core("ResourceQuota", "resourcequotas", true),
	"LimitRange":            core("LimitRange", "limitranges", true),
	"Secret":                core("Secret", "secrets", true),
	"ConfigMap":             core("ConfigMap", "configmaps", true),
	"PersistentVolumeClaim": core("PersistentVolumeClaim", "persistentvolumeclaims", true),
	"ServiceAccount":        core("ServiceAccount", "serviceaccounts", true),
	"PriorityClass":         {GroupVersionKind: schema.GroupVersionKind{Group: "scheduling.k8s.io", Version: "v1", Kind: "PriorityClass"}, Plural: "priorityclasses"},
	"RuntimeClass":          {GroupVersionKind: schema.GroupVersionKind{Group: "node.k8s.io", Version: "v1", Kind: "RuntimeClass"}, Plural: "runtimeclasses"},
	"StorageClass":          {GroupVersionKind: schema.GroupVersionKind{Group: "storage.k8s.io", Version: "v1", Kind: "StorageClass"}, Plural: "storageclasses"},
}

func core(kind, plural string, namespaced bool) cluster.Resource {
	return cluster.Resource{GroupVersionKind: schema.GroupVersionKind{Version: "v1", Kind: kind}, Plural: plural, Namespaced: namespaced}
}

// clusterCache are what the capacity check has seen of the cluster, each asked for once.
type clusterCache struct {
	mu sync.Mutex
	// lists and objects are answers, by what was asked for.
	lists   map[string]answer
	objects map[string]answer
	// claims are what resources of the same plan will run, by type and ID.
	claims map[string]claim
	// told are the reasons for which something is not checked that a warning has told.
	told map[string]bool
}

// answer is what the cluster said to one question.
type answer struct {
	found any
	err   error
}

// claim is what one resource of the plan will run instead of what it runs.
type claim struct {
	owner podOwner
	pods  []capacity.Pods
}

// podOwner is whose pods are meant: those in the namespace that bear one of the names.
type podOwner struct {
	namespace string
	names     []string
}

// owns reports whether a pod is the owner's, by its name, which begins with that of what
// made it. In doubt it is: the check would rather overlook something than raise a false alarm.
func (o podOwner) owns(pod *corev1.Pod) bool {
	if pod.Namespace != o.namespace {
		return false
	}
	for _, name := range o.names {
		if strings.HasPrefix(pod.Name, name+"-") {
			return true
		}
	}
	return false
}

func newSurroundings() clusterCache {
	return clusterCache{lists: map[string]answer{}, objects: map[string]answer{}, claims: map[string]claim{}, told: map[string]bool{}}
}

// listOf lists the objects of a kind, of all namespaces for "", once in the life of the provider.
func listOf[T any](ctx context.Context, s *clusterCache, client *cluster.Client, kind, namespace, fields string) ([]T, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := kind + " " + namespace
	if known, asked := s.lists[key]; asked {
		found, _ := known.found.([]T)
		return found, known.err
	}
	var out []T
	var failed error
	for obj, err := range client.List(ctx, looked[kind], cluster.ListOptions{Namespace: namespace, FieldSelector: fields}) {
		var one T
		if err == nil {
			err = runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &one)
		}
		if err != nil {
			failed = err
			break
		}
		out = append(out, one)
	}
	s.lists[key] = answer{found: out, err: failed}
	return out, failed
}

// exists reports whether an object is there, which is asked once.
func (s *clusterCache) exists(ctx context.Context, client *cluster.Client, kind, namespace, name string) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := kind + " " + namespace + "/" + name
	if known, asked := s.objects[key]; asked {
		found, _ := known.found.(bool)
		return found, known.err
	}
	found, err := client.Exists(ctx, looked[kind], namespace, name)
	s.objects[key] = answer{found: found, err: err}
	return found, err
}

// claim notes what a resource will run, and returns what the others that were planned
// before it will.
func (s *clusterCache) claim(key string, own claim) []claim {
	s.mu.Lock()
	defer s.mu.Unlock()
	var others []claim
	for other, c := range s.claims {
		if other != key {
			others = append(others, c)
		}
	}
	s.claims[key] = own
	return others
}

// first reports whether a reason is told for the first time.
func (s *clusterCache) first(reason string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.told[reason]
	s.told[reason] = true
	return !before
}
