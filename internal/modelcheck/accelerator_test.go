package modelcheck

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

func text(all []Accelerator) string {
	var out []string
	for _, a := range all {
		out = append(out, fmt.Sprintf("%s %d", a.Name, a.MemoryMiB))
	}
	return strings.Join(out, ", ")
}

// TestNamed shows from what of a pod it follows which accelerators it may get.
func TestNamed(t *testing.T) {
	affinity := func(terms string) string {
		return "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" + terms + "]}}}"
	}
	const product = "matchExpressions: [{key: nvidia.com/gpu.product, operator: In, values: "
	for name, tc := range map[string]struct{ pod, resource, want string }{
		"none":                  {pod: "{}"},
		"product":               {pod: "nodeSelector: {nvidia.com/gpu.product: NVIDIA-L4}", want: "NVIDIA L4 23034"},
		"shared":                {pod: "nodeSelector: {nvidia.com/gpu.product: NVIDIA-L4-SHARED}", want: "NVIDIA L4 23034"},
		"AMD":                   {pod: "nodeSelector: {amd.com/gpu.product-name: AMD_Instinct_MI300X_OAM}", resource: "amd.com/gpu", want: "AMD Instinct MI300X OAM 196608"},
		"GKE":                   {pod: "nodeSelector: {cloud.google.com/gke-accelerator: nvidia-l4}", want: "NVIDIA L4 23034"},
		"GKE, older":            {pod: "nodeSelector: {cloud.google.com/gke-accelerator: nvidia-tesla-t4}", want: "Tesla T4 15360"},
		"the larger of a name":  {pod: "nodeSelector: {karpenter.k8s.aws/instance-gpu-name: a100}", want: "NVIDIA A100-SXM4-80GB 81920"},
		"not in the table":      {pod: "nodeSelector: {nvidia.com/gpu.product: NVIDIA-X1}"},
		"another label":         {pod: "nodeSelector: {pool: l4}"},
		"part of a GPU":         {pod: "{}", resource: "nvidia.com/mig-1g.10gb", want: "nvidia.com/mig-1g.10gb 10240"},
		"product of a part":     {pod: "nodeSelector: {nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3-MIG-3g.40gb}", want: "NVIDIA-H100-80GB-HBM3-MIG-3g.40gb 40960"},
		"affinity":              {pod: affinity("{" + product + "[NVIDIA-L4]}]}"), want: "NVIDIA L4 23034"},
		"affinity to one of":    {pod: affinity("{" + product + "[NVIDIA-L4, Tesla-T4]}]}"), want: "NVIDIA L4 23034, Tesla T4 15360"},
		"affinity, either":      {pod: affinity("{" + product + "[NVIDIA-L4]}]}, {" + product + "[Tesla-T4]}]}"), want: "NVIDIA L4 23034, Tesla T4 15360"},
		"affinity, or anything": {pod: affinity("{" + product + "[NVIDIA-L4]}]}, {matchExpressions: [{key: pool, operator: Exists}]}")},
		"affinity to others":    {pod: affinity("{matchExpressions: [{key: nvidia.com/gpu.product, operator: NotIn, values: [NVIDIA-L4]}]}")},
		"preferred":             {pod: "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {" + product + "[NVIDIA-L4]}]}}]}}"},
	} {
		t.Run(name, func(t *testing.T) {
			var pod corev1.PodSpec
			if err := yaml.UnmarshalStrict([]byte(tc.pod), &pod); err != nil {
				t.Fatal(err)
			}
			if tc.resource == "" {
				tc.resource = "nvidia.com/gpu"
			}
			if got := text(Named(&pod, tc.resource)); got != tc.want {
				t.Errorf("got %s, not %s", got, tc.want)
			}
		})
	}
}

// TestOffered reads the labels of nodes.
func TestOffered(t *testing.T) {
	node := func(gpus int64, labels map[string]string) *corev1.Node {
		n := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Labels: labels}}
		if gpus > 0 {
			n.Status.Allocatable = corev1.ResourceList{"nvidia.com/gpu": *resource.NewQuantity(gpus, resource.DecimalSI)}
		}
		return n
	}
	l4, t4 := map[string]string{labels[0]: "NVIDIA-L4"}, map[string]string{labels[0]: "Tesla-T4"}
	for name, tc := range map[string]struct {
		nodes []*corev1.Node
		want  string
	}{
		"none":               {},
		"two kinds":          {[]*corev1.Node{node(1, l4), node(1, t4), node(2, l4)}, "NVIDIA L4 23034, Tesla T4 15360"},
		"one without GPUs":   {[]*corev1.Node{node(1, l4), node(0, nil)}, "NVIDIA L4 23034"},
		"one without labels": {[]*corev1.Node{node(1, l4), node(1, nil)}, ""},
		"memory of a label":  {[]*corev1.Node{node(1, map[string]string{labels[0]: "NVIDIA-X1", memoryLabel: "49140"})}, "NVIDIA-X1 49140"},
	} {
		if got := text(Offered(tc.nodes, "nvidia.com/gpu")); got != tc.want {
			t.Errorf("%s: got %s, not %s", name, got, tc.want)
		}
	}
}
