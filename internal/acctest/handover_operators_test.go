//go:build unix

package acctest_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	tfjson "github.com/hashicorp/terraform-json"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// handedOver is a service that changes between an operator and direct mode.
type handedOver struct {
	options acctest.Options
	// config configures it in direct mode.
	config func(*acctest.Cluster) string
	// custom are the custom resources, the service first, and kind is that of the service.
	custom []acctest.Object
	kind   string
	// deployment and service are what the operator and direct mode call alike, and extra is
	// an object that only the operator makes.
	deployment, service, extra acctest.Object
	// released is what a plan says of the Deployment on the way to the operator.
	released string
	// manager is the field manager of the operator: the name of its binary, which a distribution may change.
	manager string
	// adopts says whether the operator goes on with a Deployment that it finds.
	adopts bool
}

// handOvers are the systems whose operators make Deployments.
var handOvers = map[string]handedOver{
	"llmkube": {
		options: llmkubeNewest, manager: "llmkube-operator",
		config: llmkubeService{
			name: "llmkube-handed", replicas: 1, context: 4096,
			// The API server fills in that an image without a tag is always pulled, and that the others are not.
			spec: `model_cache = { persistence = "Ephemeral" }, image = "example.org/server"`,
		}.config,
		custom: []acctest.Object{named(llmkube("inferenceservices"), "llmkube-handed"), named(llmkube("models"), "llmkube-handed")}, kind: "inference.llmkube.dev/v1alpha1",
		deployment: acctest.Object{Resource: deploymentType, Namespace: "default", Name: "llmkube-handed"},
		service:    acctest.Object{Resource: serviceType, Namespace: "default", Name: "llmkube-handed"},
		extra:      acctest.Object{Resource: autoscalerType, Namespace: "default", Name: "llmkube-handed"},
		released:   "Deployment default/llmkube-handed is deleted with its pods; the operator makes its own where it needs one",
	},
	"ome": {
		options: omeNewest, manager: "manager",
		config: omeHandedOver.config,
		custom: []acctest.Object{
			named(ome("inferenceservices", "default"), omeHandedOver.name), named(ome("clusterbasemodels", ""), omeHandedOver.name),
			named(ome("clusterservingruntimes", ""), omeHandedOver.name),
		},
		kind:       "ome.io/v1beta1",
		deployment: omeHandedOver.of(deploymentType, "-engine"),
		service:    omeHandedOver.of(serviceType, "-engine"),
		extra:      acctest.Object{Resource: configMapType, Namespace: "default", Name: "modelconfig-" + omeHandedOver.name},
		released:   "Deployment default/ome-handed-engine stays, and the operator takes it over",
		adopts:     true,
	},
}

var omeHandedOver = omeService{
	name: "ome-handed",
	runtime: `engine_config = {
      runner = { name = "ome-container", image = "example.org/server:v1", args = ["--model", "$(MODEL_PATH)"], ports = [{ container_port = 8080 }] }
    }`,
	spec: "engine = { min_replicas = 1, max_replicas = 1 }",
}

func named(o acctest.Object, name string) acctest.Object {
	o.Name = name
	return o
}

// TestAccHandOverDeployments changes services from direct mode to their operators, which
// make or take over Deployments and Services, and back: a Deployment stays itself, its pods run on where
// they are the same and restart where the plan says so, and nothing of the operator is left.
func TestAccHandOverDeployments(t *testing.T) {
	t.Parallel()
	for name, h := range handOvers {
		t.Run(name, func(t *testing.T) {
			c := acctest.Start(t, h.options)
			tf := acctest.NewTerraform(t)
			direct := h.config(c)
			operator := strings.Replace(direct, `mode = "direct"`, `mode = "operator"`, 1)
			tf.Configure(t, direct)
			tf.MustApply(t)
			before := c.Get(t, h.deployment)

			h.toOperator(t, c, tf, operator)
			h.play(t, c, before, nil)
			made := c.Get(t, h.deployment)
			tf.Configure(t, direct)
			h.toDirect(t, c, tf, "Deployment default/"+h.deployment.Name+" stays and is taken over, and no pod restarts")
			if after := c.Get(t, h.deployment); after.GetUID() != made.GetUID() {
				t.Errorf("the Deployment is %s, want %s of the operator", after.GetUID(), made.GetUID())
			}
			if diff := cmp.Diff(podTemplate(t, made), podTemplate(t, c.Get(t, h.deployment))); diff != "" {
				t.Errorf("pods restart (-operator +direct):\n%s", diff)
			}

			h.toOperator(t, c, tf, operator)
			h.play(t, c, before, map[string]any{"acctest/model": "Ready"})
			made = c.Get(t, h.deployment)
			tf.Configure(t, direct)
			h.toDirect(t, c, tf, "Deployment default/"+h.deployment.Name+" stays and is taken over; its pods restart, because spec.template.spec.nodeSelector")
			if after := c.Get(t, h.deployment); after.GetUID() != made.GetUID() {
				t.Errorf("the Deployment is %s, want %s of the operator", after.GetUID(), made.GetUID())
			}
			if selector := c.Field(t, h.deployment, "spec", "template", "spec", "nodeSelector"); selector != nil {
				t.Errorf("the pods still have the node selector of the operator: %v", selector)
			}
			if outcome := tf.Destroy(t); !outcome.OK {
				t.Fatal(outcome.Log)
			}
			for _, o := range []acctest.Object{h.deployment, h.service, h.extra} {
				if c.Get(t, o) != nil {
					t.Errorf("a destroy left %s %s", o.Resource.Resource, o.Name)
				}
			}
		})
	}
}

// podTemplate is what a change of restarts the pods of a Deployment.
func podTemplate(t *testing.T, deployment *unstructured.Unstructured) map[string]any {
	t.Helper()
	template, _, err := unstructured.NestedMap(deployment.Object, "spec", "template")
	if err != nil {
		t.Fatal(err)
	}
	return template
}

// toOperator changes to operator mode, and finds what that leaves.
func (h handedOver) toOperator(t *testing.T, c *acctest.Cluster, tf *acctest.Terraform, config string) {
	t.Helper()
	before := c.Get(t, h.deployment)
	tf.Configure(t, config)
	out := tf.MustApply(t)
	expectSaid(t, saidOfMode(out), h.released)
	expectUpdated(t, out)
	switch after := c.Get(t, h.deployment); {
	case !h.adopts && after != nil:
		t.Error("the Deployment of direct mode is still there, and the operator would not own it")
	case h.adopts && (after == nil || after.GetUID() != before.GetUID()):
		t.Error("the Deployment that the operator goes on with is gone")
	case h.adopts && len(appliers(after.GetManagedFields())) > 0:
		t.Errorf("the Deployment is still applied by %v", appliers(after.GetManagedFields()))
	}
	expectNothingToDo(t, tf)
}

// toDirect changes to direct mode, and finds nothing of the operator.
func (h handedOver) toDirect(t *testing.T, c *acctest.Cluster, tf *acctest.Terraform, said string) {
	t.Helper()
	out := tf.MustApply(t)
	expectSaid(t, saidOfMode(out), said)
	expectUpdated(t, out)
	for _, gone := range append([]acctest.Object{h.extra}, h.custom...) {
		if c.Get(t, gone) != nil {
			t.Errorf("%s %s of the operator is still there", gone.Resource.Resource, gone.Name)
		}
	}
	live := c.Get(t, h.deployment)
	for _, e := range live.GetManagedFields() {
		if e.Manager == h.manager && e.Subresource == "" {
			t.Errorf("the operator still holds fields of the Deployment: %s", e.FieldsV1)
		}
	}
	for _, resource := range expectNothingToDo(t, tf) {
		if drift, _ := resource["drift"].([]any); len(drift) > 0 {
			t.Errorf("what the operator leaves counts as drift: %v", drift)
		}
	}
}

// saidOfMode is all that was said of the resources that change their mode.
func saidOfMode(out acctest.Outcome) tfjson.Diagnostic {
	var all tfjson.Diagnostic
	for _, d := range out.Diagnostics {
		if d.Summary == modeChanges {
			all.Detail += d.Detail + "\n"
		}
	}
	return all
}

// expectUpdated finds that every change is made in place.
func expectUpdated(t *testing.T, out acctest.Outcome) {
	t.Helper()
	for address, action := range out.Actions {
		if action != "update" {
			t.Errorf("a change of mode is to %s %s", action, address)
		}
	}
}

// priority makes the class that an operator gives its pods, and names it.
func (h handedOver) priority(t *testing.T, c *acctest.Cluster) string {
	t.Helper()
	class := acctest.Object{Resource: priorityClassType, Name: h.deployment.Name + "-normal"}
	c.Create(t, class, "helm", map[string]any{"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": map[string]any{"name": class.Name}, "value": int64(7)})
	return class.Name
}

// play does what the operator does with its custom resource: it makes a Deployment of those
// pods, with a node selector on top, or updates the one that is there, and a Service and something else.
func (h handedOver) play(t *testing.T, c *acctest.Cluster, like *unstructured.Unstructured, nodeSelector map[string]any) {
	t.Helper()
	owner := c.Get(t, h.custom[0])
	owned := func(name string) map[string]any {
		return map[string]any{
			"name": name, "namespace": "default",
			"ownerReferences": []any{map[string]any{
				"apiVersion": h.kind, "kind": "InferenceService", "name": owner.GetName(), "uid": string(owner.GetUID()), "controller": true,
			}},
		}
	}
	spec := maps.Clone(like.DeepCopy().Object["spec"].(map[string]any))
	if nodeSelector != nil {
		if err := unstructured.SetNestedField(spec, h.priority(t, c), "template", "spec", "priorityClassName"); err != nil {
			t.Fatal(err)
		}
		if err := unstructured.SetNestedMap(spec, nodeSelector, "template", "spec", "nodeSelector"); err != nil {
			t.Fatal(err)
		}
	}
	wanted := map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": owned(h.deployment.Name), "spec": spec}
	if c.Get(t, h.deployment) == nil {
		c.Create(t, h.deployment, h.manager, wanted)
	} else {
		c.Update(t, h.deployment, h.manager, func(live *unstructured.Unstructured) error {
			live.Object["spec"] = spec
			live.SetOwnerReferences((&unstructured.Unstructured{Object: wanted}).GetOwnerReferences())
			return nil
		})
	}
	selector, _, _ := unstructured.NestedMap(spec, "selector", "matchLabels")
	c.Create(t, h.service, h.manager, map[string]any{
		"apiVersion": "v1", "kind": "Service", "metadata": owned(h.service.Name),
		"spec": map[string]any{"selector": selector, "ports": []any{map[string]any{"name": "web", "port": int64(9090)}}},
	})
	extra := map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": owned(h.extra.Name)}
	if h.extra.Resource == autoscalerType {
		extra = map[string]any{
			"apiVersion": "autoscaling/v2", "kind": "HorizontalPodAutoscaler", "metadata": owned(h.extra.Name),
			"spec": map[string]any{
				"maxReplicas":    int64(2),
				"scaleTargetRef": map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": h.deployment.Name},
			},
		}
	}
	c.Create(t, h.extra, h.manager, extra)
}
