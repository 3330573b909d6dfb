package kthena

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// templatesOf are the templates of the pods of all groups: for each role that of its entry pods, and that of its workers where
// there are any. Both kinds spell them alike.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/utils/utils.go@v1.0.0.
func templatesOf(live *unstructured.Unstructured) []tree.Template {
	groups := count(live, 1, "spec", "replicas")
	roles, _, _ := unstructured.NestedSlice(live.Object, "spec", "template", "roles")
	var out []tree.Template
	for i, item := range roles {
		fields, _ := item.(map[string]any)
		r := &unstructured.Unstructured{Object: fields}
		name, _, _ := unstructured.NestedString(fields, "name")
		at := fmt.Sprintf("spec.template.roles[%d].", i)
		instances := groups * count(r, 1, "replicas")
		for _, part := range []struct {
			field, entry string
			pods         int64
		}{
			{"entryTemplate", "=true", instances},
			{"workerTemplate", "!=true", instances * count(r, 0, "workerReplicas")},
		} {
			if t, ok := templateIn(live, fields, part.field); ok && part.pods > 0 {
				t.Field, t.Pods = at+part.field, part.pods
				for _, prefix := range prefixes {
					t.Selectors = append(t.Selectors, prefix+"role="+name+","+prefix+"entry"+part.entry)
				}
				out = append(out, t)
			}
		}
	}
	return out
}

// templateIn reads a template of a role as Kthena makes pods of it.
func templateIn(live *unstructured.Unstructured, role map[string]any, field string) (tree.Template, bool) {
	fields, found, _ := unstructured.NestedMap(role, field)
	t := tree.Template{Object: live}
	if !found || runtime.DefaultUnstructuredConverter.FromUnstructured(fields, &t.Pod) != nil {
		return t, false
	}
	t.Pod.Spec.SchedulerName, _, _ = unstructured.NestedString(live.Object, "spec", "schedulerName")
	return t, true
}
