package cluster

import (
	"testing"

	"k8s.io/apimachinery/pkg/runtime/schema"
)

// TestCustom tells the groups that come with a definition from those that Kubernetes serves itself.
func TestCustom(t *testing.T) {
	for group, want := range map[string]bool{
		"": false, "apps": false, "networking.k8s.io": false, "rbac.authorization.k8s.io": false, "resource.k8s.io": false,
		"keda.sh": true, "monitoring.coreos.com": true, "leaderworkerset.x-k8s.io": true,
		"gateway.networking.k8s.io": true, "inference.networking.k8s.io": true, "inference.networking.x-k8s.io": true,
	} {
		if got := (Resource{GroupVersionKind: schema.GroupVersionKind{Group: group}}).Custom(); got != want {
			t.Errorf("a definition for %q: %v, want %v", group, got, want)
		}
	}
}
