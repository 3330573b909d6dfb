package render

import (
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
)

// TestJobName proves that the name follows the template, and fits a label at any length.
func TestJobName(t *testing.T) {
	named := func(name, image string) string {
		t.Helper()
		template := PodTemplate(nil, nil, corev1.PodSpec{Containers: []corev1.Container{{Name: "it", Image: image}}})
		job := Job(Owner{Name: "x", Namespace: "llm", Labels: map[string]string{"team": image}}, name, 1, template)
		return job.GetName()
	}
	long := strings.Repeat("a", 53) + "-" + strings.Repeat("b", 20)
	cases := map[string]struct {
		reason   string
		one, two string
		same     bool
	}{
		"Same":      {reason: "The same template must find its Job again.", one: named("x", "a:1"), two: named("x", "a:1"), same: true},
		"Template":  {reason: "Another template needs another Job, because a Job cannot change its own.", one: named("x", "a:1"), two: named("x", "a:2")},
		"LongNames": {reason: "Names that differ only where they are cut must not meet.", one: named(long, "a:1"), two: named(long+"c", "a:1")},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if same := tc.one == tc.two; same != tc.same {
				t.Errorf("%s: %s and %s", tc.reason, tc.one, tc.two)
			}
			for _, job := range []string{tc.one, tc.two} {
				if faults := validation.IsDNS1123Label(job); len(faults) > 0 {
					t.Errorf("%s: %v", job, faults)
				}
			}
		})
	}
	if got := named("model-download", "a:1"); !strings.HasPrefix(got, "model-download-") {
		t.Errorf("the Job is called %s", got)
	}
}
