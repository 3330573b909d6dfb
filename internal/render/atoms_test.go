package render

import (
	"encoding/json"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// TestPodTemplateSpellsOutAtoms shows what the API server would fill in within values that
// it compares whole.
func TestPodTemplateSpellsOutAtoms(t *testing.T) {
	field := &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}
	file := []corev1.DownwardAPIVolumeFile{{Path: "name", FieldRef: field}}
	env := func(from corev1.EnvVarSource) corev1.Container {
		return corev1.Container{Name: "c", Env: []corev1.EnvVar{{Name: "V", ValueFrom: &from}}}
	}
	const named, counted = `"apiVersion":"v1","fieldPath":"metadata.name"`, `"resource":"limits.cpu","divisor":"0"`
	cases := map[string]struct {
		reason, want string
		pod          corev1.PodSpec
	}{
		"variable":       {"a field of the pod", named, corev1.PodSpec{Containers: []corev1.Container{env(corev1.EnvVarSource{FieldRef: field})}}},
		"init container": {"these have variables too", named, corev1.PodSpec{InitContainers: []corev1.Container{env(corev1.EnvVarSource{FieldRef: field})}}},
		"resource": {"an amount of the container", counted, corev1.PodSpec{Containers: []corev1.Container{
			env(corev1.EnvVarSource{ResourceFieldRef: &corev1.ResourceFieldSelector{Resource: "limits.cpu"}}),
		}}},
		"divisor": {"what is configured stays", `"divisor":"1Mi"`, corev1.PodSpec{Containers: []corev1.Container{
			env(corev1.EnvVarSource{ResourceFieldRef: &corev1.ResourceFieldSelector{Resource: "limits.memory", Divisor: resource.MustParse("1Mi")}}),
		}}},
		"volume": {"a file with a field", named, corev1.PodSpec{Volumes: []corev1.Volume{
			{Name: "v", VolumeSource: corev1.VolumeSource{DownwardAPI: &corev1.DownwardAPIVolumeSource{Items: file}}},
		}}},
		"projected volume": {"a file among others", named, corev1.PodSpec{Volumes: []corev1.Volume{
			{Name: "v", VolumeSource: corev1.VolumeSource{Projected: &corev1.ProjectedVolumeSource{
				Sources: []corev1.VolumeProjection{{DownwardAPI: &corev1.DownwardAPIProjection{Items: file}}},
			}}},
		}}},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			template := PodTemplate(nil, nil, tc.pod)
			raw, err := json.Marshal(template)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(raw), tc.want) {
				t.Errorf("%s: want %s in %s", tc.reason, tc.want, raw)
			}
		})
	}
}
