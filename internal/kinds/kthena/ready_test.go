package kthena

import (
	"testing"

	"github.com/inferops/terraform-provider-inference/internal/kinds/kindstest"
)

// readyMessages has, for every fixture, what its judgement must say.
var readyMessages = map[string]string{
	"kthena_autoscaling_policy-creating":           "generation 0 of 1; it reports once it has read the metrics of every role",
	"kthena_autoscaling_policy-creating-unknown":   "the condition TargetFound is not reported yet",
	"kthena_autoscaling_policy-blocked":            "TargetFound=False (TargetInvalid): role prefil not found",
	"kthena_autoscaling_policy-ready":              "TargetFound=True (TargetFound): target model serving and roles found",
	"kthena_autoscaling_policy-ready-homogeneous":  "the AutoscalingPolicy exists; Kthena's autoscaler reports no more about it",
	"kthena_autoscaling_policy-stale":              "Kthena's autoscaler has reported about generation 1 of 2",
	"kthena_model_booster-creating":                "the condition Active is not reported yet",
	"kthena_model_booster-creating-error":          "Failed=True (ModelAbnormal): modelservings",
	"kthena_model_booster-creating-processing":     "Active=False (ModelProcessing): ModelBooster not ready yet",
	"kthena_model_booster-ready":                   "Active=True (ModelAvailable): ModelBooster is ready",
	"kthena_model_booster-ready-after_error":       "Active=True (ModelAvailable): ModelBooster is ready",
	"kthena_model_booster-ready-no_copies":         "no copies of the model are wanted",
	"kthena_model_booster-stale":                   "its controller has seen generation 1 of 2",
	"kthena_model_route-ready":                     "the ModelRoute exists; Kthena's router reports no more about it",
	"kthena_model_server-ready":                    "the ModelServer exists; Kthena's router reports no more about it",
	"model_infer-creating":                         "0 of 2 groups are available; Progerssing=True (GroupProgressing)",
	"model_infer-creating-no_status":               "its controller has seen generation 0 of 1",
	"model_infer-ready":                            "2 of 2 groups are available",
	"model_infer-stale":                            "its controller has seen generation 3 of 4",
	"model_serving-creating":                       "0 of 2 groups are available; Progressing=True (GroupProgressing)",
	"model_serving-creating-no_condition":          "the condition Available is not reported yet",
	"model_serving-creating-no_status":             "its controller has seen generation 0 of 1",
	"model_serving-creating-not_available":         "Available=False (AllGroupsReady)",
	"model_serving-creating-partition":             "2 of 3 groups are updated; UpdateInProgress=True",
	"model_serving-creating-role_update":           "1 of 2 groups are updated; UpdateInProgress=True (GroupsUpdating)",
	"model_serving-creating-scaling_down":          "3 groups exist, 1 are wanted",
	"model_serving-creating-too_few_groups":        "2 groups exist, 3 are wanted",
	"model_serving-ready":                          "2 of 2 groups are available",
	"model_serving-ready-created_without_groups":   "no groups are wanted, and none was ever there",
	"model_serving-ready-default_replicas":         "1 of 1 groups are available",
	"model_serving-ready-partition":                "4 of 4 groups are available",
	"model_serving-ready-partition_above_replicas": "2 of 2 groups are available",
	"model_serving-ready-role_partition":           "2 of 2 groups are available",
	"model_serving-ready-partition_percentage":     "3 of 3 groups are available",
	"model_serving-ready-scaled_to_zero":           "0 of 0 groups are available",
	"model_serving-stale":                          "its controller has seen generation 3 of 4",
	"model_serving-stale-scaling_to_zero":          "its controller has seen generation 1 of 2",
}

// statesWithout says which kinds or states of kinds have no fixture, and why.
var statesWithout = map[string]string{
	"model_infer-failed":               "the controller has no condition for failure",
	"model_serving-failed":             "the controller has no condition for failure",
	"kthena_autoscaling_policy-failed": "what is missed may come",
	"kthena_model_booster-failed":      "an error that Kthena reports may pass, and is never taken back",
	"kthena_model_server":              "it is ready as soon as it exists",
	"kthena_model_route":               "it is ready as soon as it exists",
}

func TestReady(t *testing.T) {
	kindstest.Ready(t, Kinds(), readyMessages, statesWithout)
}
