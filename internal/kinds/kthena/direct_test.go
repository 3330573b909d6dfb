package kthena

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inferops/terraform-provider-inference/internal/render"
	"github.com/inferops/terraform-provider-inference/internal/render/rendertest"
)

func TestRender(t *testing.T) {
	for dir, fn := range map[string]render.Func{"model_serving": RenderServing, "model_infer": RenderInfer, "model_booster": RenderBooster} {
		t.Run(dir, func(t *testing.T) { rendertest.Run(t, filepath.Join("testdata", "render", dir), fn) })
	}
}

// Documents that the cases below are made of.
const (
	rolesDoc = `
    roles:
    - {name: prefill, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: i}]}}}
    - {name: decode, workerReplicas: 0, entryTemplate: {spec: {containers: [{name: c, image: i}]}}}`
	servingDoc = `
apiVersion: workload.serving.volcano.sh/v1alpha1
kind: ModelServing`
	inferDoc = `
apiVersion: workload.volcano.sh/v1alpha1
kind: ModelInfer`
	nameDoc      = "\nmetadata: {name: m, namespace: llm}"
	exclusiveDoc = "\nmetadata: {name: m, namespace: llm, annotations: {leaderworkerset.sigs.k8s.io/exclusive-topology: rack}}"
)

func optionsDoc(options string) string {
	return "\n---\nkind: Direct\noptions: " + options + "\n"
}

func TestRenderErrors(t *testing.T) {
	cases := map[string]struct {
		reason string
		fn     render.Func
		input  string
		want   []string
	}{
		"UnknownField": {
			reason: "A field that nobody knows must not be dropped.", fn: RenderServing,
			input: servingDoc + nameDoc + "\nspec:\n  replica: 1\n  template:" + rolesDoc,
			want:  []string{`spec: Invalid value: "m": decoding v1alpha1.ModelServing: strict decoding error: unknown field "spec.replica" (DR-2)`},
		},
		"UnknownOption": {
			reason: "Nor may an option.", fn: RenderServing,
			input: servingDoc + nameDoc + "\nspec:\n  template:" + rolesDoc + optionsDoc("{gangs: None}"),
			want:  []string{`direct: Invalid value: "m": decoding direct.Kthena: strict decoding error: unknown field "gangs" (DR-2)`},
		},
		"NoPods": {
			reason: "A role without pods must be an error, not a panic.", fn: RenderInfer,
			input: inferDoc + nameDoc + "\nspec:\n  schedulerName: volcano\n  template:\n    roles: [{name: a, workerReplicas: 1, entryTemplate: {}}, {name: b, workerReplicas: 1, entryTemplate: {spec: {containers: [{name: c}]}}, workerTemplate: {}}]",
			want: []string{
				"spec.template.roles[0].entryTemplate.spec.containers: Required value: a pod has at least one container (MI-19)",
				"spec.template.roles[0].workerTemplate.spec.containers: Required value: a pod has at least one container (MI-19)",
				"spec.template.roles[1].workerTemplate.spec.containers: Required value: a pod has at least one container (MI-19)",
			},
		},
		"PluginConfig": {
			reason: "Options of a plugin that do not fit it would be dropped.", fn: RenderServing,
			input: servingDoc + nameDoc + "\nspec:\n  plugins: [{name: demo-pod-tweaks, type: BuiltIn, config: {annotations: 1}}]\n  template:" + rolesDoc,
			want:  []string{`spec.plugins: Invalid value: "m": json: cannot unmarshal number into Go struct field podTweakConfig.annotations of type map[string]string (MS-25)`},
		},
		"BoosterConfig": {
			reason: "A list has no names of arguments.", fn: RenderBooster,
			input: "apiVersion: workload.serving.volcano.sh/v1alpha1\nkind: ModelBooster" + nameDoc +
				"\nspec:\n  backend: {name: b, type: vLLM, workers: [{type: server, image: \"a:1\", replicas: 1, pods: 1, config: [seed]}]}",
			want: []string{`spec.backend.workers[0].config: Invalid value: "[\"seed\"]": must be an object of arguments: json: cannot unmarshal array into Go value of type map[string]interface {} (DR-16)`},
		},
		"GangPolicyWithoutGang": {
			reason: "What is said of gangs must not be ignored.", fn: RenderServing,
			input: servingDoc + nameDoc + "\nspec:\n  template:\n    gangPolicy: {}" + rolesDoc + optionsDoc("{gang: None}"),
			want:  []string{"direct.gang: Invalid value: \"None\": the resource says how its groups are scheduled as gangs; remove that from `template`, or remove `gang` (DR-10)"},
		},
		"TopologyWithoutGang": {
			reason: "Nor what is said of their topology.", fn: RenderServing,
			input: servingDoc + nameDoc + "\nspec:\n  template:\n    networkTopology: {groupPolicy: {mode: hard}}" + rolesDoc + optionsDoc("{gang: None}"),
			want:  []string{"direct.gang: Invalid value: \"None\": the resource says how its groups are scheduled as gangs; remove that from `template`, or remove `gang` (DR-10)"},
		},
		"ScheduleWithoutGang": {
			reason: "A ModelInfer says it in its gang schedule.", fn: RenderInfer,
			input: inferDoc + nameDoc + "\nspec:\n  schedulerName: volcano\n  template:\n    gangSchedule: {}" + rolesDoc + optionsDoc("{gang: None}"),
			want:  []string{"direct.gang: Invalid value: \"None\": the resource says how its groups are scheduled as gangs; remove that from `template`, or remove `gang` (DR-10)"},
		},
		"GangOfAnotherScheduler": {
			reason: "Only Volcano schedules gangs.", fn: RenderServing,
			input: servingDoc + nameDoc + "\nspec:\n  schedulerName: other\n  template:" + rolesDoc + optionsDoc("{gang: SubGroups}"),
			want:  []string{"direct.gang: Invalid value: \"SubGroups\": the resource asks for no gang; set `scheduler_name = \"volcano\"`, or remove `gang` (DR-11)"},
		},
		"GangWithoutSchedule": {
			reason: "The option says how and not whether.", fn: RenderInfer,
			input: inferDoc + nameDoc + "\nspec:\n  schedulerName: volcano\n  template:" + rolesDoc + optionsDoc("{gang: TaskMembers}"),
			want:  []string{"direct.gang: Invalid value: \"TaskMembers\": the resource asks for no gang; set `gang_schedule = {}`, or remove `gang` (DR-11)"},
		},
		"RolePolicyOfTaskMembers": {
			reason: "Older Volcano has no place for it.", fn: RenderServing,
			input: servingDoc + nameDoc + "\nspec:\n  template:\n    networkTopology: {rolePolicy: {mode: soft}}" + rolesDoc + optionsDoc("{gang: TaskMembers}"),
			want:  []string{"direct.gang: Invalid value: \"TaskMembers\": it has no place for `role_policy` of `network_topology`; set `gang` to `SubGroups`, or remove `role_policy` (DR-12)"},
		},
		"ExclusiveGang": {
			reason: "Workers and entry pod would wait for each other.", fn: RenderServing,
			input: servingDoc + exclusiveDoc + "\nspec:\n  template:" + rolesDoc,
			want: []string{"metadata.annotations[leaderworkerset.sigs.k8s.io/exclusive-topology]: Forbidden: workers would wait for their entry pod to be scheduled, and it for them, " +
				"because the group is a gang; remove it, or set `gang` of `direct` to `None` (DR-13)"},
		},
		"ExclusiveWithoutGang": {
			reason: "Without a gang nobody waits.", fn: RenderServing,
			input: servingDoc + exclusiveDoc + "\nspec:\n  template:" + rolesDoc + optionsDoc("{gang: None}"),
		},
		"ServiceOfNoRole": {
			reason: "A Service that selects nothing would serve nothing.", fn: RenderServing,
			input: servingDoc + nameDoc + "\nspec:\n  template:" + rolesDoc + optionsDoc("{service: {role: router, port: 80}}"),
			want:  []string{`direct.service.role: Invalid value: "router": there is no such role; the roles are prefill, decode (DR-14)`},
		},
		"Several": {
			reason: "All that is wrong is told at once.", fn: RenderInfer,
			input: inferDoc + nameDoc + "\nspec:\n  schedulerName: volcano\n  template:" + rolesDoc + optionsDoc("{gang: SubGroups, service: {role: router, port: 80}}"),
			want: []string{
				"direct.gang: Invalid value: \"SubGroups\": the resource asks for no gang; set `gang_schedule = {}`, or remove `gang` (DR-11)",
				`direct.service.role: Invalid value: "router": there is no such role; the roles are prefill, decode (DR-14)`,
			},
		},
	}
	for name, tc := range cases {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, rendertest.Errors(t, tc.fn, tc.input)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tc.reason, diff)
			}
		})
	}
}
