package lws

import (
	"context"
	"fmt"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	lwsv1 "sigs.k8s.io/lws/api/leaderworkerset/v1"

	"github.com/inferops/terraform-provider-inference/internal/localcluster/internal/webhook"
)

// Register makes the API server call the operator's webhooks (config/webhook/manifests.yaml@v0.9.0).
func Register(ctx context.Context, client kubernetes.Interface, server webhook.Server) error {
	const create, update = admissionv1.Create, admissionv1.Update
	pods := &metav1.LabelSelector{MatchExpressions: []metav1.LabelSelectorRequirement{
		{Key: lwsv1.SetNameLabelKey, Operator: metav1.LabelSelectorOpExists},
	}}
	sets := webhook.Rule(lwsv1.GroupVersion.Group, "v1", []string{"leaderworkersets"}, create, update)
	if err := server.RegisterMutating(ctx, client, "lws-mutating-webhook-configuration",
		webhook.Hook{Name: "mleaderworkerset.kb.io", Path: "/mutate-leaderworkerset-x-k8s-io-v1-leaderworkerset", Rule: sets},
		webhook.Hook{Name: "mpod.kb.io", Path: "/mutate--v1-pod", ObjectSelector: pods, Rule: webhook.Rule("", "v1", []string{"pods"}, create)},
	); err != nil {
		return fmt.Errorf("webhooks of LeaderWorkerSet: %w", err)
	}
	if err := server.RegisterValidating(ctx, client, "lws-validating-webhook-configuration",
		webhook.Hook{Name: "vleaderworkerset.kb.io", Path: "/validate-leaderworkerset-x-k8s-io-v1-leaderworkerset", Rule: sets},
		webhook.Hook{Name: "vpod.kb.io", Path: "/validate--v1-pod", ObjectSelector: pods, Rule: webhook.Rule("", "v1", []string{"pods"}, create, update)},
	); err != nil {
		return fmt.Errorf("webhooks of LeaderWorkerSet: %w", err)
	}
	return nil
}

// Effective is nil once the API server asks the webhooks: a dry run is defaulted, and one of size 0 is refused.
func Effective(ctx context.Context, client dynamic.Interface) error {
	probe, err := dryRun(ctx, client, 1)
	if err != nil {
		return err
	}
	if _, defaulted, err := unstructured.NestedMap(probe.Object, "spec", "networkConfig"); err != nil || !defaulted {
		return fmt.Errorf("the mutating webhook of LeaderWorkerSet is not called yet")
	}
	if _, err := dryRun(ctx, client, 0); err == nil {
		return fmt.Errorf("the validating webhook of LeaderWorkerSet is not called yet")
	}
	return nil
}

func dryRun(ctx context.Context, client dynamic.Interface, size int32) (*unstructured.Unstructured, error) {
	set := &lwsv1.LeaderWorkerSet{
		TypeMeta:   metav1.TypeMeta{APIVersion: lwsv1.GroupVersion.String(), Kind: "LeaderWorkerSet"},
		ObjectMeta: metav1.ObjectMeta{Name: "probe", Namespace: metav1.NamespaceDefault},
		Spec: lwsv1.LeaderWorkerSetSpec{
			StartupPolicy: lwsv1.LeaderCreatedStartupPolicy,
			LeaderWorkerTemplate: lwsv1.LeaderWorkerTemplate{
				Size: new(size),
				WorkerTemplate: corev1.PodTemplateSpec{
					Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "probe", Image: "probe"}}},
				},
			},
		},
	}
	obj, err := runtime.DefaultUnstructuredConverter.ToUnstructured(set)
	if err != nil {
		return nil, err
	}
	return client.Resource(lwsv1.GroupVersion.WithResource("leaderworkersets")).Namespace(metav1.NamespaceDefault).
		Apply(ctx, set.Name, &unstructured.Unstructured{Object: obj}, webhook.DryRun)
}
