package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

func amounts(pairs ...string) corev1.ResourceList {
	list := corev1.ResourceList{}
	for i := 0; i < len(pairs); i += 2 {
		list[corev1.ResourceName(pairs[i])] = resource.MustParse(pairs[i+1])
	}
	return list
}

func TestMergeResources(t *testing.T) {
	cases := map[string]struct {
		reason               string
		base, override, want corev1.ResourceRequirements
	}{
		"Nothing": {reason: "Nothing merged with nothing must stay unset."},
		"OneByOne": {
			reason:   "Each resource is overridden on its own, limits and requests apart.",
			base:     corev1.ResourceRequirements{Limits: amounts("cpu", "4", "memory", "8Gi"), Requests: amounts("cpu", "2")},
			override: corev1.ResourceRequirements{Limits: amounts("cpu", "6"), Requests: amounts("memory", "1Gi")},
			want:     corev1.ResourceRequirements{Limits: amounts("cpu", "6", "memory", "8Gi"), Requests: amounts("cpu", "2", "memory", "1Gi")},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, MergeResources(tc.base, tc.override)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func TestRaiseLimits(t *testing.T) {
	cases := map[string]struct {
		reason     string
		have, want corev1.ResourceRequirements
		tooLow     []corev1.ResourceName
	}{
		"Enough": {
			reason: "A limit that admits the request stays, in its own spelling.",
			have:   corev1.ResourceRequirements{Limits: amounts("cpu", "1000m"), Requests: amounts("cpu", "1")},
			want:   corev1.ResourceRequirements{Limits: amounts("cpu", "1000m"), Requests: amounts("cpu", "1")},
		},
		"TooLow": {
			reason: "A limit below the request is raised and reported.",
			have:   corev1.ResourceRequirements{Limits: amounts("cpu", "1", "memory", "9Gi"), Requests: amounts("cpu", "2", "memory", "8Gi")},
			want:   corev1.ResourceRequirements{Limits: amounts("cpu", "2", "memory", "9Gi"), Requests: amounts("cpu", "2", "memory", "8Gi")},
			tooLow: []corev1.ResourceName{"cpu"},
		},
		"Missing": {
			reason: "A missing limit becomes the request, which nobody needs to hear of.",
			have:   corev1.ResourceRequirements{Requests: amounts("memory", "8Gi")},
			want:   corev1.ResourceRequirements{Limits: amounts("memory", "8Gi"), Requests: amounts("memory", "8Gi")},
		},
		"OtherResource": {
			reason: "Resources that are not named are left alone.",
			have:   corev1.ResourceRequirements{Limits: amounts("ephemeral-storage", "1Gi"), Requests: amounts("ephemeral-storage", "2Gi")},
			want:   corev1.ResourceRequirements{Limits: amounts("ephemeral-storage", "1Gi"), Requests: amounts("ephemeral-storage", "2Gi")},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			got, tooLow := RaiseLimits(tc.have, corev1.ResourceCPU, corev1.ResourceMemory)
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(tc.tooLow, tooLow); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func TestDedicateResources(t *testing.T) {
	claims := []corev1.ResourceClaim{{Name: "link"}}
	have := corev1.ResourceRequirements{Limits: amounts("cpu", "4"), Requests: amounts("cpu", "2", "memory", "1Gi"), Claims: claims}
	want := corev1.ResourceRequirements{
		Claims:   claims,
		Limits:   amounts("cpu", "8", "nvidia.com/gpu", "2"),
		Requests: amounts("cpu", "8", "memory", "1Gi", "nvidia.com/gpu", "2"),
	}
	if diff := cmp.Diff(want, DedicateResources(have, amounts("cpu", "8", "nvidia.com/gpu", "2"))); diff != "" {
		t.Errorf("dedicated amounts are both request and limit, whatever was there (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(amounts("cpu", "4"), have.Limits); diff != "" {
		t.Errorf("the input was changed (-want +got):\n%s", diff)
	}
}
