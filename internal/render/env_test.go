package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
)

func envOf(pairs ...string) []corev1.EnvVar {
	var env []corev1.EnvVar
	for i := 0; i < len(pairs); i += 2 {
		env = append(env, corev1.EnvVar{Name: pairs[i], Value: pairs[i+1]})
	}
	return env
}

func TestMergeEnv(t *testing.T) {
	fromField := corev1.EnvVar{Name: "A", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}}
	cases := map[string]struct {
		reason         string
		base, override []corev1.EnvVar
		want           []corev1.EnvVar
	}{
		"Nothing":     {reason: "Nothing merged with nothing must stay unset."},
		"OrderOfBase": {reason: "A replaced variable keeps its place; others may refer to it from there.", base: envOf("A", "1", "B", "2"), override: envOf("C", "3", "A", "4"), want: envOf("A", "4", "B", "2", "C", "3")},
		"WholeEntry":  {reason: "An entry is replaced as a whole, or it would have a value and a source.", base: envOf("A", "1"), override: []corev1.EnvVar{fromField}, want: []corev1.EnvVar{fromField}},
		"Duplicates":  {reason: "The API server refuses a name that occurs twice.", base: envOf("A", "1", "A", "2"), override: envOf("B", "1", "B", "2"), want: envOf("A", "2", "B", "2")},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, MergeEnv(tc.base, tc.override)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func TestMergeEnvLeavesItsInputAlone(t *testing.T) {
	base, override := envOf("A", "1"), envOf("A", "2")
	MergeEnv(base, override)
	if diff := cmp.Diff(envOf("A", "1"), base); diff != "" {
		t.Errorf("the base was changed (-want +got):\n%s", diff)
	}
}

func TestAddEnv(t *testing.T) {
	got := AddEnv(envOf("B", "1"), envOf("A", "2", "B", "3"))
	if diff := cmp.Diff(envOf("B", "1", "A", "2"), got); diff != "" {
		t.Errorf("what is there must win over what is added (-want +got):\n%s", diff)
	}
}

func TestWithoutEnv(t *testing.T) {
	env := envOf("A", "1", "B", "2", "C", "3")
	got := WithoutEnv(env, envOf("B", "other"))
	if diff := cmp.Diff(envOf("A", "1", "C", "3"), got); diff != "" {
		t.Errorf("names decide, not values (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(envOf("A", "1", "B", "2", "C", "3"), env); diff != "" {
		t.Errorf("the input was changed (-want +got):\n%s", diff)
	}
}
