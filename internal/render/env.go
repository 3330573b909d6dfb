package render

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// MergeEnv returns base with each variable of override in the place of the one of the
// same name, and those with new names after it. The last of several variables of one
// name in either list counts. Neither list is modified.
func MergeEnv(base, override []corev1.EnvVar) []corev1.EnvVar {
	var merged []corev1.EnvVar
	for _, v := range slices.Concat(base, override) {
		if at := indexEnv(merged, v.Name); at >= 0 {
			merged[at] = v
			continue
		}
		merged = append(merged, v)
	}
	return merged
}

// AddEnv returns env followed by those of the additions whose names it does not have.
func AddEnv(env, additions []corev1.EnvVar) []corev1.EnvVar {
	return slices.Concat(env, WithoutEnv(additions, env))
}

// WithoutEnv returns the variables of env whose names the other list does not have.
func WithoutEnv(env, other []corev1.EnvVar) []corev1.EnvVar {
	return slices.DeleteFunc(slices.Clone(env), func(v corev1.EnvVar) bool {
		return indexEnv(other, v.Name) >= 0
	})
}

func indexEnv(env []corev1.EnvVar, name string) int {
	return slices.IndexFunc(env, func(v corev1.EnvVar) bool { return v.Name == name })
}
