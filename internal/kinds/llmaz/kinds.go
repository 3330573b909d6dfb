// Package llmaz describes the kinds of llmaz: OpenModel, BackendRuntime, Playground and
// Service. The rules and readiness of a kind stand in files named after it; the
// renderer of direct mode in the direct files.
package llmaz

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/observe"
)

// system is the key of llmaz in the provider's `api_releases`.
const system = "llmaz"

// silence is why an OpenModel and a BackendRuntime are ready as soon as they exist: llmaz never writes their status.
//
// Mirrors InftyAI/llmaz pkg/controller/core/model_controller.go and
// pkg/controller/inference/backendruntime_controller.go @v0.1.4.
const silence = "llmaz reports no more about it"

// controllers are the field managers of llmaz: its server-side applies, and the default
// name of its plain updates.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
var controllers = []string{"llmaz", "manager"}

// Kinds returns the kinds of llmaz.
func Kinds() []*kinds.Kind {
	openModel := &kinds.Kind{
		TypeName:    "open_model",
		Description: "A model that llmaz can serve: where its weights come from, and on which accelerators it runs. Playgrounds and services claim it by name. Cluster-scoped; in direct mode it exists only as its `manifest`.",
		System:      system,
		GVK:         coreKind("OpenModel"), Plural: "openmodels",
		Definition: "llmaz/core/v1alpha1.OpenModel", Releases: openModelReleases,
		Controllers: controllers, Admitted: []string{"metadata.labels[" + labelModelFamilyName + "]", "spec.createdAt"},
		Rules: openModelRules, Ready: observe.Exists(silence), Models: openModelUse,
	}
	backendRuntime := &kinds.Kind{
		TypeName:    "backend_runtime",
		Description: "An inference engine and how llmaz starts it. Playgrounds choose it by name. Cluster-scoped; in direct mode it exists only as its `manifest`.",
		System:      system,
		GVK:         inferenceKind("BackendRuntime"), Plural: "backendruntimes",
		Definition: "llmaz/inference/v1alpha1.BackendRuntime", Releases: backendRuntimeReleases,
		Controllers: controllers, Rules: backendRuntimeRules, Ready: observe.Exists(silence), Models: runtimeModels,
	}
	return kinds.Connect([]*kinds.Kind{
		openModel, backendRuntime,
		{
			TypeName:    "playground",
			Description: "Serves a model, or a main model and its draft, with a backend runtime: through the llmaz operator, or, in direct mode, as workloads that the provider renders and applies itself.",
			System:      system,
			GVK:         inferenceKind("Playground"), Plural: "playgrounds", Namespaced: true,
			Definition: "llmaz/inference/v1alpha1.Playground", Releases: playgroundReleases,
			Controllers: controllers, Admitted: []string{"metadata.labels[" + labelModelName + "]"},
			Rules: playgroundRules, Ready: playgroundReady, Endpoint: endpoint, Runs: playgroundRuns, PodLabels: playgroundLabels, Models: playgroundUse,
			Leftovers: []kinds.Leftover{{
				Path: "spec.elasticConfig", What: "the HorizontalPodAutoscaler that llmaz made of it, which goes on to scale the playground,",
				Remedy: "Remove it after the apply, unless it is to stay",
			}},
			References: playgroundReferences, HandOver: playgroundHandOver, Referrers: kinds.Traffic, Explains: playgroundExplains,
			Operations:       kinds.Operations{Pause: "set spec.replicas = 0"},
			DirectDefinition: "direct.Llmaz", Render: RenderPlayground, Renders: playgroundRenders, Credentials: loaderCredentials,
		},
		{
			TypeName:    "service",
			Description: "Serves models with pods that are described in full, on one host or several: through the llmaz operator, or, in direct mode, as workloads that the provider renders and applies itself.",
			System:      system,
			GVK:         inferenceKind("Service"), Plural: "services", Namespaced: true,
			Definition: "llmaz/inference/v1alpha1.Service", Releases: serviceReleases,
			Controllers: controllers, Rules: serviceRules, Ready: serviceReady, Endpoint: endpoint, Runs: serviceRuns, PodLabels: serviceLabels, Models: serviceModels,
			References: []kinds.Reference{claimed}, HandOver: kinds.HandOver{Adopts: adopted[:1], Keeps: keepsGroups, Instead: instead}, Immutable: serviceImmutable, Referrers: kinds.Traffic, Explains: serviceExplains,
			Operations: kinds.Operations{
				Restart: "change an annotation in spec.workload_template.worker_template.metadata.annotations",
				Pause:   "set spec.replicas = 0",
			},
			DirectDefinition: "direct.LlmazService", Render: RenderService, Renders: serviceRenders, Credentials: append(slices.Clone(loaderCredentials), kinds.Registry()),
		},
	})
}

// serviceImmutable are the fields that the webhook of LeaderWorkerSets refuses to change.
//
// Mirrors kubernetes-sigs/lws pkg/webhooks/leaderworkerset_webhook.go@v0.9.0.
var serviceImmutable = []kinds.Immutable{{
	Path: "spec.workloadTemplate.subGroupPolicy.subGroupSize", Modes: kinds.DirectMode,
	Why: "a LeaderWorkerSet keeps the subgroups that it was made with",
}}

// adopted are the workloads that llmaz applies by force under the names of direct mode.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/{playground,service}_controller.go@v0.1.4.
var adopted = []schema.GroupVersionKind{
	{Group: "leaderworkerset.x-k8s.io", Version: "v1", Kind: "LeaderWorkerSet"},
	{Group: "autoscaling", Version: "v2", Kind: "HorizontalPodAutoscaler"},
}

// keepsGroups lets direct mode go on with the LeaderWorkerSet that llmaz makes for one host too.
const keepsGroups = `direct.workload = "LeaderWorkerSet"`

// playgroundHandOver knows that llmaz makes a Service of its own on the way to the workload.
var playgroundHandOver = kinds.HandOver{
	Adopts: adopted, Keeps: keepsGroups,
	Between: []kinds.Intermediate{{GroupVersionKind: inferenceKind("Service"), Plural: "services"}},
	Instead: instead,
}

// instead knows that llmaz has weights in volumes of the pods alone.
var instead = map[string]string{"Deployment": "the operator makes a LeaderWorkerSet", "PersistentVolumeClaim": "the operator makes none"}

func coreKind(kind string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "llmaz.io", Version: "v1alpha1", Kind: kind}
}

func inferenceKind(kind string) schema.GroupVersionKind {
	return schema.GroupVersionKind{Group: "inference.llmaz.io", Version: "v1alpha1", Kind: kind}
}

// endpoint is the Service that llmaz puts before the leaders; v0.1.0 leaves them to the
// headless Service of the LeaderWorkerSet.
//
// Mirrors InftyAI/llmaz pkg/controller/inference/service_controller.go@v0.1.4.
func endpoint(obj *unstructured.Unstructured, release string) string {
	name := obj.GetName()
	if release != "v0.1.0" {
		name += "-lb"
	}
	return fmt.Sprintf("http://%s.%s.svc:8080", name, obj.GetNamespace())
}

// loaderCredentials are what models are loaded with. llmaz and direct mode read each from one
// Secret of the workload's namespace, where it exists.
//
// Mirrors InftyAI/llmaz pkg/controller_helper/modelsource/{modelhub,uri}.go@v0.1.4.
var loaderCredentials = []kinds.Credential{
	kinds.HuggingFace("", kinds.FixedSecret(modelHubSecretName, "HF_TOKEN")),
	kinds.AccessKeys("s3", "The access key for models at `s3://` and `gcs://`, which the engine streams.", "", kinds.AccessKeyParts,
		map[string]string{"access_key_id": "AWS_ACCESS_KEY_ID", "secret_access_key": "AWS_SECRET_ACCESS_KEY"}, kinds.FixedSecret(awsSecretName)),
	kinds.AccessKeys("oss", "The access key for models at `oss://`.", "", []kinds.CredentialPart{
		{Name: "access_key_id", Secret: true, Description: "The ID of the access key."},
		{Name: "access_key_secret", Secret: true, Description: "The secret of the access key."},
	}, map[string]string{"access_key_id": "OSS_ACCESS_KEY_ID", "access_key_secret": "OSS_ACCESS_KEY_SECRET"}, kinds.FixedSecret(ossSecretName)),
}

// claimed are the models of a claim for several.
//
// Mirrors InftyAI/llmaz api/inference/v1alpha1/{playground,service}_types.go@v0.1.4.
var claimed = kinds.Reference{Field: "spec.modelClaims.models[].name", To: []string{"open_model"}, Needed: true}

// playgroundReferences are the models of a playground, which llmaz itself lets go, and its runtime.
//
// Mirrors InftyAI/llmaz api/inference/v1alpha1/playground_types.go@v0.1.4.
var playgroundReferences = []kinds.Reference{
	claimed,
	{Field: "spec.backendRuntimeConfig.backendName", To: []string{"backend_runtime"}, Implied: defaultBackendName, Needed: true},
	{Field: "spec.modelClaim.modelName", To: []string{"open_model"}, Needed: true},
}
