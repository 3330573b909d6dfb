package kthena

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/capacity"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
	"github.com/inferops/terraform-provider-inference/internal/observe/tree"
)

const rolesOf = `{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: ModelServing, metadata: {name: chat, namespace: llm}, spec: {replicas: 2, schedulerName: volcano, template: {roles: [
  {name: prefill, entryTemplate: {metadata: {labels: {team: a}}, spec: {containers: [{name: engine, image: x}]}}, workerReplicas: 0, workerTemplate: {spec: {}}},
  {name: decode, replicas: 3, workerReplicas: 2, entryTemplate: {spec: {serviceAccountName: runner}}, workerTemplate: {spec: {priorityClassName: urgent}}},
  {name: idle, replicas: 0, workerReplicas: 2, entryTemplate: {spec: {}}, workerTemplate: {spec: {}}}]}}}`

// servingOfRoles leaves out what its definition fills in.
const servingOfRoles = "{apiVersion: workload.serving.volcano.sh/v1alpha1, kind: ModelServing, metadata: {name: chat, namespace: llm}, spec: {template: {roles: [{name: prefill}]}}}"

// TestTemplatesOf counts the pods of every role in all groups.
func TestTemplatesOf(t *testing.T) {
	type part struct {
		Field     string
		Pods      int64
		Selector  string
		Scheduler string
	}
	var got []part
	for _, template := range templatesOf(kindstest.Parse(t, rolesOf)) {
		got = append(got, part{template.Field, template.Pods, template.Selectors[0], template.Pod.Spec.SchedulerName})
	}
	want := []part{
		{"spec.template.roles[0].entryTemplate", 2, "modelserving.volcano.sh/role=prefill,modelserving.volcano.sh/entry=true", "volcano"},
		{"spec.template.roles[1].entryTemplate", 6, "modelserving.volcano.sh/role=decode,modelserving.volcano.sh/entry=true", "volcano"},
		{"spec.template.roles[1].workerTemplate", 12, "modelserving.volcano.sh/role=decode,modelserving.volcano.sh/entry!=true", "volcano"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the templates differ (-want +got):\n%s", diff)
	}
	sample, err := templatesOf(kindstest.Parse(t, rolesOf))[0].Sample()
	if err != nil || sample.GetName() != "chat" || sample.GetNamespace() != "llm" || sample.GetLabels()["team"] != "a" {
		t.Errorf("a pod of the first template is %v, %v", sample, err)
	}
}

// TestMissing shows which field names what pods miss.
func TestMissing(t *testing.T) {
	missing := func(kind, name string) tree.Cause {
		return tree.Cause{Reason: tree.Absent, Field: "spec.template.roles[1].entryTemplate", Misses: &capacity.Reference{Kind: kind, Name: name}}
	}
	kindstest.Explains(t, Kinds(), "model_serving", map[string]kindstest.Blamed{
		"account": {
			Reason: "it is named there", Object: rolesOf, Cause: missing("ServiceAccount", "runner"),
			Want: []kinds.Place{{Field: "spec.template.roles[1].entryTemplate.spec.serviceAccountName"}},
		},
		"priority": {
			Reason: "it is named there", Object: rolesOf, Cause: missing("PriorityClass", "urgent"),
			Want: []kinds.Place{{Field: "spec.template.roles[1].workerTemplate.spec.priorityClassName"}},
		},
		"same name": {
			Reason: "another field has that value", Object: rolesOf, Cause: missing("ServiceAccount", "urgent"),
			Want: []kinds.Place{{Field: "spec.template.roles[1].entryTemplate"}},
		},
		"default scheduler": {
			Reason: "the definition fills it in", Object: servingOfRoles, Cause: tree.Cause{Reason: tree.NoScheduler, Misses: &capacity.Reference{Kind: "Scheduler", Name: "volcano"}},
			Want: []kinds.Place{{Field: "spec.schedulerName"}},
		},
		"scheduler": {
			Reason: "all pods have it from there", Object: rolesOf, Cause: missing("Scheduler", "volcano"),
			Want: []kinds.Place{{Field: "spec.schedulerName"}},
		},
	})
}
