//go:build unix

package acctest_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccHopeless waits for pods that will not serve, as long as it takes to be sure of it: the wait ends with
// the cause, nothing is lost, and with the cause cured the same objects become ready.
func TestAccHopeless(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	cases := map[string]struct{ reason, workload, image, cause, change string }{
		"no-pull": {
			"the registry says that there is no such image", "Deployment", "no-pull",
			`the image example.org/localcluster/no-pull(:\S+)? of container model-runner of Pod/\S+ cannot be pulled: Failed to pull image: not found`,
			"correct the image in `spec.image` of BackendRuntime hopeless-no-pull",
		},
		"crash": {
			"the container ends again and again", "Deployment", "crash",
			`container model-runner of Pod/\S+ ended with exit code 1, and was restarted 3 times`,
			"correct what its last words say in `spec.backend_runtime_config.args`",
		},
		"oom": {
			"the container is killed for its memory again and again", "LeaderWorkerSet", "oom",
			`container model-runner of Pod/\S+ was killed because it used more memory than its limit allows, and was restarted 3 times`,
			"raise the memory in `spec.backend_runtime_config.resources`",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			p := playground{
				name: "hopeless-" + name, replicas: 1, image: "example.org/localcluster/" + tc.image,
				direct: fmt.Sprintf("workload = %q", tc.workload), body: patient,
			}
			tf := acctest.NewTerraform(t)
			tf.Configure(t, p.config(c))
			warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
			expectSays(t, tc.reason, warned.Detail, "it cannot become ready: "+tc.cause, "Probable cause: "+tc.cause, regexp.QuoteMeta("To change: "+tc.change))
			expectKept(t, tf, playgroundAddress, false)
			expectSays(t, tc.reason, fmt.Sprint(tf.Resource(t, playgroundAddress).AttributeValues["diagnosis"]), "Probable cause: "+tc.cause)
			before := p.uids(t, c, workloadTypes[tc.workload], serviceType)
			expectGoesOn(t, tf)

			p.image = "example.org/server"
			tf.Configure(t, p.config(c))
			tf.MustApply(t)
			expectCured(t, tf)
			if diff := cmp.Diff(before, p.uids(t, c, workloadTypes[tc.workload], serviceType)); diff != "" {
				t.Errorf("objects were made again (-before +after):\n%s", diff)
			}
		})
	}
}

// patient has a timeout that no test waits for.
const patient = `timeouts = { create = "4m", update = "4m", delete = "60s" }`

// expectSays checks that a text matches all of the patterns.
func expectSays(t *testing.T, reason, text string, patterns ...string) {
	t.Helper()
	for _, pattern := range patterns {
		if !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("%s, but the text does not say %s:\n%s", reason, pattern, text)
		}
	}
}

// expectCured checks that the playground is ready with nothing to explain, and that nothing is left to do.
func expectCured(t *testing.T, tf *acctest.Terraform) {
	t.Helper()
	kept := tf.Resource(t, playgroundAddress)
	if kept.AttributeValues["ready"] != true || kept.AttributeValues["diagnosis"] != nil || kept.Tainted {
		t.Errorf("ready is %v, tainted %v, and the diagnosis %v, with the cause cured", kept.AttributeValues["ready"], kept.Tainted, kept.AttributeValues["diagnosis"])
	}
	if actions := plannedChange(t, tf).Actions; !actions.NoOp() {
		t.Errorf("the plan of what is ready is to %v", actions)
	}
}
