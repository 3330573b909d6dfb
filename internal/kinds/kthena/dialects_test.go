package kthena

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestInferAsServing spells a ModelInfer as a ModelServing, and reads it back.
func TestInferAsServing(t *testing.T) {
	cases := map[string]struct{ reason, table, wire string }{
		"names and values": {
			reason: "The gang and the topology part, and two values are called after the serving group.",
			table:  `spec: {recoveryPolicy: InferGroupRecreate, rolloutStrategy: {type: InferGroupRollingUpdate}, template: {gangSchedule: {minRoleReplicas: {a: 1}, networkTopology: {mode: soft}}}}`,
			wire:   `spec: {recoveryPolicy: ServingGroupRecreate, rolloutStrategy: {type: ServingGroupRollingUpdate}, template: {gangPolicy: {minRoleReplicas: {a: 1}}, networkTopology: {groupPolicy: {mode: soft}}}}`,
		},
		"gang alone": {
			reason: "No topology is made up.",
			table:  `spec: {recoveryPolicy: RoleRecreate, template: {gangSchedule: {minRoleReplicas: {a: 1}}}}`,
			wire:   `spec: {recoveryPolicy: RoleRecreate, template: {gangPolicy: {minRoleReplicas: {a: 1}}}}`,
		},
		"topology alone": {
			reason: "The gang schedule that held it becomes an empty gang policy, which says nothing.",
			table:  `spec: {template: {gangSchedule: {networkTopology: {highestTierAllowed: 2}}}}`,
			wire:   `spec: {template: {gangPolicy: {}, networkTopology: {groupPolicy: {highestTierAllowed: 2}}}}`,
		},
		"neither": {
			reason: "What ModelInfer and ModelServing share stays where it is.",
			table:  `spec: {replicas: 2, template: {roles: [{name: a, workerReplicas: 0}]}}`,
			wire:   `spec: {replicas: 2, template: {roles: [{name: a, workerReplicas: 0}]}}`,
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			serving := inferDialects[1]
			table, wire := tree(t, tc.table), tree(t, tc.wire)
			if diff := cmp.Diff(wire, serving.ToWire(table)); diff != "" {
				t.Errorf("%s\nToWire -want +got\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(table, serving.FromWire(wire)); diff != "" {
				t.Errorf("%s\nFromWire -want +got\n%s", tc.reason, diff)
			}
			if diff := cmp.Diff(table, inferDialects[0].ToWire(table)); diff != "" {
				t.Errorf("a ModelInfer has the vocabulary of the table\n%s", diff)
			}
		})
	}
}

func tree(t *testing.T, text string) map[string]any {
	t.Helper()
	return parseObject(t, "apiVersion: v1\nkind: T\n"+text).Object
}
