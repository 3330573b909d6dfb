package llmkube

import (
	"fmt"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// oneProxy is the rule that pools and routers share.
var oneProxy = kinds.ClaimRule{ID: "MRO-39", Says: "a router with a backend that is a member of a pool of the plan has one proxy"}

// adapterClaims: the engine keeps one adapter of a name.
//
// Mirrors defilantech/LLMKube internal/controller/loraadapter_controller.go@v0.9.19.
var adapterClaims = kinds.Claims{
	Rules: []kinds.ClaimRule{{ID: "LOR-04", Says: "no other adapter of the plan has this `name` for the service"}},
	Of: func(c kinds.Candidate) []kinds.Claim {
		adapter, err := render.Decode[v1alpha1.LoRAAdapter](c.Object.Object)
		if err != nil || adapter.Spec.Name == "" {
			return nil
		}
		ref := adapter.Spec.InferenceServiceRef
		namespace := c.Object.GetNamespace()
		if ref.Namespace != nil {
			namespace = *ref.Namespace
		}
		service := namespace + "/" + ref.Name
		return []kinds.Claim{{
			Rule: "LOR-04", Key: "adapter " + adapter.Spec.Name + " of " + service, Field: "spec.name",
			Clash: fmt.Sprintf("{object} gives InferenceService %s an adapter of the name `%s` too, and the engine keeps the one that is loaded last; give one of them another name", service, adapter.Spec.Name),
		}}
	},
}

// poolClaims: a pool sets the replicas of its members, and counts on one proxy to ask it for them.
//
// Mirrors defilantech/LLMKube internal/controller/{modelpool,modelrouter}_controller.go@v0.9.19.
var poolClaims = kinds.Claims{
	Rules: []kinds.ClaimRule{{ID: "MP-06", Says: "no member is in another pool of the plan"}, oneProxy},
	Of: func(c kinds.Candidate) []kinds.Claim {
		pool, err := render.Decode[v1alpha1.ModelPool](c.Object.Object)
		if err != nil {
			return nil
		}
		var claims []kinds.Claim
		for i, member := range pool.Spec.Members {
			at, service := fmt.Sprintf("spec.members[%d].inferenceServiceRef.name", i), c.Object.GetNamespace()+"/"+member.InferenceServiceRef.Name
			claims = append(claims, kinds.Claim{
				Rule: "MP-06", Key: "replicas of " + service, Field: at,
				Clash: fmt.Sprintf("InferenceService %s is a member of {object} too, and two pools set its replicas against each other; remove it from one of them", service),
			}, kinds.Claim{
				Rule: oneProxy.ID, Key: "proxies of " + service, As: "one", Field: at,
				Clash: fmt.Sprintf("InferenceService %s is a backend of {object}, which has several proxies, and only one can ask a pool to swap; set `proxy.replicas` of the router to 1", service),
			})
		}
		return claims
	},
}

// routerClaims: see poolClaims.
var routerClaims = kinds.Claims{
	Rules: []kinds.ClaimRule{oneProxy},
	Of: func(c kinds.Candidate) []kinds.Claim {
		router, err := render.Decode[v1alpha1.ModelRouter](c.Object.Object)
		if err != nil || router.Spec.Proxy == nil || router.Spec.Proxy.Replicas == nil || *router.Spec.Proxy.Replicas < 2 {
			return nil
		}
		var claims []kinds.Claim
		for _, backend := range router.Spec.Backends {
			if backend.InferenceServiceRef == nil {
				continue
			}
			service := c.Object.GetNamespace() + "/" + backend.InferenceServiceRef.Name
			claims = append(claims, kinds.Claim{
				Rule: oneProxy.ID, Key: "proxies of " + service, As: "several", Field: "spec.proxy.replicas",
				Clash: fmt.Sprintf("InferenceService %s is a member of {object}, and only one proxy can ask a pool to swap; set it to 1", service),
			})
		}
		return claims
	},
}
