package object_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"pgregory.net/rapid"

	"github.com/inferops/terraform-provider-inference/internal/object"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// TestRespell shows which of two spellings a plan has.
func TestRespell(t *testing.T) {
	const (
		playground = "llmaz/inference/v1alpha1.PlaygroundSpec"
		runtime    = "llmaz/inference/v1alpha1.BackendRuntimeSpec"
		service    = "llmaz/inference/v1alpha1.ServiceSpec"
	)
	cases := map[string]struct {
		reason               string
		definition           string
		planned, prior, want string
	}{
		"quantity": {
			"the same amount", playground,
			`{"backendRuntimeConfig":{"sharedMemorySize":"1024Mi"}}`, `{"backendRuntimeConfig":{"sharedMemorySize":"1Gi"}}`, `{"backendRuntimeConfig":{"sharedMemorySize":"1Gi"}}`,
		},
		"map": {
			"Terraform compares maps as a whole", playground,
			`{"backendRuntimeConfig":{"resources":{"limits":{"cpu":"1000m","memory":"2Gi"}}}}`,
			`{"backendRuntimeConfig":{"resources":{"limits":{"cpu":"1","memory":"1Gi"}}}}`,
			`{"backendRuntimeConfig":{"resources":{"limits":{"cpu":"1000m","memory":"2Gi"}}}}`,
		},
		"beside a change": {
			"an attribute keeps its spelling whatever changes beside it", playground,
			`{"replicas":2,"backendRuntimeConfig":{"sharedMemorySize":"1024Mi"}}`, `{"replicas":1,"backendRuntimeConfig":{"sharedMemorySize":"1Gi"}}`,
			`{"replicas":2,"backendRuntimeConfig":{"sharedMemorySize":"1Gi"}}`,
		},
		"zero": {
			"a zero that is set claims the field, and its default may be another", playground,
			`{"replicas":0}`, `{}`, `{"replicas":0}`,
		},
		"removed zero": {
			"to leave a zero out gives the field up", playground,
			`{}`, `{"replicas":0}`, `{}`,
		},
		"empty": {
			"an empty object that is set claims the field", playground,
			`{"backendRuntimeConfig":{"envs":[]}}`, `{"backendRuntimeConfig":{}}`, `{"backendRuntimeConfig":{"envs":[]}}`,
		},
		"default in a list that is applied as a whole": {
			"it is set and owned either way", playground,
			`{"modelClaims":{"models":[{"name":"a","role":"main"}]}}`, `{"modelClaims":{"models":[{"name":"a"}]}}`, `{"modelClaims":{"models":[{"name":"a"}]}}`,
		},
		"another value in a list that is applied as a whole": {
			"only the default goes without saying", playground,
			`{"modelClaims":{"models":[{"name":"a","role":"draft"}]}}`, `{"modelClaims":{"models":[{"name":"a"}]}}`, `{"modelClaims":{"models":[{"name":"a","role":"draft"}]}}`,
		},
		"default": {
			"outside of such lists a default that is set claims the field", playground,
			`{"replicas":1}`, `{}`, `{"replicas":1}`,
		},
		"items": {
			"items are paired by position", runtime,
			`{"recommendedConfigs":[{"name":"a","sharedMemorySize":"1024Mi"},{"name":"b","args":["x"]}]}`,
			`{"recommendedConfigs":[{"name":"a","sharedMemorySize":"1Gi"},{"name":"b","args":["y"]}]}`,
			`{"recommendedConfigs":[{"name":"a","sharedMemorySize":"1Gi"},{"name":"b","args":["x"]}]}`,
		},
		"order": {
			"the order of variables is theirs", service,
			`{"workloadTemplate":{"workerTemplate":{"spec":{"containers":[{"name":"a","env":[{"name":"A"},{"name":"B"}]}]}}}}`,
			`{"workloadTemplate":{"workerTemplate":{"spec":{"containers":[{"name":"a","env":[{"name":"B"},{"name":"A"}]}]}}}}`,
			`{"workloadTemplate":{"workerTemplate":{"spec":{"containers":[{"name":"a","env":[{"name":"A"},{"name":"B"}]}]}}}}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			n := schema.Lookup(tc.definition)
			got, _, err := object.Encode(n, object.KeepUserSpelling(n, valueOf(t, n, tc.planned), valueOf(t, n, tc.prior)), field.NewPath("spec"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tree(t, tc.want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}

func valueOf(t *testing.T, n *schema.Node, text string) tftypes.Value {
	t.Helper()
	value, err := object.Decode(n, tree(t, text), field.NewPath("spec"))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestRespellSettles shows for values of every kind that what is spelled as before stays,
// and that the next plan finds nothing more to spell otherwise.
func TestRespellSettles(t *testing.T) {
	for name, n := range specs(t) {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				planned, prior := genValue(t, n, 4), genValue(t, n, 4)
				if got := object.KeepUserSpelling(n, planned, planned); !got.Equal(planned) {
					t.Fatalf("respelled as itself: %v, want %v", got, planned)
				}
				once := object.KeepUserSpelling(n, planned, prior)
				if twice := object.KeepUserSpelling(n, once, prior); !twice.Equal(once) {
					t.Fatalf("respelled again: %v, want %v", twice, once)
				}
			})
		})
	}
}
