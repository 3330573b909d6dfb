package model

import (
	"sync"

	"github.com/inferops/terraform-provider-inference/internal/cluster"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/schema"
)

// Budget bounds what the resources of one provider block may hold of every accelerator
// together. It counts what is planned while the provider runs, which is one plan or one apply.
type Budget struct {
	Limits map[string]int64

	Mu sync.Mutex
	// Held is what each resource was last planned to hold, by type and ID.
	Held map[string]map[string]int64
}

// Quotas are the bounds that objects of the plan set on others, and what those of the plan take. They count what is planned while
// the provider runs, which is one plan or one apply.
type Quotas struct {
	Mu sync.Mutex
	// Bounds and Held are by the subjects of the objects.
	Bounds map[string]PlannedQuota
	Held   map[string]PlannedShare
}

// PlannedQuota is a quota of a plan, which bounds the objects of a system.
type PlannedQuota struct {
	System string
	kinds.Quota
}

// PlannedShare is what an object of a system takes in a namespace at most.
type PlannedShare struct {
	System, Namespace string
	Labels            map[string]string
	Accelerators      int64
}

// Bounds reports whether the quota is for what an object takes.
func (q PlannedQuota) Bounds(share PlannedShare) bool {
	_, exempt := share.Labels[q.Exempt]
	return q.System == share.System && q.Namespace == share.Namespace && !exempt
}

// Claims are what the objects of the plan take for themselves. They count what is planned while the provider runs, which is one plan
// or one apply.
type Claims struct {
	Mu sync.Mutex
	// By are the claims of each object, by the systems and then the subjects of the objects.
	By map[string]map[string][]kinds.Claim
}

// ConflictingControllers tells which controllers of a cluster take hold of workloads that are not meant
// for them. Each is asked for once in the life of the provider.
type ConflictingControllers struct {
	Known []kinds.ConflictingController
	Mu    sync.Mutex
	Found map[string]bool
}

// UnreportedDrift is the drift that refreshes have found and that no plan has told yet. A refresh does not know which of it the
// plan will restore: the configuration comes to the plan alone, and as ignore_changes leaves it. It is kept for one walk
// of Terraform, so that the apply, which plans once more, does not tell it again.
type UnreportedDrift struct {
	Mu sync.Mutex
	By map[string][]Difference
}

// PlanChecks are the checks of a plan that may ask the cluster or a hub of models, and what they have learnt in the life of the
// provider, which is one plan or one apply.
type PlanChecks struct {
	// Server is true where the API server validates plans.
	Server bool
	// Capacity is one of CapacityOff, CapacityWarn and CapacityError.
	Capacity string
	// Models is one of ModelOff, ModelOffline, ModelWarn and ModelError.
	Models string

	Mu sync.Mutex
	// Installed are the definitions that were compared with, nil where one cannot be read.
	Installed map[cluster.Resource]*schema.Installed
	// Told are the warnings of the last plan of each object, for its apply: the framework keeps the
	// private state of a plan from a creation.
	Told map[string][]string
	ClusterCache
	// Hubs has a func() (*checkpoint.Facts, error) for each question, which asks once however many resources have it.
	Hubs sync.Map
}
