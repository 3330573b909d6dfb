package kinds

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// Completion says how a kind whose objects run once, to an end, tells how it went.
type Completion struct {
	// Outcome reads the status of the custom resource. In direct mode that of the Job tells.
	Outcome func(live *unstructured.Unstructured) observe.Outcome
	// Results returns where a configured object writes its results, "" when it says nothing.
	Results func(obj *unstructured.Unstructured) string
	// Summary reads what the log of the Job of direct mode tells of the results, as JSON; "" when
	// it tells nothing. The log may have secrets in it, so it passes on nothing that it does not know.
	Summary func(log string) string
}
