//go:build unix

package acctest_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// preflighted is a group of so many pods of Kthena in direct mode, which have those lines of spec, in a
// namespace of its own.
func preflighted(c *acctest.Cluster, block, namespace, name string, replicas int, pod, container string) string {
	return c.Provider("mode = \"direct\"\n"+block) + fmt.Sprintf(`
resource "inference_model_serving" "it" {
  metadata = { name = %q, namespace = %q }
  spec = {
    replicas       = 1
    scheduler_name = "default-scheduler"
    template = { roles = [{
      name = "server", replicas = %d, worker_replicas = 0
      entry_template = { spec = {
        %s
        containers = [{
          name = "engine", image = "example.org/server:v1"
          %s
        }]
      } }
    }] }
  }
}
`, name, namespace, replicas, pod, container)
}

// TestAccPlanCapacity compares plans with a cluster of simulated nodes, and with quotas,
// limit ranges and what pods refer to.
func TestAccPlanCapacity(t *testing.T) {
	c := acctest.Start(t, withoutOperator)
	const headline = "Pods will not run in the cluster as it is"
	resources := func(requests string) string { return "resources = { limits = { " + requests + " } }" }
	c.EnsureNamespace(t, "preflight")
	c.EnsureNamespace(t, "limited")
	install(t, c, `apiVersion: v1
kind: Node
metadata: {name: preflight-tainted, labels: {preflight: tainted, kwok.x-k8s.io/node: fake}, annotations: {kwok.x-k8s.io/node: fake}}
spec: {taints: [{key: dedicated, value: training, effect: NoSchedule}]}
status: {allocatable: {cpu: "64", memory: 256Gi, pods: "110", example.com/tpu: "4"}, capacity: {cpu: "64", memory: 256Gi, pods: "110", example.com/tpu: "4"}}
---
apiVersion: v1
kind: Secret
metadata: {name: there, namespace: preflight}
---
apiVersion: v1
kind: LimitRange
metadata: {name: bounds, namespace: limited}
spec: {limits: [{type: Container, max: {memory: 8Gi}, default: {memory: 1Gi, cpu: "1"}}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: team, namespace: limited}
spec: {hard: {requests.nvidia.com/gpu: "4", pods: "100"}}`)
	untilReady(t, c, "preflight-tainted", 1)
	tolerated := `tolerations = [{ key = "dedicated", operator = "Exists" }]`
	tainted := `node_selector = { preflight = "tainted" }`
	cases := map[string]struct {
		reason, namespace, pod, container string
		replicas                          int
		want                              [][]string
	}{
		"everything is there": {
			reason: "nothing to say of what fits", namespace: "preflight", replicas: 2,
			pod: tolerated + "\n" + tainted + "\nimage_pull_secrets = [{ name = \"there\" }]", container: resources(`"example.com/tpu" = 2`),
		},
		"too large": {
			reason: "no node has so many", namespace: "preflight", replicas: 1, container: resources(`"nvidia.com/gpu" = 64`),
			want: [][]string{{"no node is large enough for a pod of", "which requests nvidia.com/gpu 64", "nvidia.com/gpu 8"}},
		},
		"unknown resource": {
			reason: "no node has any", namespace: "preflight", replicas: 1, container: resources(`"example.org/npu" = 1`),
			want: [][]string{{"no node is large enough", "requests example.org/npu 1", "example.org/npu 0"}},
		},
		"taint": {
			reason: "the node that is selected is for others", namespace: "preflight", replicas: 1, pod: tainted,
			want: [][]string{{"no node takes the pods of", "1 with the taint dedicated=training:NoSchedule that is not tolerated"}},
		},
		"selector": {
			reason: "a label that no node has", namespace: "preflight", replicas: 1, pod: `node_selector = { "example.org/zone" = "mars" }`,
			want: [][]string{{"no node takes the pods of", "without the labels that are asked for", "Add a node that takes them"}},
		},
		"no room": {
			reason: "two fit on the node, three do not", namespace: "preflight", replicas: 3, pod: tolerated + "\n" + tainted, container: resources(`"example.com/tpu" = 2`),
			want: [][]string{{"an estimate finds no room for 1 of 3 pods of Deployment/pre-no-room-0-server, each of which requests", "example.com/tpu 2"}},
		},
		"references": {
			reason: "nothing of it is there", namespace: "preflight", replicas: 1,
			pod: `priority_class_name = "urgent"
        runtime_class_name = "gvisor"
        service_account_name = "runner"
        image_pull_secrets = [{ name = "pull" }]
        volumes = [
          { name = "weights", persistent_volume_claim = { claim_name = "weights" } },
          { name = "settings", config_map = { name = "settings" } },
          { name = "extra", secret = { secret_name = "extra", optional = true } },
        ]`,
			container: `env = [{ name = "HF_TOKEN", value_from = { secret_key_ref = { name = "hf-token", key = "token" } } }]`,
			want: [][]string{
				{"the pods need PriorityClass urgent, which is not there. Add it"},
				{"the pods need RuntimeClass gvisor"},
				{`the pods need ServiceAccount runner, which is not there in namespace "preflight"`},
				{"the pods need Secret pull"},
				{"the pods need Secret hf-token"},
				{"the pods need PersistentVolumeClaim weights"},
				{"the pods need ConfigMap settings"},
			},
		},
		"limit range": {
			reason: "a container may have 8Gi", namespace: "limited", replicas: 1, container: resources(`memory = "16Gi"`),
			want: [][]string{{`container "engine" of`, "is limited to memory 16Gi, more than 8Gi, which LimitRange bounds does not admit"}},
		},
		"quota": {
			reason: "three times two are more than four", namespace: "limited", replicas: 3, container: resources(`"nvidia.com/gpu" = 2`),
			want: [][]string{{"ResourceQuota team has no room: requests.nvidia.com/gpu needs 6, and 0 of 4 is in use by others", "Raise the quota"}},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			tf := acctest.NewTerraform(t)
			for level, severity := range map[string]string{"warn": string(warning), "error": string(failure)} {
				tf.Configure(t, preflighted(c, fmt.Sprintf("capacity_check = %q", level), tc.namespace, "pre-"+strings.ReplaceAll(name, " ", "-"), tc.replicas, tc.pod, tc.container))
				var want []saying
				for _, details := range tc.want {
					want = append(want, saying{warning, headline, details})
					if severity == string(failure) {
						want[len(want)-1].severity = failure
					}
				}
				expectSayings(t, tf.TryPlan(t), want...)
			}
		})
	}
	t.Run("permissions", func(t *testing.T) { testCapacityPermissions(t, c) })
	t.Run("role of the guide", func(t *testing.T) { testCapacityRole(t, c) })
	t.Run("requests", func(t *testing.T) { testCapacityRequests(t, c) })
}

// untilReady waits until a simulated node has no taints but so many of the test's.
func untilReady(t *testing.T, c *acctest.Cluster, name string, taints int) {
	t.Helper()
	err := wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
		found, _ := c.Field(t, acctest.Object{Resource: nodeType, Name: name}, "spec", "taints").([]any)
		return len(found) == taints, nil
	})
	if err != nil {
		t.Fatalf("node %s is not ready: %v", name, err)
	}
}

// testCapacityPermissions shows what a plan says that may look at nothing: once, and no more.
func testCapacityPermissions(t *testing.T, c *acctest.Cluster) {
	allow(t, c, "preflight-reader", schema.GroupVersionResource{Resource: "configmaps"}, "get")
	tf := acctest.NewTerraform(t)
	one := preflighted(c, "capacity_check = \"error\"\nimpersonate = { user = \"preflight-reader\" }", "preflight", "pre-unseen", 1,
		`image_pull_secrets = [{ name = "pull" }]`, `resources = { limits = { "nvidia.com/gpu" = 64 } }`)
	_, body, _ := strings.Cut(one, "resource \"inference_model_serving\" \"it\"")
	tf.Configure(t, one+"resource \"inference_model_serving\" \"other\""+strings.Replace(body, "pre-unseen", "pre-unseen-too", 1))
	expectSayings(t, tf.TryPlan(t), saying{warning, "Capacity is not fully checked", []string{
		"limit ranges: list LimitRange", `cannot list resource "limitranges"`, "nodes: list Node", `cannot list resource "nodes"`, "room beside running pods: list Pod",
		"quotas: list ResourceQuota", "secrets that the pods refer to: get Secret preflight/pull", "Grant the permission to list or get them",
	}})
}

// roleOfGuide is what the guide shows as the role for the check.
const roleOfGuide = "examples/rbac/capacity.yaml"

// testCapacityRole shows that the role of the guide is enough.
func testCapacityRole(t *testing.T, c *acctest.Cluster) {
	role, err := os.ReadFile(filepath.Join(acctest.Root(t), roleOfGuide))
	if err != nil {
		t.Fatal(err)
	}
	install(t, c, string(role)+`---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: inference-capacity}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: inference-capacity}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: preflight-checker}]`)
	tf := acctest.NewTerraform(t)
	tf.Configure(t, preflighted(c, "capacity_check = \"error\"\nimpersonate = { user = \"preflight-checker\" }", "preflight", "pre-seen", 1,
		`priority_class_name = "urgent"
        runtime_class_name = "gvisor"
        image_pull_secrets = [{ name = "pull" }]`, `resources = { limits = { "nvidia.com/gpu" = 64 } }`))
	var want []saying
	for _, details := range []string{"PriorityClass urgent", "RuntimeClass gvisor", "Secret pull", "no node is large enough"} {
		want = append(want, saying{failure, "Pods will not run in the cluster as it is", []string{details}})
	}
	expectSayings(t, tf.TryPlan(t), want...)
}

// testCapacityRequests shows that what the cluster has is asked for once, however many
// resources a plan has, and that resources of one plan count beside each other.
func testCapacityRequests(t *testing.T, c *acctest.Cluster) {
	tf := acctest.NewTerraform(t)
	one := preflighted(c, `capacity_check = "warn"`, "preflight", "pre-counted-${count.index}", 1,
		`node_selector = { preflight = "tainted" }
        tolerations = [{ key = "dedicated", operator = "Exists" }]
        image_pull_secrets = [{ name = "there" }]`, `resources = { limits = { "example.com/tpu" = 1 } }`)
	tf.Configure(t, strings.Replace(one, `  metadata = {`, "  count = 5\n  metadata = {", 1))
	before := time.Now()
	out := tf.TryPlan(t)
	expectSayings(t, out, saying{warning, "Pods will not run in the cluster as it is", []string{"an estimate finds no room for 1 of 1 pod", "example.com/tpu 1"}})
	counted := map[string]int{}
	for _, r := range c.RequestsSince(t, before) {
		counted[r.Verb+" "+r.Resource]++
	}
	want := map[string]int{"list nodes": 1, "list pods": 1, "list limitranges": 1, "list resourcequotas": 1, "get namespaces": 1, "get secrets": 1}
	if diff := cmp.Diff(want, counted); diff != "" {
		t.Errorf("requests of a plan of five resources (-want +got):\n%s", diff)
	}
}
