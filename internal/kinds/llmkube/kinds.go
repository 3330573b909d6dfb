// Package llmkube describes the kinds of LLMKube: Model, InferenceService, ModelRouter,
// LoRAAdapter, GPUQuota and ModelPool. The rules and readiness of a kind stand in files named after it; the renderer of direct
// mode in the direct files.
package llmkube

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// system is the key of LLMKube in the provider's `api_releases`.
const system = "llmkube"

// controllers are the field managers of LLMKube: its manager, whose model pools set
// replicas, the router, which wakes services up, and the integration with Kueue, which
// suspends them. All write under the names of their binaries.
//
// Mirrors defilantech/LLMKube Dockerfile{,.router-proxy}.goreleaser@v0.9.19 and
// defilantech/llmkube-kueue Dockerfile@9e72856a.
var controllers = []string{"manager", "router-proxy", "llmkube-kueue"}

// staleWeights is why another source needs another model.
//
// Mirrors defilantech/LLMKube internal/controller/model_controller.go@v0.9.19.
const staleWeights = "LLMKube resolves a model only once: one that is Ready keeps serving the old weights while everything looks well"

// Kinds returns the kinds of LLMKube.
func Kinds() []*kinds.Kind {
	model := &kinds.Kind{
		TypeName:    "llmkube_model",
		Description: "A model that LLMKube can serve: where its weights come from, and the accelerator they are meant for. Services in the same namespace name it. In direct mode it exists only as its `manifest`.",
		System:      system,
		GVK:         kind("Model"), Plural: "models", Namespaced: true,
		Definition: "llmkube/v1alpha1.Model", Releases: modelReleases,
		Immutable: []kinds.Immutable{
			{Path: "spec.source", Modes: kinds.OperatorMode, Why: staleWeights},
			{Path: "spec.files", Modes: kinds.OperatorMode, Why: staleWeights},
			{Path: "spec.mmproj", Modes: kinds.OperatorMode, Why: staleWeights},
		},
		Controllers: controllers, Rules: modelRules, Ready: modelReady, Models: modelUse, Credentials: modelCredentials,
	}
	return kinds.Connect([]*kinds.Kind{
		model,
		{
			TypeName:    "llmkube_service",
			Description: "Serves a model with llama.cpp, vLLM, SGLang, TGI, PersonaPlex or a container of your own: through LLMKube, or, in direct mode, as workloads that the provider renders and applies itself.",
			System:      system,
			GVK:         kind("InferenceService"), Plural: "inferenceservices", Namespaced: true,
			Definition: "llmkube/v1alpha1.InferenceService", Releases: serviceReleases,
			Controllers: controllers, Rules: serviceRules, Ready: serviceReady, Lags: serviceLags, Endpoint: endpoint, Runs: serviceRuns, PodLabels: podLabels, Models: servedUse,
			// No HandOver: LLMKube rewrites a Deployment that it finds but does not become its owner, so the Deployment
			// would outlive the service.
			References: serviceReferences, Referrers: kinds.Traffic, Explains: serviceExplains,
			Operations: kinds.Operations{
				Restart: "change an annotation in spec.pod_annotations",
				Pause:   "set spec.suspend = true, or spec.replicas = 0 where LLMKube does not have it",
			},
			DirectDefinition: "direct.LLMKubeService", Render: RenderService, Renders: serviceRenders, Credentials: serviceCredentials,
		},
		{
			TypeName: "llmkube_model_router",
			Description: "Leads the requests to one address to services of LLMKube and to providers outside of it: by model, headers, classification and what a backend is capable of. " +
				"A proxy of LLMKube does it, or an Envoy AI Gateway that is installed.",
			System: system,
			GVK:    kind("ModelRouter"), Plural: "modelrouters", Namespaced: true,
			Definition: "llmkube/v1alpha1.ModelRouter", Releases: routerReleases,
			Rules: rules("model_router.rules.yaml", "ModelRouter"), Ready: routerReady, Endpoint: routerEndpoint, Runs: routerRuns,
			References: routerReferences, Claims: routerClaims, Referrers: kinds.Traffic, Explains: routerExplains,
			OperatorOnly: "the proxy of a router reads what LLMKube makes of the custom resource; set mode = \"operator\" for it, and lead requests to services of " +
				"direct mode by their address in `external`, or by an HTTPRoute",
		},
		{
			TypeName: "llmkube_lora_adapter",
			Description: "A LoRA adapter that a service with the runtime `sglang` loads while it runs. LLMKube asks the service to load it once: a pod that starts anew serves without it, " +
				"until an annotation of the adapter changes. `lora_adapters` of the service's `sglang_config` are loaded by every pod.",
			System: system,
			GVK:    kind("LoRAAdapter"), Plural: "loraadapters", Namespaced: true,
			Definition: "llmkube/v1alpha1.LoRAAdapter", Releases: laterReleases, Immutable: adapterImmutable,
			Rules: rules("lora_adapter.rules.yaml", "LoRAAdapter"), Ready: adapterReady, Models: adapterUse, References: adapterReferences, Claims: adapterClaims, Finalizers: adapterFinalizers,
			OperatorOnly: "an adapter is loaded by a request that LLMKube makes to the engine; set mode = \"operator\" for it, and give a service of direct mode its adapters in " +
				"`lora_adapters` of `sglang_config`",
		},
		{
			TypeName: "llmkube_gpu_quota",
			Description: "Bounds the GPUs of LLMKube's services in some namespaces. LLMKube refuses what goes beyond it where its chart is installed with `multitenancy.enabled` and " +
				"`webhook.enabled`, and only counts elsewhere. Services with a queue of Kueue are not held to it.",
			System: system,
			GVK:    kind("GPUQuota"), Plural: "gpuquotas", Namespaced: true,
			Definition: "llmkube/v1alpha1.GPUQuota", Releases: laterReleases,
			Rules: rules("gpu_quota.rules.yaml", "GPUQuota"), Quota: gpuQuota, Ready: observe.Exists("its status does not show whether LLMKube enforces it"),
			OperatorOnly: "a quota runs nothing: LLMKube's webhook holds services to it when they are written; set mode = \"operator\" for it, and bound the GPUs of services of " +
				"direct mode by a ResourceQuota",
		},
		{
			TypeName: "llmkube_model_pool",
			Description: "Lets several services of LLMKube take turns on the same GPUs: one runs, and the proxy of a router starts another when a request asks for it. " +
				"Without a router in front of them, the service that runs stays. The pool sets `replicas` of its members, and leaves them as they are when it goes.",
			System: system,
			GVK:    kind("ModelPool"), Plural: "modelpools", Namespaced: true,
			Definition: "llmkube/v1alpha1.ModelPool", Releases: laterReleases,
			Rules: rules("model_pool.rules.yaml", "ModelPool"), Ready: poolReady, References: poolReferences, Claims: poolClaims,
			OperatorOnly: "a pool runs nothing itself: LLMKube starts and stops the services of operator mode that take turns; set mode = \"operator\" for it and for them",
		},
	})
}

func kind(name string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "inference.llmkube.dev", Version: "v1alpha1", Kind: name}
}

// endpoint is the base URL of the core Service, which has the name of the service
// without dots.
//
// Mirrors defilantech/LLMKube internal/controller/service_builder.go@v0.9.19.
func endpoint(obj *unstructured.Unstructured, _ string) string {
	port, _, _ := unstructured.NestedInt64(obj.Object, "spec", "endpoint", "port")
	return fmt.Sprintf("http://%s.%s.svc:%d", serviceName(obj.GetName()), obj.GetNamespace(), cmp.Or(port, defaultPort))
}

// defaultPort is the port of the core Service when nothing says another one.
const defaultPort = 8080

// serviceName returns the name of the core Service in front of the service name.
func serviceName(name string) string {
	return strings.ReplaceAll(name, ".", "-")
}

// serviceReferences are the model of a service, and the one that it drafts with.
//
// Mirrors defilantech/LLMKube api/v1alpha1/inferenceservice_types.go@v0.9.19.
var serviceReferences = []kinds.Reference{
	{Field: "spec.modelRef", To: []string{"llmkube_model"}, Needed: true},
	{Field: "spec.speculativeDecoding.draftModelRef", To: []string{"llmkube_model"}, Needed: true},
}

// modelCredentials are what weights are downloaded with.
//
// Mirrors defilantech/LLMKube internal/controller/model_storage.go@v0.9.19.
var modelCredentials = []kinds.Credential{
	kinds.AccessKeys("s3", "The access to the bucket of a model at `s3://`.", "`spec.source_secret_ref`", slices.Concat(kinds.AccessKeyParts, []kinds.CredentialPart{
		{Name: "region", Description: "The region of the bucket, such as `eu-central-1`."},
		{Name: "endpoint_url", Description: "The address of the object store, such as `https://s3.eu-central-1.amazonaws.com`."},
	}), map[string]string{
		"access_key_id": "AWS_ACCESS_KEY_ID", "secret_access_key": "AWS_SECRET_ACCESS_KEY",
		"region": "AWS_REGION", "endpoint_url": "AWS_ENDPOINT_URL",
	}, sourceSecret),
}

func sourceSecret(in render.Input, _ bool) []kinds.CredentialPlace {
	name, _, _ := unstructured.NestedString(in.Object.Object, "spec", "sourceSecretRef", "name")
	if name == "" {
		return nil
	}
	return []kinds.CredentialPlace{{Namespace: render.OwnerOf(in.Object).Namespace, Name: name}}
}

// serviceCredentials are what engines download with, and what images are pulled with.
//
// Mirrors defilantech/LLMKube internal/controller/runtime_{vllm,sglang,tgi,personaplex}.go@v0.9.19.
var serviceCredentials = []kinds.Credential{
	kinds.HuggingFace("`hf_token_secret_ref` of the runtime's configuration", tokenSecret),
	kinds.Registry(),
}

// tokenSecret is the place of the token that the runtime of a service reads.
func tokenSecret(in render.Input, _ bool) []kinds.CredentialPlace {
	runtime, _, _ := unstructured.NestedString(in.Object.Object, "spec", "runtime")
	config, ok := tokenConfigs[runtime]
	if !ok {
		return nil
	}
	ref, _, _ := unstructured.NestedMap(in.Object.Object, "spec", config, "hfTokenSecretRef")
	name, _ := ref["name"].(string)
	key, _ := ref["key"].(string)
	if name == "" || key == "" {
		return nil
	}
	return []kinds.CredentialPlace{{Namespace: render.OwnerOf(in.Object).Namespace, Name: name, Keys: []string{key}}}
}

// tokenConfigs are the fields with the configuration of the runtimes that read a token.
var tokenConfigs = map[string]string{
	"vllm": "vllmConfig", "sglang": "sglangConfig", "tgi": "tgiConfig", "personaplex": "personaPlexConfig",
}
