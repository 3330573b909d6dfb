package endpoint

import (
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"

	"github.com/inferops/terraform-provider-inference/internal/apis/endpoint/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// requestName is what pods call the devices that are allocated to them.
const requestName = "accelerators"

var claimTemplateKind = schema.GroupVersionKind{Group: "resource.k8s.io", Version: "v1", Kind: "ResourceClaimTemplate"}

// allocated reports whether devices are allocated dynamically.
func (e directEndpoint) allocated() bool {
	a := ptr.Deref(e.Spec.Accelerators, v1alpha1.Accelerators{})
	return a.DeviceClass != "" && a.Count > 0
}

// claimTemplate is what the claims of the pods for devices are made from, nil where a device plugin gives them.
//
// Mirrors kubernetes/api resource/v1/types.go@v0.36.3.
func (e directEndpoint) claimTemplate() *unstructured.Unstructured {
	if !e.allocated() {
		return nil
	}
	a := e.Spec.Accelerators
	exactly := &resourcev1.ExactDeviceRequest{
		DeviceClassName: a.DeviceClass, AllocationMode: resourcev1.DeviceAllocationModeExactCount, Count: int64(a.Count),
	}
	for _, expression := range a.Selectors {
		exactly.Selectors = append(exactly.Selectors, resourcev1.DeviceSelector{CEL: &resourcev1.CELDeviceSelector{Expression: expression}})
	}
	template := render.Custom(e.Owner, claimTemplateKind, e.Owner.Name, &resourcev1.ResourceClaimTemplateSpec{
		Spec: resourcev1.ResourceClaimSpec{Devices: resourcev1.DeviceClaim{Requests: []resourcev1.DeviceRequest{{Name: requestName, Exactly: exactly}}}},
	})
	// The type has no field for it that could be left out.
	unstructured.RemoveNestedField(template.Object, "spec", "metadata")
	return template
}

// giveDevices lets the engine of a pod have its accelerators.
func (e directEndpoint) giveDevices(pod *corev1.PodSpec, container *corev1.Container) {
	count, devices := e.accelerators()
	switch {
	case e.allocated():
		pod.ResourceClaims = []corev1.PodResourceClaim{{Name: requestName, ResourceClaimTemplateName: new(e.Owner.Name)}}
		container.Resources.Claims = append(container.Resources.Claims, corev1.ResourceClaim{Name: requestName})
	case count > 0:
		container.Resources = render.MergeResources(container.Resources, corev1.ResourceRequirements{
			Limits: corev1.ResourceList{devices: *resource.NewQuantity(count, resource.DecimalSI)},
		})
	}
}
