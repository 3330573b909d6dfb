//go:build unix

package acctest_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	tfjson "github.com/hashicorp/terraform-json"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// admission is a ModelServing that Kthena's webhook refuses or lets in, in both languages: what there is of its spec beside
// the two groups and the scheduler.
type admission struct {
	reason    string
	hcl, yaml string
	// refused is a part of what the webhook says and rule the rule that finds it in a plan, both empty for what is let in.
	refused, rule string
}

const (
	hclPod  = `entry_template = { spec = { containers = [{ name = "engine", image = "example.org/server:v1" }] } }`
	yamlPod = `entryTemplate: {spec: {containers: [{name: engine, image: "example.org/server:v1"}]}}`
	hclRole = `template = { roles = [{ name = "server", worker_replicas = 0, ` + hclPod + ` }] }`
	yamlOne = `template: {roles: [{name: server, workerReplicas: 0, ` + yamlPod + `}]}`
)

var admissions = map[string]admission{
	"digit": {
		"a role that starts with a digit", strings.Replace(hclRole, `"server"`, `"405b"`, 1), strings.Replace(yamlOne, "name: server", "name: 405b", 1),
		"role name must be a valid DNS-1035 label", "MS-02",
	},
	"image": {
		"an image with a space", strings.Replace(hclRole, "org/server", "org/a server", 1), strings.Replace(yamlOne, "org/server", "org/a server", 1),
		"image cannot contain spaces", "MS-03",
	},
	"both-bounds": {
		"bounds of groups for roles", `rollout_strategy = { type = "RoleRollingUpdate", rolling_update_configuration = {} }, ` + hclRole,
		`rolloutStrategy: {type: RoleRollingUpdate, rollingUpdateConfiguration: {}}, ` + yamlOne,
		"rollingUpdateConfiguration is only valid when rolloutStrategy.type is ServingGroupRollingUpdate", "MS-07",
	},
	"no-bound": {
		"a bound that is none of two groups", `rollout_strategy = { type = "ServingGroupRollingUpdate", rolling_update_configuration = { max_unavailable = "49%" } }, ` + hclRole,
		`rolloutStrategy: {type: ServingGroupRollingUpdate, rollingUpdateConfiguration: {maxUnavailable: 49%}}, ` + yamlOne,
		"maxUnavailable cannot be 0", "MS-10",
	},
	"bound-of-role": {
		"a bound of a role where groups are replaced", strings.Replace(hclRole, "worker_replicas", `max_unavailable = "1", worker_replicas`, 1), strings.Replace(yamlOne, "workerReplicas", "maxUnavailable: 1, workerReplicas", 1),
		"maxUnavailable is only valid when rolloutStrategy.type is RoleRollingUpdate", "MS-12",
	},
	"gang": {
		"a gang of no role", strings.Replace(hclRole, "roles", "gang_policy = { min_role_replicas = { other = 1 } }, roles", 1), strings.Replace(yamlOne, "roles", "gangPolicy: {minRoleReplicas: {other: 1}}, roles", 1),
		"role other does not exist in template.roles", "MS-15",
	},
	"workers": {
		"workers of no template", strings.Replace(hclRole, "worker_replicas = 0", "worker_replicas = 1", 1), strings.Replace(yamlOne, "workerReplicas: 0", "workerReplicas: 1", 1),
		"workerTemplate is required when workerReplicas is greater than 0", "MS-19",
	},
	"recovery": {
		"groups recreated where roles are replaced", `recovery_policy = "ServingGroupRecreate", rollout_strategy = { type = "RoleRollingUpdate" }, ` + hclRole,
		`recoveryPolicy: ServingGroupRecreate, rolloutStrategy: {type: RoleRollingUpdate}, ` + yamlOne,
		"recoveryPolicy", "MS-20",
	},
	"plugin-twice": {
		reason: "a plugin listed twice", hcl: `plugins = [{ name = "lws-standard-labels" }, { name = "lws-standard-labels" }], ` + hclRole,
		yaml: `plugins: [{name: lws-standard-labels}, {name: lws-standard-labels}], ` + yamlOne,
	},
	"no-workers": {
		reason: "a template of no pod for no workers", hcl: strings.Replace(hclRole, "worker_replicas", "worker_template = { spec = { containers = [] } }, worker_replicas", 1),
		yaml: strings.Replace(yamlOne, "workerReplicas", "workerTemplate: {spec: {containers: []}}, workerReplicas", 1),
	},
	"labels": {
		reason: "labels under Kthena's prefix", hcl: strings.Replace(hclRole, "entry_template = {", `entry_template = { metadata = { labels = { "modelserving.volcano.sh/mine" = "1" } },`, 1),
		yaml: strings.Replace(yamlOne, "entryTemplate: {", "entryTemplate: {metadata: {labels: {modelserving.volcano.sh/mine: '1'}}, ", 1),
	},
}

// TestAccKthenaAdmits holds the rules to Kthena's webhook: what it refuses is an error in the plan, and what it lets in is
// applied and becomes ready.
func TestAccKthenaAdmits(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, kthenaReal)
	wrong, right := acctest.NewTerraform(t), acctest.NewTerraform(t)
	accepted := c.Provider("")
	for _, name := range slices.Sorted(maps.Keys(admissions)) {
		a := admissions[name]
		block := fmt.Sprintf("resource \"inference_model_serving\" %[1]q {\n  metadata = { name = \"admits-%[1]s\" }\n  spec = { replicas = 2, scheduler_name = \"default-scheduler\", %[2]s }\n  %[3]s\n}\n", name, a.hcl, servingTimeouts)
		if err := a.ask(t, c, "admits-"+name); a.refused == "" && err != nil || a.refused != "" && (err == nil || !strings.Contains(err.Error(), a.refused)) {
			t.Errorf("%s: the API server says %v, want %q", a.reason, err, a.refused)
		}
		if a.refused == "" {
			accepted += block
			continue
		}
		// The release decides about some of the rules, for which there has to be a plan: what the validation refuses has none.
		wrong.Configure(t, c.Provider(`api_releases = { kthena = "v1.0.0" }`)+block)
		said := wrong.TryPlan(t).Diagnostics
		finding := regexp.MustCompile(`admits-` + name + `[ :](.|\n)*\(` + a.rule + `\)`)
		if !slices.ContainsFunc(said, func(d tfjson.Diagnostic) bool {
			return d.Severity == tfjson.DiagnosticSeverityError && finding.MatchString(d.Detail)
		}) {
			t.Errorf("%s: the plan does not find %s: %v", a.reason, a.rule, said)
		}
	}

	right.Configure(t, accepted)
	right.MustApply(t)
	for name, a := range admissions {
		if a.refused != "" {
			continue
		}
		if ready := right.Resource(t, "inference_model_serving."+name).AttributeValues["ready"]; ready != true {
			t.Errorf("%s: ready is %v", a.reason, ready)
		}
	}
	expectNothingToDo(t, right)
}

// ask applies the object as a dry run.
func (a admission) ask(t *testing.T, c *acctest.Cluster, name string) error {
	t.Helper()
	return tryApply(t, c, modelServings, fmt.Sprintf(
		"{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: ModelServing, metadata: {name: %s}, spec: {replicas: 2, schedulerName: default-scheduler, %s}}", name, a.yaml,
	))
}

// tryApply applies an object as a dry run.
func tryApply(t *testing.T, c *acctest.Cluster, at acctest.Object, text string) error {
	t.Helper()
	object := &unstructured.Unstructured{}
	if err := yaml.Unmarshal([]byte(text), &object.Object); err != nil {
		t.Fatal(err)
	}
	options := metav1.ApplyOptions{FieldManager: "acctest", DryRun: []string{metav1.DryRunAll}}
	_, err := c.Objects.Resource(at.Resource).Namespace("default").Apply(t.Context(), object.GetName(), object, options)
	return err
}
