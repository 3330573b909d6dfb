package podset

import (
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/workload"
)

// Of returns the sets of pods that Kubernetes objects run, each under "<kind>/<name>".
// Objects that run no pods count for nothing, but autoscalers bound the replicas of their
// targets.
func Of(objects []*unstructured.Unstructured) ([]Set, error) {
	var sets []Set
	for _, obj := range objects {
		s, err := ofObject(obj)
		if err != nil {
			return nil, fmt.Errorf("reading %s %s: %w", obj.GetKind(), obj.GetName(), err)
		}
		if s == nil {
			continue
		}
		s.Name = obj.GetKind() + "/" + obj.GetName()
		sets = append(sets, *s)
	}
	for _, obj := range objects {
		if err := bound(sets, obj); err != nil {
			return nil, fmt.Errorf("reading %s %s: %w", obj.GetKind(), obj.GetName(), err)
		}
	}
	return sets, nil
}

// ofObject returns the pods of a workload, nil when the object is none.
func ofObject(obj *unstructured.Unstructured) (*Set, error) {
	switch obj.GroupVersionKind() {
	case workload.Deployment.GroupVersionKind:
		return typed(obj, ofDeployment)
	case workload.LeaderWorkerSet.GroupVersionKind:
		return typed(obj, ofLeaderWorkerSet)
	case workload.Job.GroupVersionKind:
		return typed(obj, ofJob)
	}
	return nil, nil
}

func typed[T any](obj *unstructured.Unstructured, read func(*T) Set) (*Set, error) {
	var value T
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &value); err != nil {
		return nil, err
	}
	s := read(&value)
	return &s, nil
}

// ofDeployment fills in the defaults of the API server.
//
// Mirrors kubernetes/kubernetes pkg/apis/apps/v1/defaults.go@v1.36.3.
func ofDeployment(d *appsv1.Deployment) Set {
	replicas := Replicas(d.Spec.Replicas)
	quarter := intstr.FromString("25%")
	rollout := Rollout{MaxUnavailable: quarter, MaxSurge: quarter, Recreate: d.Spec.Strategy.Type == appsv1.RecreateDeploymentStrategyType}
	if r := d.Spec.Strategy.RollingUpdate; r != nil {
		rollout.MaxUnavailable, rollout.MaxSurge = either(r.MaxUnavailable, quarter), either(r.MaxSurge, quarter)
	}
	return Set{
		Min: replicas, Max: replicas, Size: 1, Devices: Devices(&d.Spec.Template.Spec), Parts: []Part{{1, &d.Spec.Template.Spec}},
		Template: d.Spec.Template, Rollout: rollout,
	}
}

// ofLeaderWorkerSet fills in the defaults of the webhook of LeaderWorkerSet.
//
// Mirrors kubernetes-sigs/lws pkg/webhooks/leaderworkerset_webhook.go@v0.9.0.
func ofLeaderWorkerSet(l *lwsv1.LeaderWorkerSet) Set {
	replicas, template := Replicas(l.Spec.Replicas), l.Spec.LeaderWorkerTemplate
	size, leader := Replicas(template.Size), &template.WorkerTemplate
	if template.LeaderTemplate != nil {
		leader = template.LeaderTemplate
	}
	devices := Devices(&leader.Spec)
	add(devices, Devices(&template.WorkerTemplate.Spec), size-1)
	one, none := intstr.FromInt32(1), intstr.FromInt32(0)
	rollout := Rollout{MaxUnavailable: one, MaxSurge: none}
	if r := l.Spec.RolloutStrategy.RollingUpdateConfiguration; r != nil {
		rollout.MaxUnavailable, rollout.MaxSurge = r.MaxUnavailable, r.MaxSurge
		if r.Partition != nil {
			rollout.Partition = int64(*r.Partition)
		}
	}
	templates := []*corev1.PodTemplateSpec{template.LeaderTemplate, &template.WorkerTemplate}
	if size == 1 {
		templates = templates[:0]
		templates = append(templates, leader)
	}
	parts := []Part{{1, &leader.Spec}, {size - 1, &template.WorkerTemplate.Spec}}
	return Set{Min: replicas, Max: replicas, Size: size, Devices: devices, Parts: parts, Template: templates, Rollout: rollout}
}

func ofJob(j *batchv1.Job) Set {
	pods := Replicas(j.Spec.Parallelism)
	if j.Spec.Completions != nil {
		pods = min(pods, int64(*j.Spec.Completions))
	}
	return Set{Min: pods, Max: pods, Size: 1, Devices: Devices(&j.Spec.Template.Spec), Parts: []Part{{1, &j.Spec.Template.Spec}}, Template: j.Spec.Template, Ends: true}
}

// bound applies the bounds of an autoscaler to its target. The defaults of KEDA are 0 and 100.
//
// Mirrors kedacore/keda apis/keda/v1alpha1/scaledobject_types.go@v2.17.0.
func bound(sets []Set, obj *unstructured.Unstructured) error {
	var kind, name string
	var least, most int64
	switch obj.GroupVersionKind() {
	case workload.HorizontalPodAutoscaler.GroupVersionKind:
		var h autoscalingv2.HorizontalPodAutoscaler
		if err := runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, &h); err != nil {
			return err
		}
		kind, name = h.Spec.ScaleTargetRef.Kind, h.Spec.ScaleTargetRef.Name
		least, most = Replicas(h.Spec.MinReplicas), int64(h.Spec.MaxReplicas)
	case workload.ScaledObject.GroupVersionKind:
		ref, _, _ := unstructured.NestedStringMap(obj.Object, "spec", "scaleTargetRef")
		kind, name = ref["kind"], ref["name"]
		most = 100
		if n, found, _ := unstructured.NestedInt64(obj.Object, "spec", "minReplicaCount"); found {
			least = n
		}
		if n, found, _ := unstructured.NestedInt64(obj.Object, "spec", "maxReplicaCount"); found {
			most = n
		}
	default:
		return nil
	}
	for i := range sets {
		if sets[i].Name == kind+"/"+name {
			sets[i].Min, sets[i].Max = least, max(least, most)
		}
	}
	return nil
}

// Replicas is a number that is 1 where nothing says otherwise.
func Replicas(n *int32) int64 {
	if n == nil {
		return 1
	}
	return int64(*n)
}

func either(value *intstr.IntOrString, fallback intstr.IntOrString) intstr.IntOrString {
	if value == nil {
		return fallback
	}
	return *value
}
