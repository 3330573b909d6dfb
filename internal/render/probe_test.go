package render

import (
	"math"
	"testing"

	corev1 "k8s.io/api/core/v1"
)

func TestAllowStartup(t *testing.T) {
	cases := map[string]struct {
		reason          string
		period, seconds int32
		want            int32
	}{
		"Exact":         {reason: "A multiple of the period needs no more failures.", period: 10, seconds: 900, want: 90},
		"RoundedUp":     {reason: "A budget is never cut short.", period: 10, seconds: 901, want: 91},
		"ShorterThan":   {reason: "The API server wants at least one failure.", period: 10, seconds: 1, want: 1},
		"DefaultPeriod": {reason: "A probe without a period has one of 10 seconds.", seconds: 600, want: 60},
		"Longest":       {reason: "The longest budget must not overflow.", period: 7, seconds: math.MaxInt32, want: 306783379},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			probe := &corev1.Probe{PeriodSeconds: tc.period, FailureThreshold: 3}
			got := AllowStartup(probe, tc.seconds)
			if got.FailureThreshold != tc.want || got.PeriodSeconds != tc.period {
				t.Errorf("%s got %d failures at a period of %d, want %d at %d", tc.reason, got.FailureThreshold, got.PeriodSeconds, tc.want, tc.period)
			}
			if probe.FailureThreshold != 3 {
				t.Errorf("the given probe was changed to %d failures", probe.FailureThreshold)
			}
		})
	}
}
