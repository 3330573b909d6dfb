package render

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
)

// MergeEnv is [MergeBy] of variables and their names.
func MergeEnv(base, override []corev1.EnvVar) []corev1.EnvVar {
	return MergeBy(base, override, func(v corev1.EnvVar) string { return v.Name })
}

// MergeBy returns base with each item of override in the place of the one with its key,
// and those with new keys after it. The last of several items with one key in either
// list counts. Neither list is modified.
func MergeBy[T any](base, override []T, key func(T) string) []T {
	var merged []T
	for _, item := range slices.Concat(base, override) {
		if at := slices.IndexFunc(merged, func(other T) bool { return key(other) == key(item) }); at >= 0 {
			merged[at] = item
			continue
		}
		merged = append(merged, item)
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
