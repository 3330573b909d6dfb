package model

import (
	"sync"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/cluster"
)

// Looked are the types that the capacity check looks at, by kind.
var Looked = map[string]cluster.Resource{
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

// ClusterCache are what the capacity check has seen of the cluster, each asked for once.
type ClusterCache struct {
	Mu sync.Mutex
	// Lists and objects are answers, by what was asked for.
	Lists   map[string]Answer
	Objects map[string]Answer
	// Claims are what resources of the same plan will run, by type and ID.
	Claims map[string]Claim
	// Told are the reasons for which something is not checked that a warning has told.
	Told map[string]bool
}

// Answer is what the cluster said to one question.
type Answer struct {
	Found any
	Err   error
}

// Claim is what one resource of the plan will run instead of what it runs.
type Claim struct {
	Owner PodOwner
	Pods  []capacity.Pods
}

// PodOwner is whose pods are meant: those in the namespace that bear one of the names.
type PodOwner struct {
	Namespace string
	Names     []string
}
