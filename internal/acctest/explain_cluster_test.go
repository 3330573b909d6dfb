//go:build unix

package acctest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	tfjson "github.com/hashicorp/terraform-json"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

var (
	quotaType         = schema.GroupVersionResource{Version: "v1", Resource: "resourcequotas"}
	policyType        = schema.GroupVersionResource{Group: "admissionregistration.k8s.io", Version: "v1", Resource: "validatingadmissionpolicies"}
	policyBindingType = schema.GroupVersionResource{Group: "admissionregistration.k8s.io", Version: "v1", Resource: "validatingadmissionpolicybindings"}
	clusterRoleType   = schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "clusterroles"}
	clusterGrantType  = schema.GroupVersionResource{Group: "rbac.authorization.k8s.io", Version: "v1", Resource: "clusterrolebindings"}
)

// put creates an object of the test's own, which is deleted with it.
func put(t *testing.T, c *acctest.Cluster, o acctest.Object, apiVersion, kind string, fields map[string]any) acctest.Object {
	t.Helper()
	fields["apiVersion"], fields["kind"] = apiVersion, kind
	metadata, _ := fields["metadata"].(map[string]any)
	if metadata == nil {
		metadata = map[string]any{}
	}
	metadata["name"] = o.Name
	fields["metadata"] = metadata
	c.Create(t, o, "acctest", fields)
	t.Cleanup(func() { c.Delete(t, o) })
	return o
}

// noGPUs is a quota under which no pod gets an accelerator.
func noGPUs(t *testing.T, c *acctest.Cluster, namespace string) acctest.Object {
	t.Helper()
	return put(t, c, acctest.Object{Resource: quotaType, Namespace: namespace, Name: "gpus"}, "v1", "ResourceQuota",
		map[string]any{"spec": map[string]any{"hard": map[string]any{"requests.nvidia.com/gpu": "0"}}})
}

// noPods is a policy that refuses the pods of a namespace, and is in force.
func noPods(t *testing.T, c *acctest.Cluster, namespace string) acctest.Object {
	t.Helper()
	put(t, c, acctest.Object{Resource: policyType, Name: namespace}, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", map[string]any{"spec": map[string]any{
		"matchConstraints": map[string]any{"resourceRules": []any{map[string]any{
			"apiGroups": []any{""}, "apiVersions": []any{"v1"}, "operations": []any{"CREATE"}, "resources": []any{"pods"},
		}}},
		"validations": []any{map[string]any{"expression": "false", "message": "pods need an owner's approval"}},
	}})
	binding := put(t, c, acctest.Object{Resource: policyBindingType, Name: namespace}, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", map[string]any{"spec": map[string]any{
		"policyName": namespace, "validationActions": []any{"Deny"},
		"matchResources": map[string]any{"namespaceSelector": map[string]any{"matchLabels": map[string]any{"kubernetes.io/metadata.name": namespace}}},
	}})
	probe := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": "probe"},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "probe", "image": "example.org/probe"}}},
	}}
	until(t, func() bool {
		_, err := c.Objects.Resource(podType).Namespace(namespace).Create(t.Context(), probe, metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
		return err != nil && strings.Contains(err.Error(), "owner's approval")
	})
	return binding
}

// until waits until a condition holds.
func until(t *testing.T, holds func() bool) {
	t.Helper()
	err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) { return holds(), nil })
	if err != nil {
		t.Fatal("what was waited for has not come: ", err)
	}
}

// TestAccDenied has pods that the cluster does not let in. The wait ends with what it says, and the next apply goes
// on once it does.
func TestAccDenied(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	cases := map[string]struct {
		reason, workload string
		deny             func(*testing.T, *acctest.Cluster, string) acctest.Object
		cause, change    string
	}{
		"quota": {
			"one pod asks for more than the quota of the namespace", "Deployment", noGPUs,
			`ReplicaSet/\S+ cannot make its pods, the quota of the namespace does not allow it: pods "\S+" is forbidden: exceeded quota: gpus, requested: requests.nvidia.com/gpu=1, used: requests.nvidia.com/gpu=0, limited: requests.nvidia.com/gpu=0`,
			"lower what the pods ask for in `spec.replicas`, or raise the quota",
		},
		"quota-group": {
			"a LeaderWorkerSet makes its pods by a StatefulSet, which tells it by events", "LeaderWorkerSet", noGPUs,
			`StatefulSet/\S+ cannot make its pods, the quota of the namespace does not allow it: Create Pod \S+ in StatefulSet \S+ failed error: pods "\S+" is forbidden: exceeded quota: gpus`,
			"lower what the pods ask for in `spec.replicas`, or raise the quota",
		},
		"policy": {
			"a policy refuses the pods", "Deployment", noPods,
			`ReplicaSet/\S+ cannot make what it needs, admission refuses it: pods "\S+" is forbidden: ValidatingAdmissionPolicy 'denied-policy' with binding 'denied-policy' denied request: pods need an owner's approval`,
			"change what the policy refuses in `spec.backend_runtime_config`, or the policy",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			namespace := "denied-" + name
			c.EnsureNamespace(t, namespace)
			denier := tc.deny(t, c, namespace)
			p := playground{name: namespace, replicas: 1, direct: fmt.Sprintf("workload = %q", tc.workload), body: patient}
			tf := acctest.NewTerraform(t)
			tf.Configure(t, strings.Replace(p.config(c), `namespace = "default"`, fmt.Sprintf("namespace = %q", namespace), 1))
			warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
			expectSays(t, tc.reason, warned.Detail, "it cannot become ready: "+tc.cause, "To change: "+tc.change)
			expectKept(t, tf, playgroundAddress, false)
			c.Delete(t, denier)
			tf.MustApply(t)
			expectCured(t, tf)
		})
	}
}

// TestAccNoNode asks for a node that the cluster does not have, and that nothing adds.
func TestAccNoNode(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{name: "no-node", replicas: 1, direct: `workload = "Deployment"`, gated: true, body: patient}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, p.config(c))
	warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
	expectSays(t, "no node has the label", warned.Detail,
		`it cannot become ready: no node of the cluster can ever take Pod/no-node-\S+, however empty it is: 0/\d+ nodes are available: .*didn't match Pod's node affinity/selector`,
		"To change: "+regexp.QuoteMeta("ask for what some node has in `spec.inference_config.flavors[0].node_selector` of OpenModel no-node, or add such a node"))
	expectKept(t, tf, playgroundAddress, false)
	open(t, c, p.name)
	tf.MustApply(t)
	expectCured(t, tf)
}

// TestAccGatedModel plays a loader that is refused the model, after an API server that was away while the provider
// waited: its kubelet says so in the termination message, since nodes that are simulated have no logs.
func TestAccGatedModel(t *testing.T) {
	c := acctest.Start(t, ours)
	p := playground{name: "gated-model", replicas: 1, body: patient}
	p.direct = "workload = \"Deployment\"\n    loader_image = \"example.org/localcluster/pending\""
	tf := acctest.NewManaged(t)
	tf.Configure(t, p.config(c))
	apply := tf.StartApply(t)
	apply.UntilWaiting(t)
	c.Outage(t, 3*time.Second)
	var pod string
	until(t, func() bool {
		for _, live := range c.List(t, podType, "default", p.podSelector()) {
			if statuses, _, _ := unstructured.NestedSlice(live.Object, "status", "initContainerStatuses"); len(statuses) > 0 {
				pod = live.GetName()
			}
		}
		return pod != ""
	})
	const last = "huggingface_hub.errors.GatedRepoError: 401 Client Error. Cannot access gated repo for url https://huggingface.co/x with token hf_AbCdEfGhIjKl"
	status := map[string]any{"status": map[string]any{"initContainerStatuses": []any{map[string]any{
		"name": "model-loader", "image": "example.org/loader", "imageID": "", "ready": false, "restartCount": 1,
		"state":     map[string]any{"waiting": map[string]any{"reason": "CrashLoopBackOff", "message": "back-off 10s restarting failed container"}},
		"lastState": map[string]any{"terminated": map[string]any{"exitCode": 1, "reason": "Error", "message": last}},
	}}}}
	patch, err := json.Marshal(status)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Objects.Resource(podType).Namespace("default").Patch(t.Context(), pod, types.MergePatchType, patch, metav1.PatchOptions{}, "status"); err != nil {
		t.Fatal(err)
	}
	warned := apply.Wait(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
	expectSays(t, "the loader is refused", warned.Detail,
		`it cannot become ready: container model-loader of Pod/\S+ may not have the model: huggingface_hub.errors.GatedRepoError: 401 Client Error. Cannot access gated repo`,
		"To change: accept the terms of the model, give the loader a token that may read it, or choose another model in `spec.model_claim`",
		`Not seen:\n\s+pods/log: `)
	if strings.Contains(warned.Detail, "hf_Ab") {
		t.Errorf("the token is shown: %s", warned.Detail)
	}
	expectKept(t, tf, playgroundAddress, false)
	p.direct = `workload = "Deployment"`
	tf.Configure(t, p.config(c))
	tf.MustApply(t)
	expectCured(t, tf)
}

// TestAccOverBudget gives a phase less time than it takes. The log says how much of it is left.
func TestAccOverBudget(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	p := playground{
		name: "over-budget", replicas: 1, direct: `workload = "Deployment"`, image: "example.org/localcluster/pending",
		body: patient + "\n  wait = { phases = { scheduling = \"3m\", pulling = \"3s\" } }",
	}
	tf := acctest.NewManaged(t)
	tf.Configure(t, p.config(c))
	apply := tf.StartApply(t)
	apply.UntilLogged(t, " min more")
	warned := apply.Wait(t).Find(t, tfjson.DiagnosticSeverityWarning, notInTime)
	expectSays(t, "the image takes too long", warned.Detail,
		`Last seen: Pod/over-budget-\S+ is pulling for longer than the 3s of wait.phases.pulling`, `container model-runner: waiting \(ContainerCreating\)`)
	expectKept(t, tf, playgroundAddress, false)
	expectGoesOn(t, tf)
}

// TestAccExplainsOperator follows what an operator makes of a playground, and says what it does not: that a model
// that the playground refers to does not exist.
func TestAccExplainsOperator(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	tf := acctest.NewManaged(t)
	tf.Configure(t, operated(c, "explains-absent", "never", "", "6s"))
	warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, notInTime)
	expectSays(t, "the operator has no word for it", warned.Detail, `Probable cause: (OpenModel/llama3|BackendRuntime/vllm) does not exist, which spec\.\S+ refers to`)

	tf.Configure(t, operated(c, "explains-absent", "never", "", "6s")+"\n# again\n")
	apply := tf.StartApply(t)
	apply.UntilWaiting(t)
	owner := c.Get(t, llmaz("playgrounds", "default", "explains-absent"))
	pod := acctest.Object{Resource: podType, Namespace: "default", Name: "explains-absent-0"}
	put(t, c, pod, "v1", "Pod", map[string]any{
		"metadata": map[string]any{"ownerReferences": []any{map[string]any{
			"apiVersion": "inference.llmaz.io/v1alpha1", "kind": "Playground", "name": owner.GetName(), "uid": string(owner.GetUID()), "controller": true,
		}}},
		"spec": map[string]any{"containers": []any{map[string]any{"name": "model-runner", "image": "example.org/localcluster/no-pull"}}},
	})
	warned = apply.Wait(t).Find(t, tfjson.DiagnosticSeverityWarning, neverWill)
	expectSays(t, "a pod that the operator made does not get its image", warned.Detail,
		`it cannot become ready: the image example.org/localcluster/no-pull of container model-runner of Pod/explains-absent-0 cannot be pulled`)
	expectKept(t, tf, playgroundAddress, false)
}

// TestAccExplainsWithoutPermission has an identity that may apply and not look at pods: it says which permission is lacking, and goes on
// with what it sees.
func TestAccExplainsWithoutPermission(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, ours)
	const user = "short-sighted"
	put(t, c, acctest.Object{Resource: clusterRoleType, Name: user}, "rbac.authorization.k8s.io/v1", "ClusterRole", map[string]any{"rules": []any{
		map[string]any{"apiGroups": []any{"apps"}, "resources": []any{"deployments"}, "verbs": []any{"*"}},
		map[string]any{"apiGroups": []any{""}, "resources": []any{"services"}, "verbs": []any{"*"}},
	}})
	put(t, c, acctest.Object{Resource: clusterGrantType, Name: user}, "rbac.authorization.k8s.io/v1", "ClusterRoleBinding", map[string]any{
		"roleRef":  map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": user},
		"subjects": []any{map[string]any{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": user}},
	})
	p := playground{name: user, replicas: 1, direct: `workload = "Deployment"`, image: "example.org/localcluster/no-pull", body: impatient}
	tf := acctest.NewTerraform(t)
	tf.Configure(t, strings.Replace(p.config(c), `mode = "direct"`, `mode = "direct"`+"\n  impersonate = { user = \""+user+"\" }", 1))
	warned := tf.MustApply(t).Find(t, tfjson.DiagnosticSeverityWarning, notInTime)
	expectSays(t, "nobody may look at the pods", warned.Detail,
		`Deployment/short-sighted: 0 of 1 replicas are (updated|available)`,
		`pods: the identity of the provider block may not list and watch them; grant it list and watch on pods of the API group ""`,
		`events: the identity of the provider block may not list and watch them`,
		`replicasets: .* of the API group "apps"`)
	expectKept(t, tf, playgroundAddress, false)
}
