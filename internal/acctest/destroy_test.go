//go:build unix

package acctest_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccDeletionProtection shows that a protected object is neither destroyed nor replaced
// until an apply has taken the protection away.
func TestAccDeletionProtection(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("openmodels", "", "protected")
	protected := modelOf(c, object.Name, "", hubOfMeta, shortTimeouts+"\n  deletion_protection = true")
	renamed := modelOf(c, object.Name+"-2", "", hubOfMeta, shortTimeouts+"\n  deletion_protection = false")
	const summary = "Error: Object is protected from deletion"
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: protected},
			{
				Config: protected, Destroy: true,
				ExpectError: says(summary, "OpenModel protected has deletion_protection = true, and the plan destroys it. Set deletion_protection = false, apply that first"),
			},
			{Config: c.Provider(""), ExpectError: says(summary, "the plan destroys it")},
			{Config: renamed, ExpectError: says(summary, "has deletion_protection = true, and the plan replaces it")},
			{
				PreConfig: func() {
					if c.Get(t, object) == nil {
						t.Error("the protected object is gone")
					}
				},
				Config: strings.Replace(protected, "deletion_protection = true", "deletion_protection = false", 1),
			},
		},
	})
	if c.Get(t, object) != nil {
		t.Error("the object is still there")
	}
}

// Types of the objects that point at what serves a model.
var (
	poolType    = schema.GroupVersionResource{Group: "inference.networking.k8s.io", Version: "v1", Resource: "inferencepools"}
	routeType   = schema.GroupVersionResource{Group: "gateway.networking.k8s.io", Version: "v1", Resource: "httproutes"}
	ingressType = schema.GroupVersionResource{Group: "networking.k8s.io", Version: "v1", Resource: "ingresses"}
)

// TestAccDestroyReferred shows that a destruction is refused while others point at what goes,
// that the plan tells them, and that it goes through once they are gone.
func TestAccDestroyReferred(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, withoutOperator)
	defer define(t, c, routeType, "HTTPRoute")()
	untilServed(t, c, routeType)
	cases := map[string]struct {
		reason   string
		resource schema.GroupVersionResource
		kind     string
		spec     func(name string) map[string]any
		at       string
	}{
		"pool": {
			"a pool selects the pods of the workload", poolType, "InferencePool", func(name string) map[string]any {
				return map[string]any{
					"selector": map[string]any{"matchLabels": map[string]any{"app.kubernetes.io/name": name}}, "targetPorts": []any{map[string]any{"number": int64(8080)}},
					"endpointPickerRef": map[string]any{"name": "picker", "port": map[string]any{"number": int64(9002)}},
				}
			}, "spec.selector.matchLabels",
		},
		"route": {
			"a route names the Service in front of it", routeType, "HTTPRoute", func(name string) map[string]any {
				return map[string]any{"rules": []any{map[string]any{"backendRefs": []any{map[string]any{"name": name + "-lb", "port": int64(8080)}}}}}
			}, "spec.rules[].backendRefs[]",
		},
		"ingress": {
			"so does an ingress", ingressType, "Ingress", func(name string) map[string]any {
				return map[string]any{"defaultBackend": map[string]any{"service": map[string]any{"name": name + "-lb", "port": map[string]any{"number": int64(8080)}}}}
			}, "spec.defaultBackend.service.name",
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			p := playground{name: "referred-" + name, replicas: 1, body: "timeouts = { create = \"60s\", delete = \"20s\" }"}
			tf := acctest.NewTerraform(t)
			tf.Configure(t, p.config(c))
			tf.MustApply(t)
			referrer := acctest.Object{Resource: tc.resource, Namespace: "default", Name: "to-" + p.name}
			c.Create(t, referrer, "kubectl-create", map[string]any{
				"apiVersion": tc.resource.GroupVersion().String(), "kind": tc.kind,
				"metadata": map[string]any{"name": referrer.Name, "namespace": referrer.Namespace}, "spec": tc.spec(p.name),
			})
			defer c.Delete(t, referrer)
			out := tf.Destroy(t)
			line := tc.kind + " default/" + referrer.Name + " (" + tc.at + ")"
			warning := out.Find(t, "warning", "Destruction takes more than the object").Detail
			for _, want := range []string{"Playground default/" + p.name + " is destroyed.", "1 Deployment (" + p.name + ")", "1 Pod (" + p.name + "-", line} {
				if !strings.Contains(warning, want) {
					t.Errorf("%s: the plan does not tell %q: %s", tc.reason, want, warning)
				}
			}
			refusal := out.Find(t, "error", "Other objects still point at the object")
			if out.OK || !strings.Contains(refusal.Detail, line) || !strings.Contains(refusal.Detail, "set force_destroy = true") {
				t.Errorf("%s: it is not refused for %s: %s", tc.reason, line, refusal.Detail)
			}
			if c.Get(t, p.of(serviceType)) == nil || c.Get(t, p.of(deploymentType)) == nil {
				t.Errorf("%s: the refused destruction has deleted something", tc.reason)
			}
			c.Delete(t, referrer)
			if out = tf.Destroy(t); !out.OK || c.Get(t, p.of(serviceType)) != nil {
				t.Errorf("without it the destruction does not go through: %s", out.Log)
			}
		})
	}
}

// TestAccForceDestroy shows that a claimed model stays, and goes when that is asked for.
func TestAccForceDestroy(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	model, claim := llmaz("openmodels", "", "claimed"), llmaz("playgrounds", "default", "claims-it")
	config := modelOf(c, model.Name, "", hubOfMeta, `timeouts = { delete = "4s" }`)
	create := func() {
		c.Create(t, claim, "kubectl-create", map[string]any{
			"apiVersion": "inference.llmaz.io/v1alpha1", "kind": "Playground", "metadata": map[string]any{"name": claim.Name, "namespace": claim.Namespace},
			"spec": map[string]any{"replicas": int64(1), "modelClaim": map[string]any{"modelName": model.Name}},
		})
	}
	defer c.Delete(t, claim)
	acctest.Test(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: config},
			{
				PreConfig: create, Config: config, Destroy: true,
				ExpectError: says("Error: Other objects still point at the object", "OpenModel claimed was not deleted", "Playground default/claims-it (spec.modelClaim.modelName)"),
			},
			{Config: strings.Replace(config, "timeouts", "force_destroy = true\n  timeouts", 1)},
		},
	})
	if c.Get(t, model) != nil {
		t.Error("the model is still there although its destruction was forced")
	}
}

// TestAccCascade shows that the plan of a destruction tells what follows from a custom
// resource, whatever lies between.
func TestAccCascade(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, newest)
	object := llmaz("playgrounds", "default", "cascade")
	tf := acctest.NewTerraform(t)
	tf.Configure(t, c.Provider("")+`
resource "inference_playground" "it" {
  metadata = { name = "cascade", namespace = "default" }
  spec     = { replicas = 1, model_claim = { model_name = "none" } }
  wait     = { until = "accepted" }
}
`)
	tf.MustApply(t)
	own := func(resource schema.GroupVersionResource, kind string, owner *unstructured.Unstructured, spec map[string]any) *unstructured.Unstructured {
		made := acctest.Object{Resource: resource, Namespace: "default", Name: "cascade"}
		c.Create(t, made, "llmaz", map[string]any{
			"apiVersion": resource.GroupVersion().String(), "kind": kind,
			"metadata": map[string]any{
				"name": made.Name, "namespace": made.Namespace,
				"ownerReferences": []any{map[string]any{"apiVersion": owner.GetAPIVersion(), "kind": owner.GetKind(), "name": owner.GetName(), "uid": string(owner.GetUID())}},
			},
			"spec": spec,
		})
		return c.Get(t, made)
	}
	pods := map[string]any{
		"metadata": map[string]any{"labels": map[string]any{"app": "cascade"}},
		"spec":     map[string]any{"containers": []any{map[string]any{"name": "main", "image": "example.org/server"}}},
	}
	set := own(deploymentType, "Deployment", c.Get(t, object), map[string]any{"replicas": int64(0), "selector": map[string]any{"matchLabels": map[string]any{"app": "cascade"}}, "template": pods})
	own(claimType, "PersistentVolumeClaim", set, map[string]any{
		"accessModes": []any{"ReadWriteOnce"}, "resources": map[string]any{"requests": map[string]any{"storage": "70Gi"}}, "storageClassName": "nobody-provides-it",
	})
	out := tf.Destroy(t)
	told := out.Find(t, "warning", "Destruction takes more than the object").Detail
	for _, want := range []string{
		"Playground default/cascade is destroyed.", "PersistentVolumeClaim cascade (70Gi), with what is stored in it", "1 Deployment (cascade)",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the plan does not tell %q: %s", want, told)
		}
	}
	if !out.OK || c.Get(t, object) != nil {
		t.Errorf("the destruction does not go through: %s", out.Log)
	}
}

// untilServed waits until the cluster serves a type.
func untilServed(t *testing.T, c *acctest.Cluster, resource schema.GroupVersionResource) {
	t.Helper()
	err := wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := c.Objects.Resource(resource).List(ctx, listAll)
		return err == nil, nil
	})
	if err != nil {
		t.Fatalf("the cluster does not serve %s: %v", resource.Resource, err)
	}
}
