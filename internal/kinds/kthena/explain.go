package kthena

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

// explains knows that the pods of Kthena are those of the roles, in full. Kthena makes them itself and has no
// condition for a failure.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/controller/model_serving_controller.go@v1.0.0.
var explains = kinds.Explains{
	Blames: []kinds.Blame{
		{Field: "spec.replicas", Reasons: kinds.OfNumber},
		{Field: "spec.schedulerName", Reasons: kinds.OfScheduler},
		{Field: "spec.template.roles", Reasons: slices.Concat(
			kinds.OfModel, kinds.OfImage, kinds.OfEngine, kinds.OfMemory, kinds.OfPods,
		)},
	},
	Nodes: templateOf,
	Pods:  templatesOf,
}

// prefixes begin the labels of the pods, by generation.
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
