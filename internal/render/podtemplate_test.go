package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
)

func TestPodTemplateClaimsOnlyWhatIsSet(t *testing.T) {
	template := PodTemplate(map[string]string{"a": "b"}, nil, corev1.PodSpec{
		InitContainers: []corev1.Container{{Name: "load", Resources: corev1.ResourceRequirements{Limits: amounts("cpu", "1")}}},
		Containers:     []corev1.Container{{Name: "serve"}},
		Volumes:        []corev1.Volume{{Name: "scratch", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{}}}},
	})
	obj := object(template)
	want := map[string]any{
		"metadata": map[string]any{"labels": map[string]any{"a": "b"}},
		"spec": map[string]any{
			"initContainers": []any{map[string]any{"name": "load", "resources": map[string]any{"limits": map[string]any{"cpu": "1"}}}},
			"containers":     []any{map[string]any{"name": "serve"}},
			"volumes":        []any{map[string]any{"name": "scratch", "emptyDir": map[string]any{}}},
		},
	}
	if diff := cmp.Diff(want, obj.Object); diff != "" {
		t.Errorf("an empty volume must stay and empty resources must go (-want +got):\n%s", diff)
	}
}
