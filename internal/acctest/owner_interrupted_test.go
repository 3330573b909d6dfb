//go:build unix

package acctest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/faults"
)

// TestAccInterruptedCreation kills the provider at every request of a creation, before and after the API
// server has done what it was asked. The next apply goes on with what was begun, and makes nothing twice; no mark of
// the creation is left, and another state is refused until then and after.
func TestAccInterruptedCreation(t *testing.T) {
	c := acctest.Start(t, ours)
	for _, mode := range []string{"operator", "direct"} {
		for _, when := range []string{"before", "after"} {
			t.Run(mode+"/"+when, func(t *testing.T) {
				for n, met := 0, true; met; n++ {
					o := owned{c, fmt.Sprintf("killed-%s-%s-%d", mode, when, n), mode}
					met = interruptedAt(t, o, n, when == "after")
				}
			})
		}
	}
}

// interruptedAt interrupts the creation at its request number n, and reports whether it has that many.
func interruptedAt(t *testing.T, o owned, n int, served bool) bool {
	t.Helper()
	proxy := faults.New(t, o.Kubeconfig)
	config := fmt.Sprintf("provider \"inference\" {\n  host = %q\n  cluster_ca_certificate = <<-EOT\n%s\nEOT\n}\n", proxy.URL, proxy.CA) + o.block("it", "")
	tf := acctest.NewTerraform(t)
	tf.Configure(t, config)
	killed := make(chan struct{})
	started := make(chan *acctest.Running, 1)
	proxy.Arm(func(_ http.ResponseWriter, r *http.Request, next http.Handler) {
		defer close(killed)
		if served && !r.URL.Query().Has("watch") {
			next.ServeHTTP(httptest.NewRecorder(), r)
		}
		(<-started).KillProvider(t)
		panic(http.ErrAbortHandler)
	}, n)
	run := tf.StartApply(t)
	started <- run
	out := run.Wait(t)
	requests := proxy.Disarm()
	if len(requests) <= n {
		if !out.OK {
			t.Fatalf("the creation fails by itself: %s", out.Log)
		}
		return false
	}
	<-killed
	before := o.objects(t)
	at := fmt.Sprintf("request %d (%s)", n, requests[n])
	if len(before) > 0 {
		other := acctest.NewTerraform(t)
		other.Configure(t, config)
		if got := other.Apply(t); got.OK || !strings.Contains(got.Log, inTheWay) {
			t.Errorf("%s: another state takes over what was begun: %s", at, got.Log)
		}
	}
	if again := tf.Apply(t); !again.OK {
		t.Errorf("%s: the next apply fails: %s", at, again.Log)
		return true
	}
	after := o.objects(t)
	for resource, uid := range before {
		if after[resource] != uid {
			t.Errorf("%s: %s is made twice", at, resource)
		}
	}
	for resource := range after {
		live := o.Get(t, playground{name: o.name}.of(schemaOf(o, resource)))
		if by := appliers(live.GetManagedFields()); len(by) != 1 || by[0] != "terraform-provider-inference" {
			t.Errorf("%s: %s is applied by %v", at, resource, by)
		}
	}
	expectNothingToDo(t, tf)
	return true
}
