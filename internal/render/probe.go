package render

import corev1 "k8s.io/api/core/v1"

// defaultPeriodSeconds is the period of a probe that sets none.
// Source: kubernetes/kubernetes pkg/apis/core/v1/defaults.go@v1.36.3.
const defaultPeriodSeconds = 10

// AllowStartup returns a copy of a startup probe that may fail for at least so many
// seconds before the container is restarted.
func AllowStartup(probe *corev1.Probe, seconds int32) *corev1.Probe {
	allowed := probe.DeepCopy()
	period := allowed.PeriodSeconds
	if period <= 0 {
		period = defaultPeriodSeconds
	}
	allowed.FailureThreshold = (seconds-1)/period + 1
	return allowed
}
