package cluster

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TestRehearse creates nothing, and takes an object that exists for one that was let in.
func TestRehearse(t *testing.T) {
	cases := map[string]struct {
		reason  string
		answer  http.HandlerFunc
		refused bool
	}{
		"accepted": {"nothing is against it", answer(201, object("u", 1)), false},
		"exists":   {"admission comes before the name", refuse(409, metav1.StatusReasonAlreadyExists, `widgets "w" already exists`, nil), false},
		"refused":  {"admission is against it", refuse(403, metav1.StatusReasonForbidden, `widgets "w" is forbidden: no`, nil), true},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			var got sent
			client, _ := newTestClient(t, record(&got, tc.answer))
			err := client.DryRun(t.Context(), widget, object("u", 1))
			if _, denied := Denied(err); denied != tc.refused || (err != nil) != tc.refused {
				t.Errorf("%s: got %v", tc.reason, err)
			}
			want := map[string][]string{"fieldManager": {DefaultFieldManager}, "dryRun": {"All"}}
			if diff := cmp.Diff(want, got.Query); diff != "" || got.Method != http.MethodPost || got.Path != widgetsPath {
				t.Errorf("%s %s (-want +got):\n%s", got.Method, got.Path, diff)
			}
		})
	}
}

// TestLacksScheduler knows of schedulers by what they bring along.
func TestLacksScheduler(t *testing.T) {
	cases := map[string]struct {
		reason, name  string
		answer        http.HandlerFunc
		lacks, failed bool
		requests      int
	}{
		"missing":   {"its type is not served", "volcano", refuse(404, metav1.StatusReasonNotFound, "the server could not find the requested resource", nil), true, false, 1},
		"installed": {"its type is served", "volcano", answer(200, object("u", 1)), false, false, 1},
		"unknown":   {"nothing is known of it", "mine", answer(200, object("u", 1)), false, false, 0},
		"no answer": {"it could not be asked", "volcano", refuse(500, metav1.StatusReasonInternalError, "no", nil), false, true, 1},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			client, server := newTestClient(t, tc.answer)
			lacks, err := client.LacksScheduler(t.Context(), tc.name)
			if lacks != tc.lacks || (err != nil) != tc.failed || len(server.requests()) != tc.requests {
				t.Errorf("%s: got %t, %v after %v", tc.reason, lacks, err, server.requests())
			}
		})
	}
}
