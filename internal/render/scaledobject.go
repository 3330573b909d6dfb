package render

import "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

// Scaling are the bounds and the metric of a ScaledObject.
type Scaling struct {
	// Min and Max bound the replicas.
	Min, Max int32
	// Trigger is the name of KEDA's scaler, such as "prometheus", and Metadata are its settings.
	Trigger  string
	Metadata map[string]string
	// AuthenticationKind and AuthenticationName refer to credentials; no name means none.
	AuthenticationKind, AuthenticationName string
}

// ScaledObject returns a KEDA autoscaler of that name for the target.
//
// Source: kedacore/keda apis/keda/v1alpha1/scaledobject_types.go@v2.17.0.
func ScaledObject(o Owner, name string, target *unstructured.Unstructured, scaling Scaling) *unstructured.Unstructured {
	metadata := map[string]any{}
	for key, value := range scaling.Metadata {
		metadata[key] = value
	}
	trigger := map[string]any{"type": scaling.Trigger, "metadata": metadata}
	if scaling.AuthenticationName != "" {
		trigger["authenticationRef"] = map[string]any{"kind": scaling.AuthenticationKind, "name": scaling.AuthenticationName}
	}
	scaled := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "keda.sh/v1alpha1",
		"kind":       "ScaledObject",
		"spec": map[string]any{
			"scaleTargetRef": map[string]any{
				"apiVersion": target.GetAPIVersion(), "kind": target.GetKind(), "name": target.GetName(),
			},
			"minReplicaCount": int64(scaling.Min),
			"maxReplicaCount": int64(scaling.Max),
			"triggers":        []any{trigger},
		},
	}}
	scaled.SetName(name)
	scaled.SetNamespace(o.Namespace)
	scaled.SetLabels(o.ObjectLabels())
	scaled.SetAnnotations(o.Annotations)
	return scaled
}
