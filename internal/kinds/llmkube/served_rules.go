package llmkube

import (
	"cmp"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/inferops/terraform-provider-inference/internal/apis/llmkube/v1alpha1"
	"github.com/inferops/terraform-provider-inference/internal/kinds"
	"github.com/inferops/terraform-provider-inference/internal/render"
)

// served is a service with the Model that it names.
type served struct {
	*v1alpha1.InferenceService
	model *v1alpha1.Model
	// gpu is what the model needs of GPUs, empty when it says nothing.
	gpu v1alpha1.GPUSpec
	// gpus is how many GPUs one pod asks a device plugin for.
	gpus int32
	// oldest is whether the service is meant for v0.8.7.
	oldest bool
}

// servedRule is a rule on an InferenceService and the Model it names. says is what must
// hold; there is nothing to report while the definition of the model is not given.
func servedRule(id, says string, check func(served) field.ErrorList, reads ...string) kinds.Rule {
	return kinds.Rule{
		ID: id, Says: says, Reads: append([]string{"definitions", "metadata.namespace", "spec.modelRef"}, reads...),
		Check: kinds.Typed(func(s *v1alpha1.InferenceService, c kinds.Candidate) field.ErrorList {
			definition := c.Find("Model", s.Namespace, s.Spec.ModelRef)
			if definition == nil {
				return nil
			}
			model, err := render.Decode[v1alpha1.Model](definition.Object)
			if err != nil {
				return nil // the schema of the definition reports it better
			}
			return check(serve(s, &model, c.Dialect))
		}),
	}
}

// serve mirrors defilantech/LLMKube pkg/apiutil/gpu.go@v0.9.19.
func serve(s *v1alpha1.InferenceService, model *v1alpha1.Model, dialect string) served {
	return served{
		InferenceService: s, model: model, gpu: gpu(model),
		gpus: cmp.Or(gpu(model).Count, resources(s).GPU), oldest: slices.Contains(oldest, dialect),
	}
}

// claims reports whether dynamic resource allocation provides the GPUs.
func (v served) claims() bool { return len(v.gpu.ResourceClaims) > 0 }

// repository reports whether the source is a repository of which no files are listed.
func (v served) repository() bool {
	class := classify(v.model.Spec.Source)
	return (class == hubSource || class == bareSource) && len(v.model.Spec.Files) == 0
}

// loads reports whether a container of the pod loads the model.
func (v served) loads() bool {
	return downloads(runtimeOf(v.InferenceService)) && !isTrue(v.Spec.SkipModelInit) && classify(v.model.Spec.Source) != claimSource
}

// called names the model for a message.
func (v served) called() string { return fmt.Sprintf("the Model `%s`", v.model.Name) }

// servedModelRules are about what a service makes of the weights of its model. The
// renderer says the same of direct mode, where its options count too.
var servedModelRules = []kinds.Rule{
	withOperator(servedRule("I-26", "a model that is a repository has its files listed, or llama.cpp is told where the model is",
		repositoryOfLlamaCppRule, "spec.runtime", "spec.skipModelInit")),
	withOperator(servedRule("I-27", "a model that is a repository is loaded by the engine itself, with `skip_model_init`",
		repositoryOfPythonRule, "spec.runtime", "spec.skipModelInit")),
	withOperator(warning(servedRule("I-30", "options of the agent for macOS are set for a model with the accelerator `metal`",
		metalOnlyRule, "spec.turboQuantBits", "spec.pagedSSDCacheDir", "spec.pagedSSDCacheMaxSize", "spec.hotCacheMaxSize", "spec.evictionProtection"))),
	withOperator(servedRule("I-50", "a draft model that is named is one of the files of the model",
		draftFileRule, "spec.speculativeDecoding.draftModel")),
	withOperator(servedRule("I-72", "pods that may not run as root have a cache that needs no preparation",
		nonRootCacheRule, "spec.runtime", "spec.skipModelInit", "spec.modelCache.persistence", "spec.podSecurityContext.runAsNonRoot")),
	withOperator(warning(servedRule("I-85", "`claim_name` of the cache is set where the cache is used",
		cacheClaimRule, "spec.runtime", "spec.skipModelInit", "spec.modelCache.claimName"))),
	withOperator(warning(servedRule("M-31", "a token is given where it is sent, which the download does not",
		gatedFileRule, "spec.runtime", "spec.skipModelInit", "spec.vllmConfig.hfTokenSecretRef", "spec.sglangConfig.hfTokenSecretRef"))),
}

func repositoryOfLlamaCppRule(v served) field.ErrorList {
	if runtimeOf(v.InferenceService) != "llamacpp" || !v.repository() || isTrue(v.Spec.SkipModelInit) {
		return nil
	}
	return invalid(specPath.Child("modelRef"), v.model.Name, v.called()+" is a repository, and llama.cpp is given a file; list the file in `files` of the model, or give the address of the file as its `source`")
}

func repositoryOfPythonRule(v served) field.ErrorList {
	runtime := runtimeOf(v.InferenceService)
	if runtime != "vllm" && runtime != "sglang" || !v.repository() || isTrue(v.Spec.SkipModelInit) {
		return nil
	}
	return required(specPath.Child("skipModelInit"), fmt.Sprintf("%s is a repository, which LLMKube cannot download but %s can; set it to true, or list `files` in a model whose `source` is `hf://...`", v.called(), runtime))
}

func metalOnlyRule(v served) field.ErrorList {
	if hardware(v.model).Accelerator == "metal" {
		return nil
	}
	var errs field.ErrorList
	for _, option := range []struct {
		name string
		set  bool
	}{
		{"turboQuantBits", v.Spec.TurboQuantBits != nil},
		{"pagedSSDCacheDir", v.Spec.PagedSSDCacheDir != ""},
		{"pagedSSDCacheMaxSize", v.Spec.PagedSSDCacheMaxSize != ""},
		{"hotCacheMaxSize", v.Spec.HotCacheMaxSize != ""},
		{"evictionProtection", v.Spec.EvictionProtection != nil},
	} {
		if option.set {
			errs = append(errs, field.Forbidden(specPath.Child(option.name), "only the agent for macOS reads it, and "+v.called()+" has another accelerator than `metal`; remove it"))
		}
	}
	return errs
}

func draftFileRule(v served) field.ErrorList {
	draft := v.Spec.SpeculativeDecoding
	if draft == nil || draft.DraftModel == "" || slices.Contains(v.model.Spec.Files, draft.DraftModel) {
		return nil
	}
	return invalid(specPath.Child("speculativeDecoding", "draftModel"), draft.DraftModel, "must be one of the `files` of "+v.called()+"; add it there")
}

// nonRootCacheRule leaves v0.8.7 alone, which prepares no cache.
func nonRootCacheRule(v served) field.ErrorList {
	security := v.Spec.PodSecurityContext
	ephemeral := v.Spec.ModelCache != nil && v.Spec.ModelCache.Persistence == "Ephemeral"
	if security == nil || !isTrue(security.RunAsNonRoot) || !v.loads() || v.repository() || ephemeral || v.oldest {
		return nil
	}
	return invalid(specPath.Child("podSecurityContext", "runAsNonRoot"), true,
		"the container that prepares the cache of the model runs as root, so the pod would never start; leave it out here and set it in `security_context`, or make the cache `Ephemeral`")
}

func cacheClaimRule(v served) field.ErrorList {
	if v.Spec.ModelCache == nil || v.Spec.ModelCache.ClaimName == "" || v.loads() && !v.repository() {
		return nil
	}
	return invalid(specPath.Child("modelCache", "claimName"), v.Spec.ModelCache.ClaimName, "is ignored: LLMKube downloads nothing of "+v.called()+" for this service; remove it")
}

func gatedFileRule(v served) field.ErrorList {
	if !v.loads() || classify(v.model.Spec.Source) != fileSource || !hubAddress.MatchString(v.model.Spec.Source) {
		return nil
	}
	const detail = "the container that downloads the model sends no token, so a gated file is refused; set `skip_model_init` with a repository as `source`, or mirror the file"
	switch runtime := runtimeOf(v.InferenceService); {
	case runtime == "vllm" && vllm(v.InferenceService).HFTokenSecretRef != nil:
		return forbidden(vllmPath.Child("hfTokenSecretRef"), detail)
	case runtime == "sglang" && sglang(v.InferenceService).HFTokenSecretRef != nil:
		return forbidden(sglangPath.Child("hfTokenSecretRef"), detail)
	}
	return nil
}
