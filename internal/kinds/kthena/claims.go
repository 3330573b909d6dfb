package kthena

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/labels"

	networking "github.com/inferops/terraform-provider-inference/internal/apis/kthena/networking/v1alpha1"
	serving "github.com/inferops/terraform-provider-inference/internal/apis/kthena/serving/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// serverClaims: the router notes the engine with the pod, so that one pod has one.
//
// Mirrors volcano-sh/kthena pkg/kthena-router/datastore/store.go@v1.0.0.
var serverClaims = kinds.Claims{
	Rules: []kinds.ClaimRule{{ID: "MSV-24", Says: "no other server of the plan selects the same pods for another engine"}},
	Of: func(c kinds.Candidate) []kinds.Claim {
		server, err := render.Decode[networking.ModelServer](c.Object.Object)
		if err != nil || len(server.Spec.WorkloadSelector.MatchLabels) == 0 {
			return nil
		}
		return []kinds.Claim{{
			Rule: "MSV-24", Key: "pods " + c.Object.GetNamespace() + " " + labels.Set(server.Spec.WorkloadSelector.MatchLabels).String(),
			As: server.Spec.InferenceEngine, Field: "spec.inferenceEngine",
			Clash: "{object} selects the same pods for another engine, and the router reads their metrics as those of the server that it sees last; write the engine that they run in both",
		}}
	},
}

// routeClaims: the router finds a route by the name of a model, and has one client of Redis.
//
// Mirrors volcano-sh/kthena pkg/kthena-router/{datastore/store.go,filters/ratelimit}@v1.0.0.
var routeClaims = kinds.Claims{
	Rules: []kinds.ClaimRule{
		{ID: "MRT-25", Says: "all routes of the plan have the same `redis.address`"},
		{ID: "MRT-30", Says: "`model_name` is not an adapter of another route of the plan"},
		{ID: "MRT-31", Says: "no other route of the plan has this `model_name`"},
	},
	Of: func(c kinds.Candidate) []kinds.Claim {
		route, err := render.Decode[networking.ModelRoute](c.Object.Object)
		if err != nil {
			return nil
		}
		var claims []kinds.Claim
		entrance := entrances(route.Spec.ParentRefs, c.Object.GetNamespace())
		if name := route.Spec.ModelName; name != "" {
			claims = append(claims, kinds.Claim{
				Rule: "MRT-31", Key: "model " + name + entrance, Field: "spec.modelName",
				Clash: fmt.Sprintf("{object} is for the model `%s` too: the older of the two is tried first, and the other only where no rule of that one matches; put the rules into one route", name),
			}, kinds.Claim{
				Rule: "MRT-30", Key: "name " + name + entrance, As: "model", Field: "spec.modelName",
				Clash: fmt.Sprintf("`%s` is an adapter of {object}, which is never reached, because models are looked for first; give one of them another name", name),
			})
		}
		for i, adapter := range route.Spec.LoraAdapters {
			claims = append(claims, kinds.Claim{
				Rule: "MRT-30", Key: "name " + adapter + entrance, As: "adapter", Field: fmt.Sprintf("spec.loraAdapters[%d]", i),
				Clash: fmt.Sprintf("`%s` is the `model_name` of {object}, which is looked for first, so that the adapter is never reached; give one of them another name", adapter),
			})
		}
		if limit := route.Spec.RateLimit; limit != nil && limit.Global != nil && limit.Global.Redis != nil {
			claims = append(claims, kinds.Claim{
				Rule: "MRT-25", Key: "Redis", As: limit.Global.Redis.Address, Field: "spec.rateLimit.global.redis.address",
				Clash: "{object} has another address, and the router has one client, of the address that it sees first; write the same in all routes",
			})
		}
		return claims
	},
}

// entrances are the gateways of a route, "" for the router's own.
func entrances(parents []networking.ParentReference, namespace string) string {
	var names []string
	for _, parent := range parents {
		in := namespace
		if parent.Namespace != nil {
			in = *parent.Namespace
		}
		names = append(names, " at "+in+"/"+parent.Name)
	}
	slices.Sort(names)
	return strings.Join(names, "")
}

// policyClaims: each policy sets the replicas of what it scales at its own pace.
//
// Mirrors volcano-sh/kthena pkg/autoscaler/controller/autoscale_controller.go@v1.0.0.
var policyClaims = kinds.Claims{
	Rules: []kinds.ClaimRule{{ID: "AP-33", Says: "no other policy of the plan scales the ModelServing"}},
	Of: func(c kinds.Candidate) []kinds.Claim {
		policy, err := render.Decode[serving.AutoscalingPolicy](c.Object.Object)
		if err != nil {
			return nil
		}
		var claims []kinds.Claim
		scales := func(field string, target serving.TargetReference) {
			name := cmp.Or(target.Namespace, c.Object.GetNamespace()) + "/" + target.Name
			claims = append(claims, kinds.Claim{
				Rule: "AP-33", Key: "replicas of " + name, Field: field + ".targetRef.name",
				Clash: fmt.Sprintf("{object} scales ModelServing %s too, and the two set its replicas against each other; keep one of them", name),
			})
		}
		if one := policy.Spec.HomogeneousTarget; one != nil {
			scales("spec.homogeneousTarget.target", one.Target.TargetRef)
		}
		if several := policy.Spec.HeterogeneousTarget; several != nil {
			for i, param := range several.Params {
				scales(fmt.Sprintf("spec.heterogeneousTarget.params[%d].target", i), param.Target.TargetRef)
			}
		}
		if roles := policy.Spec.DisaggregatedTarget; roles != nil {
			scales("spec.disaggregatedTarget", roles.TargetRef)
		}
		return claims
	},
}
