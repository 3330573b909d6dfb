package kthena

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// TestReleases spells a ModelInfer as a ModelServing, and reads it back.
func TestReleases(t *testing.T) {
	kindstest.Releases(t, Kinds(), map[string]kindstest.Spelling{
		"names and values": {
			Reason: "The gang and the topology part, and two values are called after the serving group.",
			Kind:   "model_infer", Release: asServing,
			Table: `spec: {recoveryPolicy: InferGroupRecreate, rolloutStrategy: {type: InferGroupRollingUpdate}, template: {gangSchedule: {minRoleReplicas: {a: 1}, networkTopology: {mode: soft}}}}`,
			Wire:  `spec: {recoveryPolicy: ServingGroupRecreate, rolloutStrategy: {type: ServingGroupRollingUpdate}, template: {gangPolicy: {minRoleReplicas: {a: 1}}, networkTopology: {groupPolicy: {mode: soft}}}}`,
		},
		"gang alone": {
			Reason: "No topology is made up.",
			Kind:   "model_infer", Release: asServing,
			Table: `spec: {recoveryPolicy: RoleRecreate, template: {gangSchedule: {minRoleReplicas: {a: 1}}}}`,
			Wire:  `spec: {recoveryPolicy: RoleRecreate, template: {gangPolicy: {minRoleReplicas: {a: 1}}}}`,
		},
		"topology alone": {
			Reason: "The gang schedule that held it becomes an empty gang policy, which says nothing.",
			Kind:   "model_infer", Release: asServing,
			Table: `spec: {template: {gangSchedule: {networkTopology: {highestTierAllowed: 2}}}}`,
			Wire:  `spec: {template: {gangPolicy: {}, networkTopology: {groupPolicy: {highestTierAllowed: 2}}}}`,
		},
		"neither": {
			Reason: "What ModelInfer and ModelServing share stays where it is.",
			Kind:   "model_infer", Release: asServing,
			Table: `spec: {replicas: 2, template: {roles: [{name: a, workerReplicas: 0}]}}`,
			Wire:  `spec: {replicas: 2, template: {roles: [{name: a, workerReplicas: 0}]}}`,
		},
	})
}
