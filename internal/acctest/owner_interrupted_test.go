//go:build unix

package acctest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
	"github.com/inferops/terraform-provider-inference/internal/acctest/faults"
)

// TestAccInterruptedCreation kills the provider at every request of a creation, before and after the API
// server has done what it was asked. The next apply goes on with what was begun, and makes nothing twice; no mark of
// the creation is left, and another state is refused.
func TestAccInterruptedCreation(t *testing.T) {
	t.Parallel()
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
	tf := acctest.NewManaged(t)
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
		other := acctest.NewManaged(t)
		other.Configure(t, config)
		if got := other.Apply(t); got.OK || !strings.Contains(got.Log, inTheWay) {
			t.Errorf("%s: another state takes over what was begun: %s", at, got.Log)
		}
	}
	if last := appliersOf(t, o); served && len(last) == 1 && last[0] == "terraform-provider-inference" {
		// The last request says that the creation is over. A state that is lost after that is lost.
		refused(t, tf.Apply(t), inTheWay)
		for resource := range before {
			o.gone(t, resource)
		}
		return true
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
	if by := appliersOf(t, o); len(by) != 1 || by[0] != "terraform-provider-inference" {
		t.Errorf("%s: the objects are applied by %v", at, by)
	}
	expectNothingToDo(t, tf)
	return true
}

// appliersOf are the managers that apply the objects, each once.
func appliersOf(t *testing.T, o owned) []string {
	t.Helper()
	var all []string
	for resource := range o.objects(t) {
		all = append(all, appliers(o.Get(t, playground{name: o.name}.of(schemaOf(o, resource))).GetManagedFields())...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}
