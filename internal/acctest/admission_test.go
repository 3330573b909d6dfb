package acctest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/yaml"

	"github.com/inferops/terraform-provider-inference/internal/acctest"
)

// TestAccAdmissionPolicy lets the API server hold objects to the rules of a kind that somebody else applies.
func TestAccAdmissionPolicy(t *testing.T) {
	t.Parallel()
	c := acctest.Start(t, silentOperator)
	tf := acctest.NewTerraform(t)
	tf.Configure(t, c.Provider("")+`
data "inference_admission_policy" "it" {
  type = "inference_model_serving"
}
`)
	tf.MustApply(t)
	objects, _ := tf.Resource(t, "data.inference_admission_policy.it").AttributeValues["objects"].([]any)
	if len(objects) != 4 {
		t.Fatalf("it has %d objects, want two policies with their bindings", len(objects))
	}
	for _, text := range objects {
		var obj map[string]any
		if err := json.Unmarshal([]byte(text.(string)), &obj); err != nil {
			t.Fatal(err)
		}
		u := &unstructured.Unstructured{Object: obj}
		o := acctest.Object{Resource: policyType, Name: u.GetName()}
		if u.GetKind() == "ValidatingAdmissionPolicyBinding" {
			o.Resource = policyBindingType
		}
		c.Create(t, o, "kubectl", obj)
		t.Cleanup(func() { c.Delete(t, o) })
	}
	servings := c.Objects.Resource(schema.GroupVersionResource{Group: "workload.serving.volcano.sh", Version: "v1alpha1", Resource: "modelservings"}).Namespace("default")
	create := func(t *testing.T, spec string) error {
		t.Helper()
		var obj map[string]any
		if err := yaml.Unmarshal([]byte(fmt.Sprintf(`
apiVersion: workload.serving.volcano.sh/v1alpha1
kind: ModelServing
metadata: {name: held}
spec: %s`, spec)), &obj); err != nil {
			t.Fatal(err)
		}
		_, err := servings.Create(t.Context(), &unstructured.Unstructured{Object: obj}, metav1.CreateOptions{FieldManager: "kubectl", DryRun: []string{metav1.DryRunAll}})
		return err
	}
	const broken = `{template: {roles: [{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: " i"}]}}}]}}`
	// The API server takes a policy up when it gets to it, and nothing says when.
	if err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
		return create(t, broken) != nil, nil
	}); err != nil {
		t.Fatalf("the policy refuses nothing: %v", err)
	}
	for name, tc := range map[string]struct{ spec, want string }{
		"fits":              {`{template: {roles: [` + aRole + `]}}`, ""},
		"a container below": {broken, "spec.template.roles[].entryTemplate.spec.containers[].image: must not contain spaces (MS-03)"},
		"the second item": {
			`{template: {roles: [` + aRole + `, {name: b, workerReplicas: 2, entryTemplate: {spec: {containers: [{name: c, image: "i:1"}]}}}]}}`,
			"the role has 2 workers and no pods for them",
		},
		"no container": {`{template: {roles: [{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: []}}}]}}`, "a pod has at least one container; without one no pod can be created, and nothing says so (MS-31)"},
		"names of two lists": {
			`{template: {roles: [{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: "i:1"}], initContainers: [{name: c, image: "i:1"}]}}}]}}`,
			"init containers count too (MS-31)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := create(t, tc.spec)
			switch {
			case tc.want == "" && err != nil:
				t.Errorf("it is refused: %v", err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), "ValidatingAdmissionPolicy") || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("got %v, want a policy that says %q", err, tc.want)
			}
		})
	}
}

const aRole = `{name: a, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: "i:1"}]}}}`
