package kthena

import (
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// Hazards are what an installed Kthena does to workloads of others: from v0.3.0 it makes a
// ModelServing of every LeaderWorkerSet, without being asked.
//
// Mirrors volcano-sh/kthena pkg/model-serving-controller/controller/lws_controller.go@v1.0.0.
func Hazards() []kinds.Hazard {
	return []kinds.Hazard{{
		Workload: schema.GroupVersionKind{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"},
		Sign:     servingKind, Plural: "modelservings",
		What:   "Kthena is installed in this cluster, and it makes a ModelServing of every LeaderWorkerSet: the model would run twice, on twice the accelerators",
		Remedy: "Render a Deployment where the resource has direct.workload, use a cluster without Kthena, or set direct.allow_foreign_controllers once Kthena leaves LeaderWorkerSets alone",
	}}
}
