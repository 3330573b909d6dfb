//go:build unix

package acctest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	tfjson "github.com/hashicorp/terraform-json"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccOperatorFails has operators that report a failure, and one that has no word for it.
// The apply ends with what they say, and keeps the object, untainted.
func TestAccOperatorFails(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		options acctest.Options
		life    lifecycle
		// outcome is that of the played operator.
		outcome string
		// later says that the outcome comes with an update: who has not looked yet counts as content.
		later           bool
		summary, detail string
	}{
		"inference_base_model": {
			options: omeNewest, life: omeLifecycles["inference_base_model"], outcome: "abort",
			summary: neverWill, detail: "state Failed: no node has the model; it failed on gpu-0, gpu-1",
		},
		"inference_cluster_base_model": {
			options: omeNewest, life: omeLifecycles["inference_cluster_base_model"], outcome: "abort",
			summary: neverWill, detail: "state Failed: no node has the model; it failed on gpu-0, gpu-1",
		},
		"inference_ome_service": {
			options: omeNewest, life: omeLifecycles["inference_ome_service"], outcome: "abort",
			summary: neverWill, detail: "model BlockedByFailedLoad: ModelLoadFailed at fails-ome-service-engine-0: CUDA out of memory",
		},
		"inference_benchmark_job": {
			options: omeNewest, life: omeLifecycles["inference_benchmark_job"], outcome: "abort",
			summary: neverWill, detail: "state Failed: Job has reached the specified backoff limit",
		},
		"inference_llmkube_model": {
			options: llmkubeNewest, life: llmkubeLifecycles["inference_llmkube_model"], outcome: "abort",
			summary: neverWill, detail: "phase Failed; Degraded=True (DownloadFailed): The server answered 404",
		},
		"inference_llmkube_service": {
			options: llmkubeNewest, life: llmkubeLifecycles["inference_llmkube_service"], outcome: "abort",
			summary: neverWill, detail: "phase Failed; Degraded=True (Failed): Failed to create Deployment",
		},
		"inference_llmkube_lora_adapter": {
			options: llmkubeNewest, life: llmkubeLifecycles["inference_llmkube_lora_adapter"], outcome: "abort",
			summary: neverWill, detail: "Loaded=False (RuntimeMismatch): skipped: target runtime is not sglang",
		},
		"inference_llmkube_model_pool": {
			options: llmkubeNewest, life: llmkubeLifecycles["inference_llmkube_model_pool"], outcome: "abort",
			summary: neverWill, detail: "phase Degraded; MetalSupported=False (MetalMembersUnsupported): Metal-backed members are not supported",
		},
		"inference_llmkube_model_router": {
			options: llmkubeNewest, life: llmkubeLifecycles["inference_llmkube_model_router"], outcome: "abort",
			summary: neverWill, detail: "phase Failed; Validated=False (SpecInvalid): spec.defaultRoute: references undefined backend",
		},
		"inference_pool": {
			options: gieNewest, life: gieLifecycles["inference_pool"], outcome: "abort", later: true,
			summary: neverWill, detail: "Gateway edge: ResolvedRefs=False (InvalidExtensionRef): The Service llama-epp does not exist",
		},
		"inference_model_serving": {
			options: kthenaNewest, life: kthenaLife(modelServings), outcome: "never",
			summary: notInTime, detail: "0 of 1 groups are available; Progressing=True (GroupProgressing): Some groups are progressing",
		},
		"inference_model_infer": {
			options: kthenaOldest, life: kthenaLife(modelInfers), outcome: "never",
			summary: notInTime, detail: "0 of 1 groups are available; Progerssing=True (GroupProgressing): Some groups are progressing",
		},
	}
	for typeName, tc := range cases {
		t.Run(typeName, func(t *testing.T) {
			c := acctest.Start(t, tc.options)
			t.Parallel()
			tf := acctest.NewTerraform(t)
			name := "fails-" + kebabType(typeName)
			configure := func(life lifecycle, outcome, create string) {
				tf.Configure(t, c.Provider("")+fmt.Sprintf(`
resource %q "it" {
  metadata = { name = %q, annotations = { "localcluster/outcome" = %q } }
  timeouts = { create = %q, update = "60s", delete = "60s" }
  %s
}
`, typeName, name, outcome, create, life.body))
			}
			if tc.later {
				object := tc.life.object
				object.Name = name
				configure(tc.life, "", "60s")
				tf.MustApply(t)
				untilStatus(t, c, object)
				tc.life = tc.life.with(tc.life.revision...)
			}
			patience := "60s"
			if tc.summary == notInTime {
				patience = "6s"
			}
			configure(tc.life, tc.outcome, patience)
			warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, tc.summary)
			if !strings.Contains(warned.Detail, tc.detail) {
				t.Errorf("the warning does not say %s: %s", tc.detail, warned.Detail)
			}
			expectKept(t, tf, typeName+".it", false)
		})
	}
}

// kebabType is a resource type as part of an object's name.
func kebabType(typeName string) string {
	return strings.ReplaceAll(strings.TrimPrefix(typeName, "inference_"), "_", "-")
}

// untilStatus waits until an operator has reported about an object.
func untilStatus(t *testing.T, c *acctest.Cluster, o acctest.Object) {
	t.Helper()
	err := wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
		return c.Field(t, o, "status") != nil, nil
	})
	if err != nil {
		t.Fatalf("nobody reports about %s: %v", o.Name, err)
	}
}

// TestAccScaled leaves the replicas of the kinds that have a scale subresource to who
// scales through it, also when something else changes.
func TestAccScaled(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		options acctest.Options
		life    lifecycle
	}{
		"inference_llmkube_service": {llmkubeNewest, llmkubeLifecycles["inference_llmkube_service"]},
		"inference_model_serving":   {kthenaNewest, kthenaLife(modelServings)},
	}
	for typeName, tc := range cases {
		t.Run(typeName, func(t *testing.T) {
			c := acctest.Start(t, tc.options)
			t.Parallel()
			tf := acctest.NewTerraform(t)
			object := tc.life.object
			object.Name = "scaled-" + kebabType(typeName)
			life := tc.life.with("spec = {\n", "spec = {\n    replicas = 1\n")
			tf.Configure(t, bodyOf(c, typeName, object.Name, life.body, shortTimeouts))
			tf.MustApply(t)
			c.Scale(t, object, "kube-controller-manager", 3)
			expectOutcome(t, "a plan after the autoscaler", tf.Preview(t), typeName+".it", "", "")
			tf.Configure(t, bodyOf(c, typeName, object.Name, life.with(life.revision...).body, restsShortly))
			expectOutcome(t, "an update", tf.MustApply(t), typeName+".it", "update", "")
			expectFields(t, c, object, map[string]string{"spec.replicas": "3"})
		})
	}
}
