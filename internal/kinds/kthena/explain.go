package kthena

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// explains knows that the pods of Kthena are those of the roles, in full. Kthena makes them itself and has no
// condition for a failure.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/controller/model_serving_controller.go@v1.0.0.
var explains = kinds.Explains{
	Blames: []kinds.FieldHint{
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.schedulerName", Reasons: kinds.OfScheduler},
		{Field: "spec.template.roles", Reasons: slices.Concat(
			kinds.OfModel, kinds.OfImage, kinds.OfEngine, kinds.OfMemory, kinds.OfPods,
		)},
	},
	Nodes: templateOf,
	Pods:  templatesOf,
}

// prefixes begin the labels of the pods, by release.
//
// Source: volcano-sh/kthena pkg/apis/workload/v1alpha1/labels.go@v1.0.0, of which the older one is the predecessor.
var prefixes = []string{"modelserving.volcano.sh/", "modelinfer.volcano.sh/"}

// templateOf is the template that a pod was made from: it has all that a pod asks of nodes.
func templateOf(c kinds.Candidate, cause tree.Cause) []kinds.Place {
	roles, _, _ := unstructured.NestedSlice(c.Object.Object, "spec", "template", "roles")
	for _, prefix := range prefixes {
		i := slices.IndexFunc(roles, func(item any) bool {
			role, _ := item.(map[string]any)
			return role["name"] == cause.Labels[prefix+"role"]
		})
		if i < 0 {
			continue
		}
		template := "workerTemplate"
		if cause.Labels[prefix+"entry"] == "true" {
			template = "entryTemplate"
		}
		return []kinds.Place{{Field: fmt.Sprintf("spec.template.roles[%d].%s", i, template)}}
	}
	return []kinds.Place{{Field: "spec.template.roles"}}
}

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

// ConflictingControllers are what an installed Kthena does to workloads of others: from v0.3.0 it makes a
// ModelServing of every LeaderWorkerSet, without being asked.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/controller/lws_controller.go@v1.0.0.
func ConflictingControllers() []kinds.ConflictingController {
	return []kinds.ConflictingController{{
		Workload: schema.GroupVersionKind{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"},
		Sign:     servingKind, Plural: "modelservings",
		What:   "Kthena is installed in this cluster, and it makes a ModelServing of every LeaderWorkerSet: the model would run twice, on twice the accelerators",
		Remedy: "Render a Deployment where the resource has direct.workload, use a cluster without Kthena, or set direct.allow_foreign_controllers once Kthena leaves LeaderWorkerSets alone",
	}}
}
