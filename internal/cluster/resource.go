package cluster

import (
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// Resource is a type of the API with all that discovery would tell about it.
type Resource struct {
	schema.GroupVersionKind
	// Plural is the name of the type in API paths, such as "deployments".
	Plural string
	// Namespaced is false for cluster-scoped types.
	Namespaced bool
}

// Secret is the type that credentials are kept in.
var Secret = core("Secret", "secrets")

// core is a namespaced type of the core API.
func core(kind, plural string) Resource {
	return Resource{
		GroupVersionKind: schema.GroupVersionKind{Version: "v1", Kind: kind},
		Plural:           plural,
		Namespaced:       true,
	}
}

// Known returns the resource of a workload that direct mode creates, and false for any
// other kind.
func Known(gvk schema.GroupVersionKind) (Resource, bool) {
	k, ok := workload.Of(gvk)
	if !ok || !k.Rendered {
		return Resource{}, false
	}
	return resourceOf(k), true
}

// Rendered returns the types of the workloads that direct mode creates.
func Rendered() []Resource {
	return resourcesOf(func(k workload.Kind) bool { return k.Rendered })
}

func resourceOf(k workload.Kind) Resource {
	return Resource{GroupVersionKind: k.GroupVersionKind, Plural: k.Plural, Namespaced: true}
}

func resourcesOf(has func(workload.Kind) bool) []Resource {
	var out []Resource
	for _, k := range workload.All(has) {
		out = append(out, resourceOf(k))
	}
	return out
}

// Custom reports whether the type comes with a CustomResourceDefinition, and may hence be
// missing from a cluster.
func (r Resource) Custom() bool {
	own := strings.HasSuffix(r.Group, ".k8s.io") && !strings.HasSuffix(r.Group, ".x-k8s.io") && !strings.HasSuffix(r.Group, ".networking.k8s.io")
	return strings.Contains(r.Group, ".") && !own
}
