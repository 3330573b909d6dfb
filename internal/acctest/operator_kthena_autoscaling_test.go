//go:build unix

package acctest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccKthenaScales holds policies to Kthena's autoscaler and its webhook: one that is let in becomes ready although the
// webhook adds to it, once its roles are found, and leaves nothing to do; what the webhook refuses is an error in the
// plan.
func TestAccKthenaScales(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaReal)
	policy := func(name, spec string) string {
		return fmt.Sprintf("resource \"inference_kthena_autoscaling_policy\" %[1]q {\n  metadata = { name = \"scales-%[1]s\" }\n  spec = { %[2]s }\n}\n", name, spec)
	}
	const load, source = `metrics = [{ name = "load", target_value = "8" }]`, `metric_sources = { load = { pod = { port = 8000 } } }`
	roles := func(most int) string {
		return load + fmt.Sprintf(`, disaggregated_target = { target_ref = { name = "scales" }, roles = { server = { min_replicas = 1, max_replicas = %d, %s } } }`, most, source)
	}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, c.Provider("")+
		"resource \"inference_model_serving\" \"it\" {\n  metadata = { name = \"scales\" }\n  spec = { scheduler_name = \"default-scheduler\", "+hclRole+" }\n  "+servingTimeouts+"\n}\n"+
		policy("whole", load+`, homogeneous_target = { min_replicas = 1, max_replicas = 2, target = { target_ref = { name = "scales" }, `+source+` } }`)+
		policy("roles", roles(1))) // A simulated pod answers no question about metrics: the role has one number.
	tf.MustApply(t)
	for _, change := range expectNothingToDo(t, tf) {
		if change["ready"] != true {
			t.Errorf("%v is not ready", change["id"])
		}
	}
	whole := policies
	whole.Name = "scales-whole"
	if c.Field(t, whole, "spec", "behavior", "scaleDown", "stabilizationWindow") == nil {
		t.Error("the webhook adds nothing any more")
	}

	wrong := acctest.NewTerraform(t)
	config := c.Provider("")
	refused := []struct{ name, hcl, yaml, says, rule string }{
		{"none", load, `metrics: [{name: load, targetValue: 8}]`, "exactly one of homogeneousTarget", "AP-01"},
		{
			"kind", strings.Replace(roles(2), `name = "scales"`, `name = "scales", kind = "Deployment"`, 1),
			`disaggregatedTarget: {targetRef: {name: scales, kind: Deployment}, roles: {server: {minReplicas: 1, maxReplicas: 1}}}`, "targetRef.kind must be ModelServing", "AP-02",
		},
		{
			"sources", strings.Replace(roles(2), ", "+source, "", 1),
			`metrics: [{name: load, targetValue: 8}], disaggregatedTarget: {targetRef: {name: scales}, roles: {server: {minReplicas: 1, maxReplicas: 2}}}`,
			"metricSources must be set on every non-fixed role", "AP-12",
		},
		{
			"period", roles(2) + `, behavior = { scale_down = { period = "31m" } }`,
			`disaggregatedTarget: {targetRef: {name: scales}, roles: {server: {minReplicas: 1, maxReplicas: 1}}}, behavior: {scaleDown: {period: 31m}}`,
			"between 0 and 30 minutes", "AP-23",
		},
	}
	for _, r := range refused {
		config += policy(r.name, r.hcl)
		text := "{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: AutoscalingPolicy, metadata: {name: scales-" + r.name + "}, spec: {" + r.yaml + "}}"
		if err := tryApply(t, c, policies, text); err == nil || !strings.Contains(err.Error(), r.says) {
			t.Errorf("%s: the webhook says %v, want %q", r.name, err, r.says)
		}
	}
	wrong.Configure(t, config)
	said := wrong.TryPlan(t).Diagnostics
	for _, r := range refused {
		found := slices.ContainsFunc(said, func(d tfjson.Diagnostic) bool {
			return d.Severity == tfjson.DiagnosticSeverityError && strings.Contains(d.Detail, "scales-"+r.name) && strings.Contains(d.Detail, "("+r.rule+")")
		})
		if !found {
			t.Errorf("%s: the plan does not find %s: %v", r.name, r.rule, said)
		}
	}
}
