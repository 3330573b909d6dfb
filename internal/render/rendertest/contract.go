package rendertest

import (
	"fmt"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"
	"sigs.k8s.io/yaml"

	giev1 "github.com/inferops/terraform-provider-inference/internal/apis/gie/v1"
	"github.com/inferops/terraform-provider-inference/internal/apis/workload"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// withMeta gives a spec of our own the metadata of a whole object.
type withMeta[Spec any] struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Spec              Spec `json:"spec"`
}

// types returns a new object of every type that direct mode applies.
func types() map[string]any {
	return map[string]any{
		"leaderworkerset.x-k8s.io/v1 LeaderWorkerSet":  &lwsv1.LeaderWorkerSet{},
		"apps/v1 Deployment":                           &appsv1.Deployment{},
		"batch/v1 Job":                                 &batchv1.Job{},
		"v1 Service":                                   &corev1.Service{},
		"v1 ServiceAccount":                            &corev1.ServiceAccount{},
		"v1 ConfigMap":                                 &corev1.ConfigMap{},
		"v1 PersistentVolumeClaim":                     &corev1.PersistentVolumeClaim{},
		"autoscaling/v2 HorizontalPodAutoscaler":       &autoscalingv2.HorizontalPodAutoscaler{},
		"policy/v1 PodDisruptionBudget":                &policyv1.PodDisruptionBudget{},
		"rbac.authorization.k8s.io/v1 Role":            &rbacv1.Role{},
		"rbac.authorization.k8s.io/v1 RoleBinding":     &rbacv1.RoleBinding{},
		"keda.sh/v1alpha1 ScaledObject":                &withMeta[workload.ScaledObjectSpec]{},
		"scheduling.volcano.sh/v1beta1 PodGroup":       &withMeta[workload.PodGroupSpec]{},
		"resource.k8s.io/v1 ResourceClaimTemplate":     &resourcev1.ResourceClaimTemplate{},
		"monitoring.coreos.com/v1 PodMonitor":          &withMeta[workload.PodMonitorSpec]{},
		"gateway.networking.k8s.io/v1 HTTPRoute":       &withMeta[workload.HTTPRouteSpec]{},
		"inference.networking.k8s.io/v1 InferencePool": &withMeta[giev1.InferencePoolSpec]{},
	}
}

// checkObject checks what holds for every object of every case.
func checkObject(t *testing.T, resource, obj *unstructured.Unstructured) {
	t.Helper()
	what := obj.GetKind() + " " + obj.GetName()
	typed, ok := types()[obj.GetAPIVersion()+" "+obj.GetKind()]
	if !ok {
		t.Fatalf("%s has an unexpected type %s", what, obj.GroupVersionKind())
	}
	text, err := yaml.Marshal(obj.Object)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.UnmarshalStrict(text, typed); err != nil {
		t.Errorf("%s does not decode into its type: %v", what, err)
	}
	if obj.GetNamespace() == "" {
		t.Errorf("%s has no namespace", what)
	}
	labels := obj.GetLabels()
	if labels[render.LabelName] != resource.GetName() || labels[render.LabelManagedBy] != render.ManagedBy {
		t.Errorf("%s lacks the labels of rendered objects: %v", what, labels)
	}
	if _, ok := obj.Object["status"]; ok {
		t.Errorf("%s claims a status", what)
	}
	checkTree(t, what, obj.Object)
}

// listKeys are the keys of the associative lists of pods. The API server refuses to
// apply a list with a key twice.
// Source: the x-kubernetes-list-map-keys of kubernetes/kubernetes api/openapi-spec@v1.36.3.
var listKeys = map[string][]string{
	"containers":     {"name"},
	"initContainers": {"name"},
	"env":            {"name"},
	"volumes":        {"name"},
	"volumeMounts":   {"mountPath"},
	"ports":          {"containerPort", "port", "protocol"},
}

// checkTree finds nulls, and keys that an associative list has twice.
func checkTree(t *testing.T, path string, tree any) {
	t.Helper()
	switch tree := tree.(type) {
	case nil:
		t.Errorf("%s is null", path)
	case map[string]any:
		for name, child := range tree {
			if name == "creationTimestamp" {
				t.Errorf("%s claims %s", path, name)
			}
			if items, ok := child.([]any); ok {
				checkKeys(t, path+"."+name, items, listKeys[name])
			}
			checkTree(t, path+"."+name, child)
		}
	case []any:
		for i, child := range tree {
			checkTree(t, fmt.Sprintf("%s[%d]", path, i), child)
		}
	}
}

func checkKeys(t *testing.T, path string, items []any, keys []string) {
	t.Helper()
	if keys == nil {
		return
	}
	seen := map[string]bool{}
	for _, item := range items {
		var key strings.Builder
		for _, name := range keys {
			fmt.Fprintf(&key, "%v/", item.(map[string]any)[name])
		}
		if seen[key.String()] {
			t.Errorf("%s has the key %s twice", path, key.String())
		}
		seen[key.String()] = true
	}
}
