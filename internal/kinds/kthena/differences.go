package kthena

import (
	"slices"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
)

// inferDifferences and servingDifferences compare direct mode with Kthena's controllers: those of ModelServing, and for
// ModelInfer those that it had.
//
// Source: volcano-sh/kthena pkg/model-serving-controller@v1.0.0 and pkg/infer-controller@e4fb6663.
var (
	inferDifferences = slices.Concat(groupDifferences, []kinds.Difference{
		partitionDifference("MI-09"),
		{
			Topic:    "Scheduler",
			Operator: "Leaves the scheduler to the pod templates, and wants `scheduler_name` to be `volcano`.",
			Direct:   "Gives all pods `scheduler_name`, which can be any scheduler unless the resource asks for a gang.",
			Golden:   "model_infer/scheduler",
		},
		{
			Topic:    "Names of roles",
			Operator: "Written as a ModelServing, refuses a role whose name starts with a digit.",
			Direct:   "Takes it.",
			Golden:   "model_infer/multi-node",
		},
	})

	servingDifferences = slices.Concat(groupDifferences, []kinds.Difference{partitionDifference("MS-09")})
)

// partitionDifference is that of a kind whose rule on partitions has the given identifier.
func partitionDifference(rule string) kinds.Difference {
	return kinds.Difference{
		Topic:    "Partition of an update",
		Operator: "Keeps the first groups at their older revision.",
		Direct:   "Is an error in the plan. Give the groups that are to stay a resource of their own.",
		Rule:     rule,
	}
}

// groupDifferences are those that both kinds share.
var groupDifferences = []kinds.Difference{
	{
		Topic:    "Workload",
		Operator: "Makes bare pods.",
		Direct:   "Makes a Deployment `<name>-<group>-<role>` of every role in every group, or a LeaderWorkerSet, which needs its controller, where instances have workers or are scheduled as a gang.",
		Golden:   "model_serving/roles",
	},
	{
		Topic:    "Instances of one pod",
		Operator: "`ENTRY_ADDRESS` is the name of the entry pod. A container that fails takes its pod along.",
		Direct:   "In a Deployment, `ENTRY_ADDRESS` is the address of the pod, and a container that fails restarts in place.",
		Golden:   "model_serving/roles",
	},
	{
		Topic:    "What engines need",
		Operator: "Passes containers on as they are.",
		Direct:   "Gives the first container, if it is an engine that it knows, a tensor parallel size, `/dev/shm`, an address and probes, where they are left out.",
		Golden:   "model_serving/tensor-parallel",
	},
	{
		Topic:    "Names of pods",
		Operator: "Entry pods are named `<name>-<group>-<role>-<instance>-0`, and workers end in `-1` and so on.",
		Direct:   "Entry pods are named `<name>-<group>-<role>-<instance>`, and workers keep their names. Those of a Deployment have names at random.",
		Golden:   "model_serving/workers",
	},
	{
		Topic:    "Lengths of names",
		Operator: "Names of pods have at most 63 characters.",
		Direct:   "`<name>-<group>-<role>`, and with workers `<name>-<group>-<role>-<instance>`, has at most 52 characters, or it is an error in the plan.",
		Rule:     "DM-01",
	},
	{
		Topic:    "Addresses",
		Operator: "The entry pod of an instance with workers has a Service of its own name, to which `ENTRY_ADDRESS` leads.",
		Direct:   "`ENTRY_ADDRESS` leads through the Service of the LeaderWorkerSet. `direct.entry_services = true` makes those of Kthena's names too, and `direct.service` one in front of a role.",
		Golden:   "model_serving/entry-services",
	},
	{
		Topic:    "Labels",
		Operator: "Tells the instances of a role by the label `role-id`. Pods also carry their revision, and those of a ModelInfer have labels under `modelinfer.volcano.sh/`.",
		Direct:   "Tells them by `leaderworkerset.sigs.k8s.io/group-index`. They have no revision. Pods of both kinds have the labels of a ModelServing by which Kthena's router finds them: `name`, `group-name`, `role` and `entry`.",
		Golden:   "model_infer/minimal",
	},
	{
		Topic:    "Pod templates",
		Operator: "Take every field of a pod, but before v0.4.0 annotations crash the controller.",
		Direct:   "Take annotations. What pods of a StatefulSet cannot have is an error in the plan, such as `hostname`, `active_deadline_seconds` and a `restart_policy` other than `Always`.",
		Golden:   "model_infer/annotations",
		Rule:     "DM-05",
	},
	{
		Topic:    "Failures",
		Operator: "Rebuilds the instance of the role, or with `ServingGroupRecreate` (`InferGroupRecreate`) the whole group, after `restart_grace_period_seconds`.",
		Direct:   "Rebuilds the instance alone, and at once. A plan that asks for more is warned of.",
		Golden:   "model_serving/recovery-group",
		Rule:     "DM-08",
	},
	{
		Topic:    "Recovery policy `None`",
		Operator: "Deletes a pod whose container restarts. A ModelInfer never gets it back.",
		Direct:   "Restarts the container in place.",
		Golden:   "model_serving/recovery-none",
	},
	{
		Topic:    "Updates of groups",
		Operator: "Replaces as many groups at a time as `max_unavailable` allows; the controller of ModelInfer replaces one.",
		Direct:   "Replaces all groups at once, which the plan warns of. To keep serving, give each group a resource of its own.",
		Golden:   "model_serving/rollout-groups",
	},
	{
		Topic:    "Scaling",
		Operator: "An autoscaler can set the number of groups. Groups that are not ready and pods of a low deletion cost go first.",
		Direct:   "Terraform alone adds and removes groups, the last ones first. An autoscaler can scale each LeaderWorkerSet.",
		Golden:   "model_serving/groups",
	},
	{
		Topic:    "Gangs",
		Operator: "Writes the PodGroup of a ModelServing for the Volcano that is installed.",
		Direct:   "Writes it for Volcano 1.14. `direct.gang = \"TaskMembers\"` writes it for older ones, and `direct.gang = \"None\"` makes none.",
		Golden:   "model_serving/gang-task-members",
	},
	{
		Topic:    "Least resources of a gang",
		Operator: "Adds up what containers request.",
		Direct:   "Adds a limit where a container has no request, as the API server does.",
		Golden:   "model_serving/gang-resources",
	},
}
